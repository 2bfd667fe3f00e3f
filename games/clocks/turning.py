"""The clocks of a match under lock: they turn with each step that others notice, in its transaction."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import connection

from games.clocks import rules as clocks
from games.clocks.resting import rests_of
from games.engine import codec
from games.matches.models import Notice, Step

if TYPE_CHECKING:
    from games.matches.locked_match import Change, Table

_SET_CLOCKS = "UPDATE games_match SET clocks = %s, deadline = %s WHERE id = %s"


def turn_clocks(table: Table, change: Change, notice: Notice, now: datetime) -> bool:
    """Let the clocks of those run who must decide after *change*, and stop the others.

    Return whether there is something to be stored.
    """
    clock = clocks.clock_of(table.clock)
    if clock.kind == "none":
        return change.kind == Step.Kind.START  # it is open no more, so it can't expire
    is_move = change.kind == Step.Kind.MOVE
    turn = clocks.Turn(
        seat=change.seat,
        to_act=frozenset(seat for seat in change.to_act if not table.bots[seat]),
        is_move=is_move and not change.by_system,
        is_progress=is_move and notice == Notice.ALL and not change.undoable,
        timed_out=change.kind == Step.Kind.TIMEOUT and not table.bots[change.seat],
    )
    before = table.dials
    dials = before or clocks.first_dials(clock, table.bots)
    table.dials = clocks.turned(clock, dials, turn, now.timestamp(), partial(rests_of, table.match_id, clock))
    return table.dials is not before or change.by_system


def clock_columns(table: Table) -> list[Any]:
    """Return what is stored of the dials of *table*, and when the next thing falls due."""
    due = clocks.next_due(table.dials)
    deadline: Any = datetime.fromtimestamp(due, UTC) if due else None
    return [codec.to_json(table.dials), connection.ops.adapt_datetimefield_value(deadline)]


def set_clocks(table: Table) -> None:
    """Store the dials of *table*, and when the next thing falls due."""
    with connection.cursor() as cursor:
        cursor.execute(_SET_CLOCKS, [*clock_columns(table), table.match_id])
