"""The coin race, whose figures are known: players flip in turn, and the first with enough heads wins."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec import Struct

from games.engine.chance import Chance
from games.engine.codec import pack, unpack
from games.engine.events import Event
from games.engine.protocol import Offer, Result
from games.engine.viewers import Viewer
from tests.toy import bolts


class Flip(Struct, frozen=True, tag_field="type", tag="flip"):
    """Flip the coin, or say that you will: the second is as good as the first."""

    loudly: bool = False


class State(Struct):
    """*heads:* that each still needs."""

    heads: list[int]
    active: int = 0


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """None."""


class Race:
    """The coin race for *heads*, by seat. The first seat flips first; a seat that needs 1 has no choice."""

    slug, move_type, event_type, options_type = "race", Flip, Event, Options

    def __init__(self, edition: str, heads: tuple[int, int]) -> None:
        self.edition, self.heads = edition, heads

    def new(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        return State(list(self.heads)), []

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if 0 in state.heads else (state.active,)

    def legal(self, state: State, seat: int) -> list[Flip]:
        return [Flip(), Flip(True)] if state.heads[seat] > 1 else [Flip()]

    def apply(self, state: State, seat: int, move: Flip, chance: Chance) -> list[Event]:
        state.heads[seat] -= chance.coin("race")
        state.active = 1 - seat
        return []

    def offers(self, state: State, seat: int) -> list[Offer]:
        return []

    def view(self, state: State, viewer: Viewer) -> State:
        return self.clone(state)

    def result(self, state: State) -> Result | None:
        return Result((state.heads.index(0),), (0, 0), "end-1", "") if 0 in state.heads else None

    def resample(self, view: State, chance: Chance) -> State:
        return self.clone(view)

    def evaluate(self, state: State, seat: int) -> float:
        return float(state.heads[1 - seat] - state.heads[seat])

    def clone(self, state: State) -> State:
        return State(list(state.heads), state.active)

    def encode(self, state: State) -> bytes:
        return pack(state)

    def decode(self, data: bytes) -> State:
        return unpack(State, data)


# By edition: how many heads each seat needs. In the last one, the second seat has a start.
HEADS = {"fair": (2, 2), "again": (2, 2), "long": (3, 3), "start": (2, 1)}


def title() -> Any:
    """Return the coin race as a title."""
    info = bolts.TITLE.newest
    editions = {
        name: replace(info, slug=name, game=Race(name, heads), cards_hash=f"race {heads}")
        for name, heads in HEADS.items()
    }
    return replace(bolts.TITLE, slug="race", name="Race", editions=editions, options=())


@cache
def first_wins(mine: int, theirs: int) -> Fraction:
    """Return how often who flips next wins: heads or not, the other one is next, unless it was the last."""
    if not mine:
        return Fraction(1)
    if not theirs:
        return Fraction(0)
    after_heads = 1 - first_wins(theirs, mine - 1)
    # P = h / 2 + (1 - Q) / 2, where Q is the same for the other: Q = g / 2 + (1 - P) / 2.
    other_heads = 1 - first_wins(mine, theirs - 1)
    return (2 * after_heads + 1 - other_heads) * Fraction(1, 3)


@cache
def flips(mine: int, theirs: int) -> Fraction:
    """Return how many flips there are on average when who needs *mine* is next."""
    if not (mine and theirs):
        return Fraction(0)
    # T = 1 + flips(theirs, mine - 1) / 2 + U / 2, and U the same for the other.
    one, other = flips(theirs, mine - 1), flips(mine, theirs - 1)
    return (1 + one / 2 + Fraction(1, 2) * (1 + other / 2)) * Fraction(4, 3)
