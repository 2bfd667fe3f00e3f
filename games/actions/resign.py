"""Resigning: the others win at once."""

from typing import Any

from django.db import transaction

from games.actions.answers import Answer
from games.actions.table import Change, lock, moment, store
from games.engine.house import RESIGN_RULE, Resigned
from games.engine.protocol import Result
from games.models import Step


def resign(match_id: str, user: Any) -> Answer:
    """Give the match up for the seat of *user*, at any time of a running match.

    *Raises:* `Http404`, `NotSeated`, `NotStarted`, `MatchOver`.
    """
    with transaction.atomic(durable=True):
        table = lock(match_id, user)
        seat = table.taken_seat()
        table.check_running()
        now = moment(table.game, match_id, table.seq)
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
