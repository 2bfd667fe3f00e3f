"""An edition of Scrap Knights as data: its cards, and what the engine works out from them once.

Inside the engine a card is its number in the box: ACTs first, then ULTs, then BOTs.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec import Struct

from games.titles.scrap_knights.box import BOT, ULT
from games.titles.scrap_knights.cards.kind import Kind
from games.titles.scrap_knights.decks.deck import TAS_CUSTOM, TEST
from games.titles.scrap_knights.moves import AnyChoice, Direction, choosing


class Way(Struct, frozen=True):
    """One way to choose an ACT. *named:* number of the ACT that is named, or -1."""

    act: int
    over: int
    moves: tuple[Direction, ...]
    number: int
    named: int
    move: AnyChoice


@dataclass(frozen=True, eq=False)
class Edition:
    """*kinds:* all cards in the order of the box.

    *tosses_idly:* a coin falls in every tie between the players, even if nothing hangs on it.
    *is_terse:* events say neither what tokens add nor why a BOT that waits for a miss isn't armed.
    """

    slug: str
    summary: str
    kinds: tuple[Kind, ...]
    tosses_idly: bool = False
    is_terse: bool = False

    number: dict[str, int] = field(init=False, repr=False)
    slugs: tuple[str, ...] = field(init=False, repr=False)
    acts: tuple[int, ...] = field(init=False, repr=False)
    ults: tuple[int, ...] = field(init=False, repr=False)
    bots: tuple[int, ...] = field(init=False, repr=False)
    ways: tuple[Way, ...] = field(init=False, repr=False)
    moves_of: tuple[tuple[AnyChoice, ...], ...] = field(init=False, repr=False)
    way_of_move: dict[AnyChoice, int] = field(init=False, repr=False)
    tas_custom: int = field(init=False)
    test: int = field(init=False)

    def __post_init__(self) -> None:
        """Number the cards and every way to choose an ACT."""
        kinds = self.kinds
        number = {kind.slug: card for card, kind in enumerate(kinds)}
        ways = tuple(way for card, kind in enumerate(kinds) if kind.is_act for way in _ways(card, kinds))
        values = {
            "number": number,
            "slugs": tuple(number),
            "acts": tuple(card for card, kind in enumerate(kinds) if kind.is_act),
            "ults": tuple(card for card, kind in enumerate(kinds) if kind.kind == ULT),
            "bots": tuple(card for card, kind in enumerate(kinds) if kind.kind == BOT),
            "ways": ways,
            "moves_of": tuple(
                tuple(way.move for way in ways if way.act == card) for card in range(len(kinds))
            ),
            "way_of_move": {way.move: n for n, way in enumerate(ways)},
            "tas_custom": number[TAS_CUSTOM],
            "test": number[TEST],
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def names(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Return the slugs of *cards*."""
        slugs = self.slugs
        return tuple([slugs[card] for card in cards])

    def numbers(self, slugs: Iterable[str]) -> list[int]:
        """Return the numbers of the cards with these slugs."""
        number = self.number
        return [number[slug] for slug in slugs]

    def name(self, card: int) -> str:
        """Return the slug of a card; empty for none."""
        return self.slugs[card] if card >= 0 else ""


def _ways(act: int, kinds: tuple[Kind, ...]) -> Iterable[Way]:
    """Yield every way to choose that ACT, in stable order. *Source:* `scrap-knights:act-2`."""
    kind = kinds[act]
    if kind.names_card:
        for named, other in enumerate(kinds):
            if other.is_act:
                yield Way(act, 0, (), 0, named, choosing(kind.slug, named=other.slug))
        return
    for number in kind.numbers or (0,):
        for moves in _directions(kind.directions):
            for over in (0, 1) if kind.overcharge else (0,):
                move = choosing(kind.slug, over == 1, moves, number)
                yield Way(act, over, moves, number, -1, move)


def _directions(count: int) -> list[tuple[Direction, ...]]:
    """Return every way to direct so many Moves."""
    ways: list[tuple[Direction, ...]] = [()]
    steps: tuple[Direction, Direction] = (-1, 1)
    for _ in range(count):
        ways = [(*way, step) for way in ways for step in steps]
    return ways
