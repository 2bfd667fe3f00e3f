"""Which alerts a step gives rise to. They are rows of the step's own transaction.

Nobody is told of a match without a clock: only bots sit there beside the player. They answer at once, and
wait for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.clocks import rules as clocks
from games.engine.system import TimedOut
from games.matches.models import Match, Step, Watch
from scrapsite import notifications as alerts
from scrapsite.notifications.kinds import ENDED, RUNNING_OUT, STARTED, YOUR_TURN

if TYPE_CHECKING:
    from games.matches.locked_match import Change, Table


def tell_of_step(table: Table, change: Change) -> None:
    """Tell those whose turn it has become, and everybody but the mover of beginning and end.

    *table:* after the step, but still with the *to_act* of before it.
    """
    if change.kind == Step.Kind.START or change.result is not None:
        _announce(table, change)
    if change.kind == Step.Kind.TIMEOUT:
        _tell_of_timeout(table, change)
    if not _has_clock(table):
        return
    people = [seat for seat, bot in enumerate(table.bots) if not bot]
    others = [seat for seat in people if seat != _actor(table, change)]
    if change.kind == Step.Kind.START:
        _tell(table, others, STARTED, STARTED)
    if change.result is not None:
        _tell(table, others, ENDED, ENDED)
    else:
        came = [seat for seat in change.to_act if seat in people and seat not in table.to_act]
        _tell(table, came, YOUR_TURN, f"{YOUR_TURN}:{table.seq}")


def tell_running_out(table: Table, seat: int) -> None:
    """Tell the player at *seat* that little time is left for the present decision."""
    if _has_clock(table):
        _tell(table, [seat], RUNNING_OUT, f"{RUNNING_OUT}:{table.seq}:{seat}")


def tell_called_off(match: Match, by: int | None = None) -> None:
    """Tell who sat at an open match that it is off. *by:* the user who did it, None for the system."""
    seated = match.seats.filter(bot="").values_list("user", flat=True)
    alerts.tell((user for user in seated if user != by), ENDED, match, key=f"{ENDED}:{match.pk}")


def _tell_of_timeout(table: Table, change: Change) -> None:
    then = next((event.then for event in change.events if isinstance(event, TimedOut)), "")
    if then in ("move", "bot"):
        key = f"{RUNNING_OUT}:{table.match_id}:{table.seq}:{then}"
        alerts.tell_seats([change.seat], RUNNING_OUT, table.match_id, table.title, key=key, detail=then)


def _tell(table: Table, seats: list[int], kind: str, key: str) -> None:
    if seats:
        alerts.tell_seats(seats, kind, table.match_id, table.title, key=f"{key}:{table.match_id}")


def _actor(table: Table, change: Change) -> int | None:
    """Return the seat whose player is at the table just now and knows of it; None for the system."""
    return None if change.by_system or change.kind == Step.Kind.TIMEOUT else change.seat


def _has_clock(table: Table) -> bool:
    return clocks.clock_of(table.clock).kind != "none"


def _announce(table: Table, change: Change) -> None:
    match = Match.objects.only("title", "is_listed", "is_private", "watch").get(pk=table.match_id)
    if match.watch != Watch.NOBODY:
        alerts.announce(STARTED if change.kind == Step.Kind.START else ENDED, match)
