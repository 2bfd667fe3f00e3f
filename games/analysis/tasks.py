"""Analyses are made in the process of the bots, in slices; the turns of bots always come first.

A task may be lost or run twice: the rows say what was found, and a slice is taken up by one task only.
"""

import logging
import time
from datetime import timedelta

from django.db import OperationalError
from django.db.models import F, Q
from django.utils import timezone
from django_tasks import task

from games.analysis.judging import Analyst
from games.analysis.models import Analysis
from scrapsite.server.work.left_behind import left_behind
from scrapsite.server.work.queues import BOTS

SLICE_SECONDS = 0.5
QUIET = timedelta(seconds=10)
_LATER = -10  # than anything that somebody waits for in a match

_Stage = Analysis.Stage
_under_way = Q(stage__in=Analysis.UNDER_WAY)

logger = logging.getLogger(__name__)


@task(queue_name=BOTS, priority=_LATER)
def analyse(match_id: str, number: int) -> None:
    """Work on the analysis for a moment, and leave the rest to the next task.

    *number:* how many slices were taken up before; nothing happens if another task has taken this one.
    """
    mine = Analysis.objects.filter(_under_way, match=match_id, slices=number)
    if not mine.update(stage=_Stage.RUNNING, slices=F("slices") + 1, touched_at=timezone.now()):
        return
    try:
        is_done = not _go_on(match_id)
    except OperationalError:  # the database is busy: the work is taken up again
        raise
    except Exception:
        logger.exception("The analysis of match %s failed.", match_id)
        Analysis.objects.filter(match=match_id).update(stage=_Stage.FAILED)
        return
    if not is_done:
        analyse.enqueue(match_id, number + 1)


def revive_analyses() -> int:
    """Take up the analyses that a killed process has left; return how many."""
    left = left_behind(Analysis.objects.filter(_under_way), analyse, QUIET)
    for analysis in left:
        analyse.enqueue(analysis.match_id, analysis.slices)
    return len(left)


def _go_on(match_id: str) -> bool:
    """Work for a slice of time, at least one bit; return whether anything is left to do."""
    analysis = Analysis.objects.select_related("match").get(match=match_id)
    analyst, until = Analyst(analysis), time.monotonic() + SLICE_SECONDS
    while analyst.go_on():
        if time.monotonic() >= until:
            return True
    return False
