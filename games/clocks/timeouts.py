"""What falls due by itself: players run out of time, and matches stay open that nobody joins.

The rows say what is due (`Match.deadline`), so it doesn't matter who does it, or how often it is tried: each
thing is looked at again under the match's lock. `games.recovery` calls `settle_due` every round.
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
from games.clocks import rules as clocks
from games.clocks.resting import rests_of
from games.clocks.turning import set_clocks
from games.clocks.working_time import NO_REST
from games.engine.system import TIME_RULE, TimedOut
from games.live import update_hub as doorbell
from games.matches.actions.bots import chosen_by_bot
from games.matches.actions.play import make_move
from games.matches.actions.resign import hand_over, lost, others_play_on, system_step
from games.matches.locked_match import Table, lock, moment, store
from games.matches.models import Match, Status, Step
from games.matches.notify import tell_called_off, tell_running_out

logger = logging.getLogger(__name__)

MOST_MATCHES = 100
MOST_AT_ONCE = 60
# So long the others aren't kept waiting by a match with which something is wrong.
PUT_OFF = timedelta(minutes=5)


def settle_due() -> int:
    """Do what is due in all matches, the longest overdue first; return in how many there was something."""
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
    """Do what is due in one match, up to a whole turn of somebody absent; return how many things."""
    done = 0
    while done < MOST_AT_ONCE and settle_once(match_id):
        done += 1
    return done


def settle_once(match_id: str) -> bool:
    """Do the next thing that is due; return False when nothing is. Several workers may try at once."""
    planned = _plan(match_id)
    with transaction.atomic(durable=True):
        try:
            table = lock(match_id, None)
        except Http404:  # called off, or deleted
            Match.objects.filter(pk=match_id).update(deadline=None)
            return False
        if table.status == Status.OPEN:
            return _expire(match_id)
        if table.status != Status.RUNNING:
            table.dials = []
        due = _first_due(table.dials)
        if due is None:
            set_clocks(table)
            return False
        _settle_seat(table, *due, planned)
    return True


@dataclass(frozen=True, slots=True)
class _Planned:
    """What the system will do for a seat, worked out before the match is locked."""

    seq: int
    seat: int
    move: Any


def _plan(match_id: str) -> _Planned | None:
    """Return the move for the seat that is next and whose turn the system has taken over; else None."""
    match = Match.objects.filter(pk=match_id, status=Status.RUNNING).first()
    if match is None or not catalog.fits(match.title, match.edition, match.engine_version, match.cards_hash):
        return None
    seat, dial = _first_due(clocks.read_dials(match.clocks)) or (-1, None)
    if dial is None or not dial.out:
        return None
    game, bot = catalog.game(match.title, match.edition), catalog.title(match.title).bots[0]
    state = moment(game, match_id, match.seq).state
    if seat not in game.to_act(state):
        return None
    return _Planned(match.seq, seat, chosen_by_bot(game, state, seat, bot))


def _first_due(dials: clocks.Dials) -> tuple[int, clocks.Dial] | None:
    """Return the seat, and its dial, for which something has been due the longest."""
    running = [(seat, dial) for seat, dial in enumerate(dials) if dial and dial.runs]
    first = min(running, key=lambda pair: pair[1].next_due, default=None)
    return first if first and first[1].next_due <= timezone.now().timestamp() else None


def _settle_seat(table: Table, seat: int, dial: clocks.Dial, planned: _Planned | None) -> None:
    now = timezone.now().timestamp()
    if dial.out and not table.fits:
        _time_is_up(table, seat, dial)
    elif dial.out:
        if planned is not None and (planned.seq, planned.seat) == (table.seq, seat):
            make_move(table, seat, planned.move, None, by_system=True)
    elif now < dial.due:
        _warn(table, seat, dial)
    elif not _rests(table, seat, dial, now):
        _time_is_up(table, seat, dial)


def _warn(table: Table, seat: int, dial: clocks.Dial) -> None:
    """Say once that the time runs out."""
    table.dials[seat] = replace(dial, warn=0)
    set_clocks(table)
    tell_running_out(table, seat)


def _rests(table: Table, seat: int, dial: clocks.Dial, now: float) -> bool:
    """Say whether there is time left after all, because the player has taken time off meanwhile."""
    clock = clocks.clock_of(table.clock)
    if not clock.has_rests:
        return False
    rest = rests_of(table.match_id, clock, [seat]).get(seat, NO_REST)
    if clocks.left_of(dial, now, rest) < 1:
        return False
    table.dials[seat] = clocks.rested(dial, now, rest)
    set_clocks(table)
    return True


def _time_is_up(table: Table, seat: int, dial: clocks.Dial) -> None:
    """Do what the match wants done then; who is absent time and again is replaced by a bot."""
    wanted = clocks.clock_of(table.clock).timeout
    if wanted == "move" and dial.missed + 1 >= clocks.MOST_MISSED:
        wanted = "bot"
    if not table.fits:
        wanted = "forfeit"
    elif wanted == "forfeit" and others_play_on(table, seat):
        wanted = "bot"
    now = moment(table.game, table.match_id, table.seq)
    result = None
    if wanted == "bot":
        hand_over(table, seat)
    elif wanted == "forfeit":
        result = lost(table, seat, TIME_RULE, "Won on time.")
    store(table, system_step(table, now, Step.Kind.TIMEOUT, TimedOut(TIME_RULE, seat, wanted), result))


def _expire(match_id: str) -> bool:
    """Call a match off that has been open for too long; say whether it was."""
    now = timezone.now()
    due = Match.objects.filter(pk=match_id, status=Status.OPEN, deadline__lte=now)
    is_expired = due.update(status=Status.CANCELLED, deadline=None, updated_at=now) > 0
    if is_expired:
        tell_called_off(Match.objects.get(pk=match_id))
        doorbell.ring_on_commit(match_id)
    return is_expired
