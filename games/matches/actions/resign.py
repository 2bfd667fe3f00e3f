"""Resigning: a bot plays on for the seat; where no person would be left to play, the others win at once."""

from typing import Any

from django.db import transaction

from games import catalog
from games.engine.events import Event
from games.engine.protocol import Result
from games.engine.system import RESIGN_RULE, HandedToBot, Resigned
from games.matches.changes import Change
from games.matches.locked_match import LockedMatch, lock
from games.matches.models import Match, Seat, StandingOrder, Step
from games.matches.steps import Answer, Moment, moment, store


def resign(match_id: str, user: Any) -> Answer:
    """Give the match up for the seat of *user*, at any time of a running match.

    *Raises:* `Http404`, `NotSeated`, `NotStarted`, `MatchOver`.
    """
    with transaction.atomic(durable=True):
        locked = lock(match_id, user)
        seat = locked.taken_seat()
        locked.check_running()
        now = moment(locked.game, match_id, locked.seq)
        if others_play_on(locked, seat):
            hand_over(locked, seat)
            event: Event = HandedToBot(RESIGN_RULE, seat)
            return store(locked, system_step(locked, now, Step.Kind.RESIGN, event))
        event, result = Resigned(RESIGN_RULE, seat), lost(locked, seat, RESIGN_RULE, "Won by resignation.")
        return store(locked, system_step(locked, now, Step.Kind.RESIGN, event, result))


def others_play_on(locked: LockedMatch, seat: int) -> bool:
    """Return whether more than one other seat is left, and a person among them."""
    return locked.fits and len(locked.bots) > 2 and locked.bots.count("") > 1


def hand_over(locked: LockedMatch, seat: int) -> None:
    """Let a bot play on for *seat*. A step that says so has to follow."""
    bot = catalog.title(locked.title).bots[0]
    locked.bots[seat] = bot
    Seat.objects.filter(match_id=locked.match_id, number=seat).update(bot=bot)
    Match.objects.filter(pk=locked.match_id).update(bots=locked.bots)
    StandingOrder.objects.filter(match_id=locked.match_id, seat=seat).delete()


def lost(locked: LockedMatch, seat: int, rule: str, reason: str) -> Result:
    """Return the result when all but *seat* win at once; nobody's orders stand any more."""
    StandingOrder.objects.filter(match_id=locked.match_id).delete()
    others = tuple(number for number in range(len(locked.bots)) if number != seat)
    return Result(others, (), rule, reason)


def system_step(
    locked: LockedMatch, now: Moment, kind: str, event: Event, result: Result | None = None
) -> Change:
    """Return the change in which *event* happens to a seat, and nothing to the state."""
    return Change(
        kind=kind,
        seat=event.seat,
        events=[event],
        state=now.state,
        draws=now.draws,
        to_act=() if result else tuple(locked.game.to_act(now.state)),
        result=result,
        head=-1,
        by_system=result is None,
    )
