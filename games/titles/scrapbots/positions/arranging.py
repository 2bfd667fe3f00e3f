"""Lays out a table of Scrapbots from what was dealt. Cards change places; none is made or lost."""

from typing import Annotated

from msgspec import Meta, Struct

from games.titles.scrapbots.edition import Edition
from games.titles.scrapbots.state import EMPTY, LANES, WOUND, State

LANE_NAMES = ("left", "centre", "right")


class Robot(Struct, frozen=True, forbid_unknown_fields=True):
    """A Scrapbot in a Lane. *damage:* in tens."""

    card: str
    damage: Annotated[int, Meta(ge=0, multiple_of=10)] = 0
    ready: bool = True


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one player. *hand:* None for the one that was dealt. *deck:* its top, first drawn first.

    *lanes:* by the name of the Lane.
    """

    hand: tuple[str, ...] | None = None
    deck: tuple[str, ...] = ()
    lanes: dict[str, Robot] = {}


class Arrangement(Struct, frozen=True, forbid_unknown_fields=True):
    """*active:* whose turn it is. *scrap*, *energy:* in the pool. *sides:* by seat."""

    active: Annotated[int, Meta(ge=0, le=1)] = 0
    turn: Annotated[int, Meta(ge=1)] = 9
    scrap: Annotated[int, Meta(ge=0)] = 0
    energy: Annotated[int, Meta(ge=0)] = 0
    sides: tuple[Side, Side] = (Side(), Side())


def arrange(edition: Edition, state: State, wanted: Arrangement) -> None:
    """Lay out a freshly dealt *state* as *wanted*. *Raises:* ValueError when a card isn't to be had."""
    state.active, state.turn, state.scrap, state.energy = (
        wanted.active,
        wanted.turn,
        wanted.scrap,
        wanted.energy,
    )
    for seat, side in enumerate(wanted.sides):
        if side.hand is not None:
            state.decks[seat][:0], state.hands[seat] = state.hands[seat], []
    for seat, side in enumerate(wanted.sides):
        for name, robot in side.lanes.items():
            _build(edition, state, seat, name, robot)
        state.hands[seat] += [_taken(edition, state, seat, slug) for slug in side.hand or ()]
        state.decks[seat] += [_taken(edition, state, seat, slug) for slug in side.deck[::-1]]


def _build(edition: Edition, state: State, seat: int, name: str, robot: Robot) -> None:
    if name not in LANE_NAMES:
        raise ValueError(f"There is no Lane “{name}”.")
    slot = seat * LANES + LANE_NAMES.index(name)
    state.bots[slot] = _taken(edition, state, seat, robot.card)
    state.damage[slot], state.ready[slot] = robot.damage, int(robot.ready)


def _taken(edition: Edition, state: State, seat: int, slug: str) -> int:
    """Take a card of that kind from where it was dealt, and return its kind."""
    kind = edition.kind_number.get(slug, EMPTY)
    if kind == WOUND and state.stack:
        state.stack -= 1
        return kind
    for pile in (state.decks[seat], state.main, state.decks[1 - seat]):
        if kind in pile:
            pile.remove(kind)
            return kind
    if kind != EMPTY and kind in state.market and state.main:
        state.market[state.market.index(kind)] = state.main.pop()
        return kind
    raise ValueError(f"There is no {slug} left.")
