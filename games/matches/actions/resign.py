"""Resigning: a bot takes the seat, or, if too few players would be left, the others win at once."""

from typing import Any

from django.db import transaction
from django.db.models import Q

from games import catalog
from games.engine.events import Event
from games.engine.protocol import Result
from games.engine.system import RESIGN_RULE, WON_BY_RESIGNATION, HandedToBot, Resigned
from games.matches.actions.new_rules import end_as_draw, settle_stopped
from games.matches.changes import Change
from games.matches.locked_match import LockedMatch, lock
from games.matches.models import Match, Seat, StandingOrder, Status, Step
from games.matches.steps import Answer, Moment, answer_of, moment_now, store


def resign(match_id: str, user: Any) -> Answer:
    """Resign for the seat of *user*, at any time in a running match; return the match just after it.

    Whoever has resigned before gets the same answer again. A match that stands still because the site lost
    its rules ends as a draw.
    *Raises:* `Http404`, `NotSeated`, `NotStarted`, `MatchOver`.
    """
    with transaction.atomic(durable=True):
        locked = lock(match_id, user)
        again = _resigned_before(locked, user)
        if again is not None:
            return again
        seat = locked.taken_seat()
        locked.check_running()
        if locked.fits or not locked.is_stopped:
            settle_stopped(locked)
            locked.check_running()
        if locked.is_stopped:  # also when nobody has answered for so long that it is a draw anyway
            return end_as_draw(locked, seat)
        now = moment_now(locked)
        if others_play_on(locked):
            hand_over(locked, seat)
            event: Event = HandedToBot(RESIGN_RULE, seat)
            return store(locked, system_step(locked, now, Step.Kind.RESIGN, event))
        event, result = Resigned(RESIGN_RULE, seat), lost(locked, seat, RESIGN_RULE, WON_BY_RESIGNATION)
        return store(locked, system_step(locked, now, Step.Kind.RESIGN, event, result))


def _resigned_before(locked: LockedMatch, user: Any) -> Answer | None:
    """Return the answer that *user* got for resigning before; None if they haven't."""
    if locked.status == Status.RUNNING and locked.seat is not None:
        return None
    mine = Seat.objects.filter(match=locked.match_id, user=user.pk).values("number")
    given_up = Q(kind=Step.Kind.RESIGN) | Q(kind=Step.Kind.RULES, seq=locked.seq, events__contains='"draw"')
    step = Step.objects.filter(given_up, match_id=locked.match_id, seat__in=mine).order_by("-seq").first()
    return None if step is None else answer_of(locked, step)


def others_play_on(locked: LockedMatch) -> bool:
    """Return whether the match can go on when a person leaves: 3 or more seats, another person among them."""
    return len(locked.bots) > 2 and locked.bots.count("") > 1


def hand_over(locked: LockedMatch, seat: int) -> None:
    """Give *seat* to a bot. The caller must then store a step that says so."""
    bot = catalog.title(locked.title).usual_bot
    locked.bots[seat] = bot
    Seat.objects.filter(match_id=locked.match_id, number=seat).update(bot=bot)
    Match.objects.filter(pk=locked.match_id).update(bots=locked.bots)
    StandingOrder.objects.filter(match_id=locked.match_id, seat=seat).delete()


def lost(locked: LockedMatch, seat: int, rule: str, reason: str) -> Result:
    """Return the result in which all but *seat* win, and delete the match's standing orders."""
    StandingOrder.objects.filter(match_id=locked.match_id).delete()
    others = tuple(number for number in range(len(locked.bots)) if number != seat)
    return Result(others, (), rule, reason)


def system_step(
    locked: LockedMatch, now: Moment, kind: str, event: Event, result: Result | None = None
) -> Change:
    """Return a change that records *event* and leaves the game's state as it is."""
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
