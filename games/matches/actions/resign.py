"""Resigning: a bot plays on for the seat; where no person would be left to play, the others win at once."""

from typing import Any

from django.db import transaction

from games import catalog
from games.engine.events import Event
from games.engine.protocol import Result
from games.engine.system import RESIGN_RULE, HandedToBot, Resigned
from games.matches.answers import Answer
from games.matches.locked_match import Change, Moment, Table, lock, moment, store
from games.matches.models import Match, Seat, StandingOrder, Step


def resign(match_id: str, user: Any) -> Answer:
    """Give the match up for the seat of *user*, at any time of a running match.

    *Raises:* `Http404`, `NotSeated`, `NotStarted`, `MatchOver`.
    """
    with transaction.atomic(durable=True):
        table = lock(match_id, user)
        seat = table.taken_seat()
        table.check_running()
        now = moment(table.game, match_id, table.seq)
        if others_play_on(table, seat):
            hand_over(table, seat)
            event: Event = HandedToBot(RESIGN_RULE, seat)
            return store(table, system_step(table, now, Step.Kind.RESIGN, event))
        event, result = Resigned(RESIGN_RULE, seat), lost(table, seat, RESIGN_RULE, "Won by resignation.")
        return store(table, system_step(table, now, Step.Kind.RESIGN, event, result))


def others_play_on(table: Table, seat: int) -> bool:
    """Say whether more than one other seat is left, and a person among them."""
    return table.fits and len(table.bots) > 2 and table.bots.count("") > 1


def hand_over(table: Table, seat: int) -> None:
    """Let a bot play on for *seat*. A step that says so has to follow."""
    bot = catalog.title(table.title).bots[0]
    table.bots[seat] = bot
    table.dials = [None if number == seat else dial for number, dial in enumerate(table.dials)]
    Seat.objects.filter(match_id=table.match_id, number=seat).update(bot=bot)
    Match.objects.filter(pk=table.match_id).update(bots=table.bots)
    StandingOrder.objects.filter(match_id=table.match_id, seat=seat).delete()


def lost(table: Table, seat: int, rule: str, reason: str) -> Result:
    """Return the result when all but *seat* win at once; nobody's orders stand any more."""
    StandingOrder.objects.filter(match_id=table.match_id).delete()
    others = tuple(number for number in range(len(table.bots)) if number != seat)
    return Result(others, (), rule, reason)


def system_step(table: Table, now: Moment, kind: str, event: Event, result: Result | None = None) -> Change:
    """Return the change in which *event* happens to a seat, and nothing to the state."""
    return Change(
        kind=kind,
        seat=event.seat,
        events=[event],
        state=now.state,
        draws=now.draws,
        to_act=() if result else tuple(table.game.to_act(now.state)),
        result=result,
        head=-1,
        by_system=result is None,
    )
