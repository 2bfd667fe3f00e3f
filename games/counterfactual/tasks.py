"""Reports are made in the process of the bots, in slices; the turns of bots always come first.

A task may be lost or run twice: the rows say what was found, and a slice is taken up by one task only.
"""

import logging
import time
from datetime import timedelta

from django.db import OperationalError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django_tasks import task

from games import catalog
from games.counterfactual.models import CounterfactualMatch, CounterfactualReport
from games.engine import codec
from games.engine.errors import GameError
from games.fairness.record import recorded_steps
from games.matches.models import Match, MatchSecret
from games.replayer.counterfactual import Course, play_under
from games.replayer.playing import Setting
from games.replayer.record import Mismatch
from scrapsite.server.work.left_behind import left_behind
from scrapsite.server.work.queues import BOTS

SLICE_SECONDS = 0.5
QUIET = timedelta(seconds=10)
_LATER = -20  # than the analyses that somebody waits for

_Stage = CounterfactualReport.Stage
_under_way = Q(stage__in=CounterfactualReport.UNDER_WAY)

logger = logging.getLogger(__name__)


@task(queue_name=BOTS, priority=_LATER)
def play_again(report_id: str, number: int) -> None:
    """Work on the report for a moment, and leave the rest to the next task.

    *number:* how many slices were taken up before; nothing happens if another task has taken this one.
    """
    mine = CounterfactualReport.objects.filter(_under_way, pk=report_id, slices=number)
    if not mine.update(stage=_Stage.RUNNING, slices=F("slices") + 1, touched_at=timezone.now()):
        return
    try:
        is_done = not _go_on(report_id)
    except OperationalError:  # the database is busy: the work is taken up again
        raise
    except Exception:
        logger.exception("The report %s failed.", report_id)
        CounterfactualReport.objects.filter(_under_way, pk=report_id).update(stage=_Stage.FAILED)
        return
    if is_done:
        CounterfactualReport.objects.filter(_under_way, pk=report_id).update(stage=_Stage.DONE)
    else:
        play_again.enqueue(report_id, number + 1)


def revive_reports() -> int:
    """Take up the reports that a killed process has left; return how many."""
    left = left_behind(CounterfactualReport.objects.filter(_under_way), play_again, QUIET)
    for report in left:
        play_again.enqueue(report.pk, report.slices)
    return len(left)


def course_of(match: Match, edition: str) -> Course | None:
    """Return how the finished *match* goes under *edition*; None if its record doesn't fit its own rules.

    *Raises:* `BadOptions` if there is no such edition.
    """
    secret = MatchSecret.objects.get(match=match)
    game = catalog.game_of(*match.rules)
    setting = Setting(game, match.options, len(match.bots), secret.version, bytes(secret.played))
    other = catalog.game(match.title, edition)
    try:
        return play_under(setting, recorded_steps(match), other)
    except (GameError, Mismatch):
        return None


def _go_on(report_id: str) -> bool:
    """Work for a slice of time, at least one match; return whether any is left."""
    report, until = CounterfactualReport.objects.get(pk=report_id), time.monotonic() + SLICE_SECONDS
    while report.done < report.whole and report.is_under_way:
        _play_one(report)
        if time.monotonic() >= until:
            break
    return report.done < report.whole


def _play_one(report: CounterfactualReport) -> None:
    place = report.done
    match = Match.objects.filter(pk=report.matches[place]).first()
    course = course_of(match, report.edition) if match is not None else None
    with transaction.atomic():
        if course is not None and match is not None:
            kind = course.divergence.kind if course.divergence else "same"
            CounterfactualMatch.objects.get_or_create(
                report=report,
                match=match,
                defaults={"place": place, "kind": kind, "course": codec.to_json(course)},
            )
        else:
            report.skipped += 1
        report.done += 1
        report.save(update_fields=["done", "skipped", "touched_at"])
