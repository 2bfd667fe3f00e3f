"""A whole game as a saved game: decks as the rules set up, mats, markers, dice, hands and a button."""

from collections.abc import Iterator, Sequence
from typing import Any

from cards.exports.lists import CardList, spread
from cards.exports.tabletop.decks import Numbered, deck
from cards.exports.tabletop.parts import (
    Address,
    bag,
    counter,
    dice,
    hand_zone,
    markers,
    mat_thing,
)
from cards.exports.tabletop.script import Data, script_of
from cards.exports.tabletop.sheets import card_ids, custom_decks
from cards.exports.tabletop.table import Layout
from cards.exports.tabletop.things import Ids, Pose, saved
from games.engine.kit import BOX, HAND, Deck, Kit

# A tab of the notebook: its title and its words.
Tab = tuple[str, str]

_GREY_TAB = {"r": 0.5, "g": 0.5, "b": 0.5}
# On the screen, because a button on a thing is upside down for half of the players.
_BUTTON = (
    '<Button id="setUp" onClick="setUp" width="260" height="50" fontSize="22" rectAlignment="UpperCenter" '
    'offsetXY="0 -80" tooltip="Shuffles the decks and deals. Sit down first.">Set up the game</Button>'
)


def saved_game(kit: Kit, cards: CardList, address: Address, tabs: Sequence[Tab]) -> bytes:
    """Return the saved game of an edition. *cards:* all of it. *tabs:* of the notebook."""
    return _Game(kit, cards, address).saved(tabs)


class _Game:
    def __init__(self, kit: Kit, cards: CardList, address: Address) -> None:
        self.kit, self.cards, self.address = kit, cards, address
        self.table, self.ids = Layout(kit), Ids()
        self.sheets = custom_decks(cards, address)
        numbers = card_ids(cards)
        self.faces = {card.slug: (card, numbers[card.slug]) for card in spread(cards).cards}
        self.guids: dict[str, str] = {}

    def saved(self, tabs: Sequence[Tab]) -> bytes:
        mats = [mat_thing(laid, self.ids, self.address) for laid in self.table.mats]
        things = [*mats, *(hand_zone(seat, self.ids) for seat in self.table.seats), *self._things()]
        return saved(
            things,
            SaveName=self.cards.name,
            GameMode=self.cards.name,
            GameType="Game",
            PlayerCounts=[min(2, self.kit.seats), self.kit.seats],
            Table="Table_RPG",
            Sky="Sky_Museum",
            Note="Sit down, then press “Set up the game”. The rules are in the notebook.",
            TabStates={str(number): _tab(number, *tab) for number, tab in enumerate(tabs)},
            Hands={"Enable": True, "DisableUnused": True, "Hiding": 0},
            SnapPoints=[_snap_point(pose) for pose in self.table.card_spots()],
            LuaScript=self._script(mats),
            XmlUI=_BUTTON,
        )

    def _things(self) -> Iterator[dict[str, Any]]:
        yield from self._decks()
        yield from markers(self.kit, self.table, self.ids, self.address)
        for die in self.kit.dice:
            yield from dice(die, self.table.cell(None), self.ids)
        for seat in self.table.seats:
            yield counter(seat, self.table.cell(seat.number), self.ids)

    def _decks(self) -> Iterator[dict[str, Any]]:
        stays = [each for each in self.kit.decks if each.place == BOX and each.owner is None]
        for each in self.kit.decks:
            if each not in stays:
                pose = self.table.pose(each.place, each.owner) or self.table.cell(each.owner)
                yield self._deck(each, pose)
        for name, decks in (("In the box", stays), ("Ready-made", self.kit.picks)):
            if decks:
                held = [self._deck(each, Pose()) for each in decks]
                guid = self.ids.of(f"bag/{name}")
                yield bag("Bag", guid, name, self.table.cell(None), held)

    def _deck(self, each: Deck, pose: Pose) -> dict[str, Any]:
        lying = Pose(pose.x, pose.z, pose.turn, pose.y, is_down=not each.is_open)
        made = deck(
            self._copies(each), self.ids, f"deck/{each.slug}", each.name, self.sheets, lying, each.words
        )
        self.guids[each.slug] = made["GUID"]
        return made

    def _copies(self, each: Deck) -> list[Numbered]:
        return [
            self.faces[slug]
            for share in each.shares
            for slug in (
                [f"{share.card}-{number}" for number in share.numbers] or [share.card] * share.copies
            )
        ]

    def _script(self, mats: Sequence[dict[str, Any]]) -> str:
        shuffled: list[Data] = [
            self.guids[each.slug] for each in self.kit.decks if each.is_shuffled and each.copies > 1
        ]
        fitted: list[Data] = [
            {"guid": mat["GUID"], "width": round(laid.size[0], 3), "depth": round(laid.size[1], 3)}
            for laid, mat in zip(self.table.mats, mats, strict=True)
        ]
        return script_of(DECKS=shuffled, DEALS=list(self._deals()), MATS=fitted)

    def _deals(self) -> Iterator[Data]:
        """Yield what the button deals, in order."""
        for deal in self.kit.deals:
            owner = self.kit.deck(deal.deck).owner
            dealt: dict[str, Data] = {"deck": self.guids[deal.deck], "copies": deal.copies}
            if deal.place == HAND:
                seats = self.table.seats if owner is None else [self.table.seats[owner]]
                yield from ({**dealt, "hand": seat.colour} for seat in seats)
            elif pose := self.table.pose(deal.place, owner):
                spot: dict[str, Data] = {"x": round(pose.x, 3), "y": pose.y, "z": round(pose.z, 3)}
                yield {**dealt, **spot, "turn": pose.turn, "open": deal.is_open}


def _tab(number: int, title: str, body: str) -> dict[str, Any]:
    return {"title": title, "body": body, "color": "Grey", "visibleColor": _GREY_TAB, "id": number}


def _snap_point(pose: Pose) -> dict[str, Any]:
    return {
        "Position": {"x": round(pose.x, 3), "y": pose.y, "z": round(pose.z, 3)},
        "Rotation": {"x": 0.0, "y": pose.turn, "z": 0.0},
    }
