"""What falls due by itself: players run out of time, and open matches that nobody joins expire.

The column `Match.deadline` says what is due, so any worker can do it, and trying twice is harmless: each case
is checked again under the match's lock. `games.recovery` calls `settle_due` every round.
"""

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import OperationalError, transaction
from django.http import Http404
from django.utils import timezone
from msgspec.structs import replace

from games import catalog
from games.clocks.resting import rests_of
from games.clocks.rules import MOST_MISSED, SeatClock, SeatClocks, clock_of, left_of, read_seat_clocks, rested
from games.clocks.turning import seat_clocks_of, set_seat_clock, set_seat_clocks
from games.clocks.working_time import NO_REST
from games.engine.system import TIME_RULE, WON_ON_TIME, TimedOut
from games.matches.actions.bots import move_of_bot
from games.matches.actions.new_rules import settle_stopped
from games.matches.actions.play import make_move
from games.matches.actions.resign import hand_over, lost, others_play_on, system_step
from games.matches.actions.seats import call_off_open
from games.matches.locked_match import LockedMatch, lock
from games.matches.models import Match, Status, Step
from games.matches.notify import notify_running_out
from games.matches.steps import moment_now, store

logger = logging.getLogger(__name__)

MOST_MATCHES = 100
MOST_AT_ONCE = 60
# A match that fails is tried again after this time, so that it doesn't hold up the others.
PUT_OFF = timedelta(minutes=5)


def settle_due() -> int:
    """Do what is due in at most `MOST_MATCHES` matches, longest overdue first; return how many were due."""
    due = Match.objects.filter(deadline__lte=timezone.now()).order_by("deadline")
    found = list(due.values_list("pk", flat=True)[:MOST_MATCHES])
    for match_id in found:
        try:
            settle_match(match_id)
        except OperationalError:  # the database is busy; the next round tries again
            logger.warning("What is due in match %s waits.", match_id)
        except Exception:
            logger.exception("What is due in match %s failed.", match_id)
            Match.objects.filter(pk=match_id).update(deadline=timezone.now() + PUT_OFF)
    return len(found)


def settle_match(match_id: str) -> int:
    """Do what is due in one match, up to a whole turn for an absent player; return how many things."""
    done = 0
    while done < MOST_AT_ONCE and settle_once(match_id):
        done += 1
    return done


def settle_once(match_id: str) -> bool:
    """Do the next thing that is due and return True, or return False if nothing is.

    Several workers may try at once.
    """
    planned = _plan(match_id)
    with transaction.atomic(durable=True):
        try:
            locked = lock(match_id, None)
        except Http404:  # called off, or deleted
            Match.objects.filter(pk=match_id).update(deadline=None)
            return False
        if locked.status == Status.OPEN:
            return call_off_open(match_id, deadline__lte=timezone.now())
        if settle_stopped(locked) or locked.is_stopped:
            return _is_due(match_id)
        seat_clocks = seat_clocks_of(locked) if locked.status == Status.RUNNING else []
        due = _first_due(seat_clocks)
        if due is None:
            set_seat_clocks(locked, seat_clocks)
            return False
        _settle_seat(locked, *due, planned)
    return True


def _is_due(match_id: str) -> bool:
    return Match.objects.filter(pk=match_id, deadline__lte=timezone.now()).exists()


@dataclass(frozen=True, slots=True)
class _Planned:
    """What the system will do for a seat, worked out before the match is locked."""

    seq: int
    seat: int
    move: Any


def _plan(match_id: str) -> _Planned | None:
    """Return the system's move for the seat that is due, or None if the system needn't move for it."""
    match = Match.objects.filter(pk=match_id, status=Status.RUNNING).first()
    if match is None or not catalog.fits(*match.rules):
        return None
    seat, seat_clock = _first_due(read_seat_clocks(match.clocks)) or (-1, None)
    if seat_clock is None or not seat_clock.out:
        return None
    game, bot = catalog.game_of(*match.rules), catalog.title(match.title).usual_bot
    if seat not in match.to_act:
        return None
    return _Planned(match.seq, seat, move_of_bot(match, game, seat, bot))


def _first_due(seat_clocks: SeatClocks) -> tuple[int, SeatClock] | None:
    """Return the seat that has been due the longest, and its clock; None if no seat is due."""
    running = [
        (seat, seat_clock) for seat, seat_clock in enumerate(seat_clocks) if seat_clock and seat_clock.runs
    ]
    first = min(running, key=lambda pair: pair[1].next_due, default=None)
    return first if first and first[1].next_due <= timezone.now().timestamp() else None


def _settle_seat(locked: LockedMatch, seat: int, seat_clock: SeatClock, planned: _Planned | None) -> None:
    now = timezone.now().timestamp()
    if seat_clock.out:
        if planned is not None and (planned.seq, planned.seat) == (locked.seq, seat):
            make_move(locked, seat, planned.move, None, by_system=True)
    elif now < seat_clock.due:
        _warn(locked, seat, seat_clock)
    elif not _rests(locked, seat, seat_clock, now):
        _time_is_up(locked, seat, seat_clock)


def _warn(locked: LockedMatch, seat: int, seat_clock: SeatClock) -> None:
    """Notify the player that the time is running out, and note that it's done."""
    set_seat_clock(locked, seat, replace(seat_clock, warn=0))
    notify_running_out(locked, seat)


def _rests(locked: LockedMatch, seat: int, seat_clock: SeatClock, now: float) -> bool:
    """Return whether time is left after all because the player has taken time off; if so, store it."""
    clock = clock_of(locked.clock)
    if not clock.has_rests:
        return False
    rest = rests_of(locked.match_id, clock, [seat]).get(seat, NO_REST)
    if left_of(seat_clock, now, rest) < 1:
        return False
    set_seat_clock(locked, seat, rested(seat_clock, now, rest))
    return True


def _time_is_up(locked: LockedMatch, seat: int, seat_clock: SeatClock) -> None:
    """Do what the match's clock says about timeouts; a bot replaces a player who is absent too often."""
    wanted = clock_of(locked.clock).timeout
    if wanted == "move" and seat_clock.missed + 1 >= MOST_MISSED:
        wanted = "bot"
    if wanted == "forfeit" and others_play_on(locked):
        wanted = "bot"
    now = moment_now(locked)
    result = None
    if wanted == "bot":
        hand_over(locked, seat)
    elif wanted == "forfeit":
        result = lost(locked, seat, TIME_RULE, WON_ON_TIME)
    store(locked, system_step(locked, now, Step.Kind.TIMEOUT, TimedOut(TIME_RULE, seat, wanted), result))
