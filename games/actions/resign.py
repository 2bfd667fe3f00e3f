"""Resigning: a bot plays on for the seat; where no person would be left to play, the others win at once."""

from typing import Any

from django.db import transaction

from games import catalog
from games.actions.answers import Answer
from games.actions.table import Change, Moment, Table, lock, moment, store
from games.engine.house import RESIGN_RULE, HandedToBot, Resigned
from games.engine.protocol import Result
from games.models import Match, Seat, StandingOrder, Step


def resign(match_id: str, user: Any) -> Answer:
    """Give the match up for the seat of *user*, at any time of a running match.

    *Raises:* `Http404`, `NotSeated`, `NotStarted`, `MatchOver`.
    """
    with transaction.atomic(durable=True):
        table = lock(match_id, user)
        seat = table.taken_seat()
        table.check_running()
        now = moment(table.game, match_id, table.seq)
        if _others_play_on(table, seat):
            return _hand_to_bot(table, seat, now)
        StandingOrder.objects.filter(match_id=match_id).delete()
        others = tuple(number for number in range(len(table.bots)) if number != seat)
        change = Change(
            kind=Step.Kind.RESIGN,
            seat=seat,
            events=[Resigned(RESIGN_RULE, seat)],
            state=now.state,
            draws=now.draws,
            deciders=(),
            result=Result(others, (), RESIGN_RULE, "Won by resignation."),
            head=-1,
        )
        return store(table, change)


def _others_play_on(table: Table, seat: int) -> bool:
    """Say whether more than one other seat is left, and a person among them."""
    return table.fits and len(table.bots) > 2 and table.bots.count("") > 1


def _hand_to_bot(table: Table, seat: int, now: Moment) -> Answer:
    bot = catalog.title(table.title).bots[0]
    table.bots[seat] = bot
    Seat.objects.filter(match_id=table.match_id, number=seat).update(bot=bot)
    Match.objects.filter(pk=table.match_id).update(bots=table.bots)
    StandingOrder.objects.filter(match_id=table.match_id, seat=seat).delete()
    change = Change(
        kind=Step.Kind.RESIGN,
        seat=seat,
        events=[HandedToBot(RESIGN_RULE, seat)],
        state=now.state,
        draws=now.draws,
        deciders=tuple(table.game.deciders(now.state)),
        result=None,
        head=-1,
    )
    return store(table, change, by_house=True)
