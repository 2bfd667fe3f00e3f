"""An edition of Scrap Knights as data: its cards, and what the engine works out from them once.

Inside the engine a card is its number in the box: ACTs first, then ULTs, then BOTs.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from msgspec import Struct

from games.titles.scrap_knights.box import ACT_KINDS, ATTACK, BOT, DEFEND, MOVEMENT, SPECIAL, ULT
from games.titles.scrap_knights.cards.effects import Block
from games.titles.scrap_knights.cards.parts import (
    FIRST,
    LAST,
    PARRY_NUMBERS,
    TAG,
    USE,
    CardEffect,
    Link,
    Part,
    Priority,
    Trigger,
    X,
)
from games.titles.scrap_knights.decks.deck import TAS_CUSTOM, TEST
from games.titles.scrap_knights.moves import AnyChoice, Direction, choosing

# In ties; all ACTs come after BOTs and ULTs. *Source:* `scrap-knights:chain-3`.
TIES = {BOT: 0, ULT: 1, DEFEND: 2, ATTACK: 3, MOVEMENT: 4, SPECIAL: 5}
FIRST_RANK, LAST_RANK, TAG_RANK, X_RANK = 50, -50, 60, 70


class Step(Struct, frozen=True):
    """A part of a card, for the chain. *rank:* its printed priority as a number, TAG_RANK or X_RANK.

    *only_blocks:* when its turn comes there is nothing left to do. *first_move:* with which of the
    card's Moves its own begin.
    """

    rank: int
    overcharged: bool
    effect: CardEffect
    blocks: tuple[int, ...]
    only_blocks: bool
    first_move: int


class Way(Struct, frozen=True):
    """One way to choose an ACT. *named:* number of the ACT that is named, or -1."""

    act: int
    over: int
    moves: tuple[Direction, ...]
    number: int
    named: int
    move: AnyChoice


@dataclass(frozen=True)
class Kind:
    """What the rules need of a card. *range:* None for any distance. *overcharge:* extra heat, 0 for none.

    *steps:* by number of the part; those that are done when the card is used aren't in *chain*.
    """

    slug: str
    name: str
    kind: str
    heat: int = 0
    range: int | None = None
    overcharge: int = 0
    parts: tuple[Part, ...] = ()
    link: Link | None = None
    trigger: Trigger | None = None
    icon: str = ""

    is_act: bool = field(init=False)
    is_attack: bool = field(init=False)
    tie: int = field(init=False)
    directions: int = field(init=False)
    numbers: tuple[int, ...] = field(init=False)
    names_card: bool = field(init=False)
    steps: tuple[Step, ...] = field(init=False)
    chain: tuple[int, ...] = field(init=False)
    when_used: tuple[CardEffect, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Work out what its player chooses, and how its parts stand in the chain."""
        values = {
            "is_act": self.kind in ACT_KINDS,
            "is_attack": self.kind == ATTACK,
            "tie": TIES[self.kind],
            "directions": sum(part.effect.directions() for part in self.parts),
            "numbers": _numbers(self.parts),
            "names_card": any(part.effect.names_card() for part in self.parts),
            "steps": tuple(_steps(self.parts)),
            "chain": tuple(n for n, part in enumerate(self.parts) if part.priority != USE),
            "when_used": tuple(part.effect for part in self.parts if part.priority == USE),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True, eq=False)
class Edition:
    """*kinds:* all cards in the order of the box."""

    slug: str
    date: date
    summary: str
    kinds: tuple[Kind, ...]

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


def _numbers(parts: tuple[Part, ...]) -> tuple[int, ...]:
    if any(part.priority == X for part in parts):
        return PARRY_NUMBERS
    return next((part.effect.numbers() for part in parts if part.effect.numbers()), ())


def _steps(parts: tuple[Part, ...]) -> Iterable[Step]:
    first_move = 0
    for part in parts:
        effect = part.effect
        only_blocks = isinstance(effect, Block)
        yield Step(_rank(part.priority), part.overcharged, effect, effect.blocks(), only_blocks, first_move)
        first_move += effect.directions()


def _rank(priority: Priority) -> int:
    named = {FIRST: FIRST_RANK, LAST: LAST_RANK, TAG: TAG_RANK, X: X_RANK, USE: 0}
    return priority if isinstance(priority, int) else named[priority]


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
