"""The clocks of a locked match: each step that isn't secret updates them, in the step's transaction."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from django.db import connection
from django.utils import timezone

from games.clocks import rules
from games.clocks.resting import rests_of
from games.clocks.rules import SeatClock, SeatClocks, clock_of
from games.engine import codec
from games.matches.changes import Change
from games.matches.locked_match import LockedMatch
from games.matches.models import Notice, Step

_SET_CLOCKS = "UPDATE games_match SET clocks = %s, deadline = %s WHERE id = %s"


class MatchClocks:
    """The clocks that plain play calls, as the `Timekeeper` of `games.matches.changes`."""

    def pin(self, clock: rules.Clock | None, people: int, *, is_rated: bool) -> str:
        """Return the text that a new match stores for *clock*."""
        return rules.pin(clock, people, is_rated=is_rated)

    def is_timed(self, clock: str) -> bool:
        """Return whether a match with the stored text *clock* has a time limit."""
        return clock_of(clock).kind != "none"

    def open_until(self) -> datetime:
        """Return when a match made now expires if nobody takes its free seats."""
        return timezone.now() + timedelta(seconds=rules.OPEN_SECONDS)

    def turn(self, locked: LockedMatch, change: Change, notice: Notice, now: datetime) -> list[Any]:
        """Start the clocks of the seats that must decide after *change*, and stop the others.

        Return the values of the columns `clocks` and `deadline`, or an empty list if nothing changes.
        """
        clock = clock_of(locked.clock)
        if clock.kind == "none":  # a match that has started can't expire
            return _columns(locked, []) if change.kind == Step.Kind.START else []
        before = seat_clocks_of(locked)
        clocks = before or rules.first_seat_clocks(clock, locked.bots)
        turn = _turn(locked, change, notice)
        after = rules.turned(clock, clocks, turn, now.timestamp(), partial(rests_of, locked.match_id, clock))
        if _halts(change):
            after = rules.held(clock, after)
        return _columns(locked, after) if after is not before or change.by_system else []


def seat_clocks_of(locked: LockedMatch) -> SeatClocks:
    """Return the clocks of the seats, None for a seat that a bot has."""
    stored = rules.read_seat_clocks(locked.clocks)
    return [None if bot else clock for clock, bot in zip(stored, locked.bots, strict=bool(stored))]


def set_seat_clock(locked: LockedMatch, seat: int, clock: SeatClock) -> None:
    """Store *clock* as the clock of *seat*, and update the match's deadline."""
    clocks = seat_clocks_of(locked)
    clocks[seat] = clock
    set_seat_clocks(locked, clocks)


def set_seat_clocks(locked: LockedMatch, clocks: Sequence[SeatClock | None]) -> None:
    """Store the clocks of the seats, and the match's deadline."""
    with connection.cursor() as cursor:
        cursor.execute(_SET_CLOCKS, [*_columns(locked, clocks), locked.match_id])


def _halts(change: Change) -> bool:
    """Return whether the match stands still from *change* on, as the site has lost its rules."""
    return change.kind == Step.Kind.RULES and not change.to_act and change.result is None


def _turn(locked: LockedMatch, change: Change, notice: Notice) -> rules.Turn:
    is_move = change.kind == Step.Kind.MOVE
    return rules.Turn(
        seat=change.seat,
        to_act=frozenset(seat for seat in change.to_act if not locked.bots[seat]),
        is_move=is_move and not change.by_system,
        is_progress=is_move and notice == Notice.ALL and not change.undoable,
        begins=any(event.begins for event in change.events),
        timed_out=change.kind == Step.Kind.TIMEOUT and not locked.bots[change.seat],
    )


def _columns(locked: LockedMatch, clocks: Sequence[SeatClock | None]) -> list[Any]:
    """Return the values of `clocks` and `deadline`."""
    locked.clocks = codec.to_json(clocks)
    due = rules.next_due(clocks)
    deadline: Any = datetime.fromtimestamp(due, UTC) if due else None
    return [locked.clocks, connection.ops.adapt_datetimefield_value(deadline)]
