"""Pictures of many cards in a grid, and what cards say of their place there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cards.catalogue.faces import type_of
from cards.exports.drawing import CARD_WIDTH, back_of, compile_png, drawn, look_of, ppi_for
from cards.exports.lists import CardList, spread
from games.engine.cards import Card, TextLine
from scrapsite.common.typesetting.kept import Tell

COLUMNS, MOST_ROWS, LEAST_ROWS = 10, 4, 2
ON_A_SHEET = COLUMNS * MOST_ROWS
# A sheet stays below 4,096 pixels both ways, the largest picture that old graphics cards take, and below
# the time limit of a drawing on a busy machine.
CARD_PIXELS = 404
BACK_PIXELS = 630
_DOING = "Drawing the cards"


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


def pictures(cards: CardList, tell: Tell) -> dict[str, bytes]:
    """Return every picture by its file name. *tell:* counts the pictures."""
    sheets = list(grids(cards))
    of = len(sheets) + len(cards.games)
    made: dict[str, bytes] = {}
    for grid in sheets:
        tell(_DOING, len(made), of)
        made[grid.face] = _face_sheet(grid)
    for game in cards.games:
        tell(_DOING, len(made), of)
        made[f"back-{game}.png"] = _back(game, cards)
    return made


def custom_decks(cards: CardList, address: Callable[[str], str]) -> dict[str, dict[str, Any]]:
    """Return what cards say of their sheets, by the number of the sheet. *address:* gives a picture's URL."""
    return {str(grid.number): _custom_deck(grid, address) for grid in grids(cards)}


def card_ids(cards: CardList) -> dict[str, int]:
    """Return the number of each card by its slug: that of its sheet times a hundred, and its place there."""
    return {
        card.slug: grid.number * 100 + place for grid in grids(cards) for place, card in enumerate(grid.cards)
    }


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
