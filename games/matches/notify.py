"""The notifications that a change of a match causes. They are stored in the change's own transaction.

A match without a clock notifies nobody: its only person plays against bots, which answer at once and wait for
ever.
"""

from games.engine.system import TimedOut
from games.matches.changes import Change, hooks
from games.matches.locked_match import LockedMatch
from games.matches.models import Match, Notice, Step, Watch
from games.matches.notifications import (
    ENDED,
    RUNNING_OUT,
    STARTED,
    STOPPED,
    YOUR_TURN,
    announce,
    notify,
    notify_seats,
)


def notify_of_step(locked: LockedMatch, change: Change, notice: Notice) -> None:
    """Notify players whose turn has come, and all players but the mover when the match begins or ends."""
    if notice == Notice.OWN:
        return
    if change.kind == Step.Kind.START or change.result is not None:
        _announce(locked, change)
    if change.kind == Step.Kind.TIMEOUT:
        _notify_of_timeout(locked, change)
    if not hooks.timekeeper.is_timed(locked.clock):
        return
    people = [seat for seat, bot in enumerate(locked.bots) if not bot]
    others = [seat for seat in people if seat != _actor(change)]
    if change.kind == Step.Kind.START:
        _notify(locked, others, STARTED, STARTED)
    if change.result is not None:
        _notify(locked, others, ENDED, ENDED)
    else:
        came = [seat for seat in change.to_act if seat in people and seat not in locked.to_act]
        _notify(locked, came, YOUR_TURN, f"{YOUR_TURN}:{locked.seq}")


def notify_running_out(locked: LockedMatch, seat: int) -> None:
    """Notify the player at *seat* that little time is left for the current decision."""
    if hooks.timekeeper.is_timed(locked.clock):
        _notify(locked, [seat], RUNNING_OUT, f"{RUNNING_OUT}:{locked.seq}:{seat}")


def notify_stopped(locked: LockedMatch) -> None:
    """Notify the players that the match stands still, once however often the site loses these rules of it."""
    if hooks.timekeeper.is_timed(locked.clock):
        *_, version, digest = Match.objects.get(pk=locked.match_id).rules
        people = [seat for seat, bot in enumerate(locked.bots) if not bot]
        _notify(locked, people, STOPPED, f"{STOPPED}:{version}:{digest[:12]}")


def notify_called_off(match: Match, by: int | None = None) -> None:
    """Notify the players of an open match that it's called off. *by:* key of the user who did it, or None."""
    seated = match.seats.filter(bot="").values_list("user", flat=True)
    notify((user for user in seated if user != by), ENDED, match, key=f"{ENDED}:{match.pk}")


def _notify_of_timeout(locked: LockedMatch, change: Change) -> None:
    then = next((event.then for event in change.events if isinstance(event, TimedOut)), "")
    if then in ("move", "bot"):
        key = f"{RUNNING_OUT}:{locked.match_id}:{locked.seq}:{then}"
        notify_seats([change.seat], RUNNING_OUT, locked.match_id, locked.title, key=key, detail=then)


def _notify(locked: LockedMatch, seats: list[int], kind: str, key: str) -> None:
    if seats:
        notify_seats(seats, kind, locked.match_id, locked.title, key=f"{key}:{locked.match_id}")


def _actor(change: Change) -> int | None:
    """Return the seat whose player made the step and so needn't be notified; None if the system made it."""
    return None if change.by_system or change.kind == Step.Kind.TIMEOUT else change.seat


def _announce(locked: LockedMatch, change: Change) -> None:
    match = Match.objects.only("title", "is_listed", "is_private", "watch").get(pk=locked.match_id)
    if match.watch != Watch.NOBODY:
        announce(STARTED if change.kind == Step.Kind.START else ENDED, match)
