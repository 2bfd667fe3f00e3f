"""Matches that run or wait for players when clocks come get one: the house's, from now on."""

import time
from datetime import UTC, datetime

from django.db import migrations

DAY = 86_400
OPEN_DAYS, MOVE_DAYS = 14, 30
NO_CLOCK = '{"kind":"none","seconds":0}'


def set_deadlines(apps, schema_editor):
    matches = apps.get_model("games", "Match").objects
    now = time.time()
    matches.filter(status="open").update(deadline=_moment(now + OPEN_DAYS * DAY))
    for match in matches.filter(status__in=("open", "running")).only("bots", "deciders", "status").iterator():
        if match.bots.count("") < 2:
            matches.filter(pk=match.pk).update(clock=NO_CLOCK)
        elif match.status == "running":
            _start(matches.filter(pk=match.pk), match, now)


def _start(row, match, now):
    """Let the clocks of those run who must decide; see `games.clocks.rules.Dial` for what is stored."""
    left = MOVE_DAYS * DAY
    running = [left, now, now + left, now + left * 0.75, 0, False, True]
    dials = [
        None if bot else running if seat in match.deciders else [left, 0, 0, 0, 0, False, False]
        for seat, bot in enumerate(match.bots)
    ]
    some_run = any(not match.bots[seat] for seat in match.deciders)
    row.update(clocks=dials, deadline=_moment(now + left * 0.75) if some_run else None)


def _moment(seconds):
    return datetime.fromtimestamp(seconds, UTC)


class Migration(migrations.Migration):
    dependencies = [("games", "0007_step_chain")]

    operations = [migrations.RunPython(set_deadlines, migrations.RunPython.noop)]
