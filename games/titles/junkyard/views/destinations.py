"""Where a program could lead, for a page that previews a card before it is put into a register."""

from msgspec import Struct

from games.titles.junkyard.edition import Edition
from games.titles.junkyard.effects import Move, Turn
from games.titles.junkyard.keyword import Keyword
from games.titles.junkyard.views.view import View
from games.titles.junkyard.yard import (
    HEADINGS,
    LEFT,
    NOWHERE,
    RIGHT,
    SIDES,
    SPACES,
    Shift,
    drive,
    round_corner,
    turn,
)


class Destination(Struct, frozen=True):
    """A space that the Scrapbot may come to. *turns:* the sides chosen on the way, `left` or `right`.

    *shifts:* every Scrapbot that changes its space on the way, pushed ones too, in order.
    *skipped:* the number of Moves and Turns on the way that can't be resolved.
    """

    space: int
    row: int
    column: int
    heading: str
    turns: tuple[str, ...]
    shifts: tuple[Shift, ...]
    skipped: int


class _Way(Struct, frozen=True):
    at: tuple[int, ...]
    heading: int
    turns: tuple[str, ...] = ()
    shifts: tuple[Shift, ...] = ()
    skipped: int = 0


def destinations(edition: Edition, view: View, seat: int, *cards: str) -> tuple[Destination, ...]:
    """Return where the last of *cards* (slugs) may lead when they resolve in this order, in stable order.

    The way starts where the seat's Scrapbot stands in *view*, and all others are assumed to stay. Empty when
    the Scrapbot isn't placed yet, or when the last card neither moves nor turns it.
    """
    if view.robots[seat] is None or not cards or not _drives(edition.by_slug[cards[-1]].effects):
        return ()
    spaces = tuple(robot.space if robot else NOWHERE for robot in view.robots)
    ways = [_Way(spaces, HEADINGS.index(view.robots[seat].heading))]  # type: ignore[union-attr]
    for number, card in enumerate(cards):
        if number == len(cards) - 1:
            ways = [_Way(way.at, way.heading, way.turns) for way in ways]
        for effect in edition.by_slug[card].effects:
            ways = _apart(seat, [after for way in ways for after in _after(way, seat, effect)])
    return tuple(_destination(seat, way) for way in ways)


def _drives(effects: tuple[Keyword, ...]) -> bool:
    return any(isinstance(effect, Move | Turn) for effect in effects)


def _after(way: _Way, seat: int, effect: Keyword) -> list[_Way]:
    """Return the ways that one effect may continue *way*."""
    if isinstance(effect, Move):
        shifts = drive(way.at, seat, way.heading, effect.count)
        return [_skip(way) if shifts is None else _went(way, shifts, way.heading, way.turns)]
    if not isinstance(effect, Turn):
        return [way]
    found: list[_Way] = []
    for side in (LEFT, RIGHT):
        shifts = round_corner(way.at, seat, way.heading, side)
        if shifts is not None:
            found.append(_went(way, shifts, turn(way.heading, side), (*way.turns, SIDES[side])))
    return found or [_skip(way)]


def _went(way: _Way, shifts: tuple[Shift, ...], heading: int, turns: tuple[str, ...]) -> _Way:
    at = list(way.at)
    for shift in shifts:
        at[shift.seat] = shift.now
    return _Way(tuple(at), heading, turns, way.shifts + shifts, way.skipped)


def _skip(way: _Way) -> _Way:
    return _Way(way.at, way.heading, way.turns, way.shifts, way.skipped + 1)


def _apart(seat: int, ways: list[_Way]) -> list[_Way]:
    """Return one way for each outcome: the spaces of all Scrapbots and the heading."""
    found: dict[tuple[tuple[int, ...], int], _Way] = {}
    for way in ways:
        found.setdefault((way.at, way.heading), way)
    return list(found.values())


def _destination(seat: int, way: _Way) -> Destination:
    space = way.at[seat]
    return Destination(space, *SPACES[space], HEADINGS[way.heading], way.turns, way.shifts, way.skipped)
