"""Recovery: takes up the work that a killed process left behind, so that no match hangs."""

import logging
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

from django.db import connection
from django.db.models import Q
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.analysis.tasks import revive_analyses
from games.clocks.timeouts import settle_due
from games.counterfactual.tasks import revive_reports
from games.drafts.checking import revive_checks
from games.lab.tasks import forget_shards, revive_lab
from games.matches.actions.new_rules import stop_matches
from games.matches.models import Match, Status
from games.matches.tasks import enqueue_turn, play_bot_turn
from games.ratings.counting import count_ratings
from games.statistics.plays import count_plays
from games.suggestions.tasks import revive_searches
from scrapsite.common.models import delete_in_batches
from scrapsite.server.models import WORKER, beat
from scrapsite.server.work.once import forget_done_requests

logger = logging.getLogger(__name__)

ROUND_SECONDS = 2.0
QUIET = timedelta(seconds=5)
# A sign of life is a write, so it isn’t given each time.
BEAT_ROUNDS = 5
FORGET_ROUNDS = 300
LEASE = timedelta(minutes=5)
KEPT = timedelta(days=1)


def revive_matches() -> int:
    """Enqueue the turns of bots that haven't moved for a while; return for how many matches.

    It does nothing while such tasks wait in the queue: the worker is only busy then.
    """
    ready = DBTaskResult.objects.filter(status="READY", task_path=play_bot_turn.module_path)
    if ready.exists():
        return 0
    now = timezone.now()
    # What was changed in the future was changed before the clock was put back.
    quiet = Q(updated_at__lt=now - QUIET) | Q(updated_at__gt=now + QUIET)
    due = Match.objects.filter(quiet, bot_to_act=True, status=Status.RUNNING).values_list("pk", "bots")
    for match_id, seats in due[:100]:
        enqueue_turn(match_id, seats)
    return len(due[:100])


def end_stale_tasks() -> int:
    """Mark tasks that a killed worker left running as failed; return how many."""
    now = timezone.now()
    stale = Q(started_at__lt=now - LEASE) | Q(started_at__gt=now + LEASE)
    return DBTaskResult.objects.filter(stale, status="RUNNING").update(status="FAILED", finished_at=now)


def forget_old_tasks() -> None:
    """Delete the records of tasks that ended more than a day ago."""
    done = DBTaskResult.objects.filter(status__in=("SUCCESSFUL", "FAILED"))
    delete_in_batches(done.filter(finished_at__lt=timezone.now() - KEPT))


def recover_until(stop: threading.Event) -> None:
    """Stop matches whose rules are gone, then do a round of recovery every two seconds until *stop* is set.

    Run it in its own thread. A job that fails keeps no other from being done.
    """
    at_start: list[Callable[[], object]] = [
        stop_matches,
        partial(revive_lab, is_start=True),
        partial(revive_searches, is_start=True),
    ]
    rounds = 0
    while not stop.wait(ROUND_SECONDS):
        at_start = [job for job in at_start if not _does(job)]
        for job in _jobs(rounds):
            _does(job)
        rounds += 1
    connection.close()


def _jobs(rounds: int) -> Iterator[Callable[[], object]]:
    """Yield what is due after so many rounds, in order."""
    if rounds % BEAT_ROUNDS == 0:
        yield partial(beat, WORKER)
    if rounds % FORGET_ROUNDS == 0:
        yield from (forget_old_tasks, forget_done_requests, forget_shards)
    yield from (revive_matches, revive_analyses, revive_reports, revive_lab, revive_searches, revive_checks)
    yield from (settle_due, end_stale_tasks, count_plays, count_ratings)


def _does(job: Callable[[], object]) -> bool:
    """Do the job and return whether it succeeded."""
    try:
        job()
    except Exception:
        logger.exception("A job of recovery failed.")
        connection.close()
        return False
    return True
