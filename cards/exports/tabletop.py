"""Tabletop Simulator: pictures of many cards in a grid, and the saved object that divides them."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cards.catalogue.faces import type_of
from cards.exports.drawing import CARD_WIDTH, back_of, compile_png, drawn, look_of, ppi_for
from cards.exports.lists import CardList, spread
from games.engine.cards import Card, TextLine

COLUMNS, MOST_ROWS, LEAST_ROWS = 10, 4, 2
ON_A_SHEET = COLUMNS * MOST_ROWS
# A sheet stays below 4,096 pixels both ways, the largest picture that old graphics cards take, and below
# the time limit of a drawing on a busy machine.
CARD_PIXELS = 404
BACK_PIXELS = 630
_FLAT = {
    "posX": 0,
    "posY": 1,
    "posZ": 0,
    "rotX": 0,
    "rotY": 180,
    "rotZ": 180,
    "scaleX": 1,
    "scaleY": 1,
    "scaleZ": 1,
}


@dataclass(frozen=True)
class Grid:
    """The cards of one sheet, all of one game. *number:* counted from 1; it identifies the sheet."""

    number: int
    game: str
    cards: tuple[Card, ...]

    @property
    def rows(self) -> int:
        """Rows of the picture; Tabletop Simulator needs at least two."""
        return max(LEAST_ROWS, -(-len(self.cards) // COLUMNS))

    @property
    def face(self) -> str:
        """The file name of the picture of the faces."""
        return f"face-{self.number}.png"

    @property
    def back(self) -> str:
        """The file name of the picture of the back."""
        return f"back-{self.game}.png"


def grids(cards: CardList) -> Iterator[Grid]:
    """Yield the sheets: at most forty faces of one game each, because a sheet has only one back."""
    number = 0
    for game in cards.games:
        of_game = tuple(card for card in spread(cards).cards if card.game == game)
        for start in range(0, len(of_game), ON_A_SHEET):
            number += 1
            yield Grid(number, game, of_game[start : start + ON_A_SHEET])


def pictures(cards: CardList, tell: Callable[[int, int], None]) -> dict[str, bytes]:
    """Return every picture by its file name. *tell:* called with how many pictures of how many are done."""
    sheets = list(grids(cards))
    of = len(sheets) + len(cards.games)
    made: dict[str, bytes] = {}
    for grid in sheets:
        tell(len(made), of)
        made[grid.face] = _face_sheet(grid)
    for game in cards.games:
        tell(len(made), of)
        made[f"back-{game}.png"] = _back(game, cards)
    return made


def saved_object(cards: CardList, address: Callable[[str], str]) -> bytes:
    """Return the saved object: one deck with every copy. *address:* gives the URL of a picture."""
    sheets = list(grids(cards))
    custom = {str(grid.number): _custom_deck(grid, address) for grid in sheets}
    entries = [
        _card(card, grid.number * 100 + place, {str(grid.number): custom[str(grid.number)]}, copy)
        for grid in sheets
        for place, card in enumerate(grid.cards)
        for copy in range(card.quantity)
    ]
    deck = {
        **_thing("DeckCustom", cards.name, "\n".join(cards.credits), cards.slug),
        "DeckIDs": [entry["CardID"] for entry in entries],
        "CustomDeck": custom,
        "ContainedObjects": entries,
    }
    # Tabletop Simulator doesn't accept a deck of one card.
    return _save(cards, deck if len(entries) > 1 else entries[0])


def description(card: Card) -> str:
    """Return the tooltip of *card* in Tabletop Simulator."""
    figures = ", ".join(f"{figure.label} {figure.words}" for figure in card.figures)
    head = f"{type_of(card)}: {figures}" if figures else type_of(card)
    return "\n".join([head, *(_line(line) for line in card.lines)])


def _line(line: TextLine) -> str:
    return f"{line.cost}: {line.text}" if line.cost else line.text


def _face_sheet(grid: Grid) -> bytes:
    job = {
        "columns": COLUMNS,
        "rows": grid.rows,
        "look": look_of(grid.cards),
        "cards": drawn(grid.cards),
        "backs": [],
    }
    return compile_png("sheet.typ", job, ppi_for(CARD_PIXELS, CARD_WIDTH))


def _back(game: str, cards: CardList) -> bytes:
    job = {"columns": 1, "rows": 1, "look": look_of(cards.cards), "cards": [], "backs": [back_of(game)]}
    return compile_png("sheet.typ", job, ppi_for(BACK_PIXELS, CARD_WIDTH))


def _custom_deck(grid: Grid, address: Callable[[str], str]) -> dict[str, Any]:
    return {
        "FaceURL": address(grid.face),
        "BackURL": address(grid.back),
        "NumWidth": COLUMNS,
        "NumHeight": grid.rows,
        "BackIsHidden": True,
        "UniqueBack": False,
        "Type": 0,
    }


def _card(card: Card, card_id: int, custom: dict[str, Any], copy: int) -> dict[str, Any]:
    name = f"{card.game}/{card.edition}/{card.slug}/{copy}"
    return {**_thing("Card", card.name, description(card), name), "CardID": card_id, "CustomDeck": custom}


def _thing(kind: str, nickname: str, words: str, name: str) -> dict[str, Any]:
    """Return the properties that every object on the table has. *name:* its id is made from this."""
    return {
        "GUID": hashlib.blake2b(name.encode(), digest_size=3).hexdigest(),
        "Name": kind,
        "Transform": dict(_FLAT),
        "Nickname": nickname,
        "Description": words,
        "GMNotes": "",
        "ColorDiffuse": {"r": 0.713, "g": 0.713, "b": 0.713},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": True,
        "Hands": kind == "Card",
        "SidewaysCard": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def _save(cards: CardList, thing: dict[str, Any]) -> bytes:
    whole = {
        "SaveName": cards.name,
        "GameMode": "",
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "PlayerTurn": "",
        "ObjectStates": [thing],
    }
    return (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode()
