"""What the rules need of a card, and how its parts stand in the chain."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec import Struct

from games.titles.scrap_knights.box import ACT_KINDS, ATTACK, BOT, DEFEND, MOVEMENT, SPECIAL, TYPES, ULT
from games.titles.scrap_knights.cards.effects import (
    Block,
    CopyFromHand,
    CopyTurns,
    Deal,
    DealCloseness,
    DealDistance,
    DealHeat,
    HeatOpponent,
    Steps,
    Trade,
)
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


@dataclass(frozen=True)
class Kind:
    """What the rules need of a card. *range:* None for any distance. *overcharge:* extra heat, 0 for none.

    *steps:* by number of the part; those that are done when the card is used aren't in *chain*.
    *reach:* the least and the greatest distance at which an Attack does what it is for, None for any.
    *type_name:* as said on the card. *copies_attack:* its player chooses an Attack that it copies.
    *copies_itself:* in coming turns. *trades:* its player chooses ACTs for it to shuffle in.
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
    type_name: str = field(init=False)
    is_attack: bool = field(init=False)
    tie: int = field(init=False)
    directions: int = field(init=False)
    numbers: tuple[int, ...] = field(init=False)
    names_card: bool = field(init=False)
    steps: tuple[Step, ...] = field(init=False)
    chain: tuple[int, ...] = field(init=False)
    when_used: tuple[CardEffect, ...] = field(init=False)
    reach: tuple[int, int] | None = field(init=False)
    copies_attack: bool = field(init=False)
    copies_itself: bool = field(init=False)
    trades: bool = field(init=False)

    def __post_init__(self) -> None:
        """Work out what its player chooses, and how its parts stand in the chain."""
        values = {
            "is_act": self.kind in ACT_KINDS,
            "is_attack": self.kind == ATTACK,
            "type_name": TYPES[self.kind],
            "tie": TIES[self.kind],
            "directions": sum(part.effect.directions() for part in self.parts),
            "numbers": _numbers(self.parts),
            "names_card": any(part.effect.names_card() for part in self.parts),
            "steps": tuple(_steps(self.parts)),
            "chain": tuple(n for n, part in enumerate(self.parts) if part.priority != USE),
            "when_used": tuple(part.effect for part in self.parts if part.priority == USE),
            "reach": _reach(self.parts, self.range) if self.kind == ATTACK else None,
            "copies_attack": self.does(CopyFromHand),
            "copies_itself": self.does(CopyTurns),
            "trades": self.does(Trade),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def does(self, *effects: type[CardEffect]) -> bool:
        """Return whether one of *effects* is anywhere in what it does."""
        return any(isinstance(found, effects) for part in self.parts for found in part.effect.whole())

    @property
    def priorities(self) -> tuple[str, ...]:
        """Where its effects stand, without those for overcharge: `First`, `+1`, `0`, `X`, `Last`, `Tag`."""
        words = (priority_word(part.priority) for part in self.parts if not part.overcharged)
        return tuple(word for word in words if word)


def priority_word(priority: Priority) -> str:
    """Return a priority as it is printed; empty for what is done when the card is used."""
    if priority == USE:
        return ""
    if isinstance(priority, str):
        return priority.capitalize()
    return f"{priority:+d}".replace("-", "−") if priority else "0"


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


def _reach(parts: tuple[Part, ...], most: int | None) -> tuple[int, int] | None:
    """Return the distances at which the first part strikes, as far as the range goes."""
    asked = _asked(parts[0].effect) if parts else None
    if asked is None or most is None:
        return asked or (None if most is None else (0, most))
    return asked[0], min(asked[1], most)


def _asked(effect: CardEffect) -> tuple[int, int] | None:
    """Return from where to where the effect strikes, None if some of it does so at any distance.

    Of an effect that doesn't strike all that it does counts.
    """
    steps = effect.inner() if isinstance(effect, Steps) else (effect,)
    found = [step.reach() for step in steps if _strikes(step)] or [effect.reach()]
    asked = [reach for reach in found if reach]
    if len(asked) < len(found):
        return None
    return min(least for least, _ in asked), max(most for _, most in asked)


def _strikes(effect: CardEffect) -> bool:
    return any(isinstance(found, _STRIKES) for found in effect.whole())


_STRIKES = (Deal, DealCloseness, DealDistance, DealHeat, HeatOpponent)


def _rank(priority: Priority) -> int:
    named = {FIRST: FIRST_RANK, LAST: LAST_RANK, TAG: TAG_RANK, X: X_RANK, USE: 0}
    return priority if isinstance(priority, int) else named[priority]
