"""Takes up what a killed process left behind, so that no match hangs."""

import logging
import threading
from datetime import timedelta

from django.db import connection
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.clocks.timeouts import settle_due
from games.matches.models import Match, Status
from games.matches.tasks import play_bot_turn
from games.ratings.counting import count_ratings
from games.statistics.plays import count_plays

logger = logging.getLogger(__name__)

ROUND_SECONDS = 2.0
QUIET = timedelta(seconds=5)
LEASE = timedelta(minutes=5)
KEPT = timedelta(days=1)


def revive_matches() -> int:
    """Enqueue the turn of bots that haven't moved for a while; return how many.

    Nothing is done while tasks wait: the worker is only busy then.
    """
    ready = DBTaskResult.objects.filter(status="READY", task_path=play_bot_turn.module_path)
    if ready.exists():
        return 0
    due = Match.objects.filter(
        bot_to_act=True, status=Status.RUNNING, updated_at__lt=timezone.now() - QUIET
    ).values_list("pk", flat=True)
    for match_id in due[:100]:
        play_bot_turn.enqueue(match_id)
    return len(due[:100])


def end_stale_tasks() -> int:
    """Mark tasks as failed that a killed worker left running; return how many."""
    stale = DBTaskResult.objects.filter(status="RUNNING", started_at__lt=timezone.now() - LEASE)
    return stale.update(status="FAILED", finished_at=timezone.now())


def forget_old_tasks() -> None:
    """Delete the records of tasks that ended more than a day ago."""
    done = DBTaskResult.objects.filter(status__in=("SUCCESSFUL", "FAILED"))
    done.filter(finished_at__lt=timezone.now() - KEPT).delete()


def recover_until(stop: threading.Event) -> None:
    """Do the rounds every two seconds until *stop* is set; for a thread of its own."""
    while not stop.wait(ROUND_SECONDS):
        try:
            revive_matches()
            settle_due()
            end_stale_tasks()
            forget_old_tasks()
            count_plays()
            count_ratings()
        except Exception:
            logger.exception("A round of recovery failed.")
            connection.close()
    connection.close()
