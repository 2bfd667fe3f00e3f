"""Workers of queued tasks: short ones, those that take long, bots, experts, the lab.

They are cheap while idle: django-tasks-db looks for tasks in an exclusive transaction, many times a second.
Here that happens only when there is one; whether there may be, SQLite says by a number that changes with each
commit of anybody else.
"""

import logging
import threading
import time

from django.db import OperationalError, close_old_connections, connection
from django.utils.crypto import get_random_string
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

logger = logging.getLogger(__name__)

SHORT, LONG, BOTS, EXPERTS, LAB = "default", "long", "bots", "experts", "lab"
# Even if nothing seems to have changed, the queue is looked at this often.
MOST_SECONDS = 1.0
PAUSE_AFTER_ERROR = 1.0
# A task that takes long may begin a little later.
LONG_PAUSE = 4


class QueueWorker(Worker):
    """Carries out the tasks of one queue. *interval:* seconds between looks at it."""

    def __init__(self, queue: str, interval: float) -> None:
        super().__init__(
            queue_names=[queue],
            interval=interval,
            batch=True,
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=get_random_string(32),
            excluded_queue_names=[],
        )
        self._version: int | None = None
        self._looked = 0.0

    def work(self) -> None:
        """Carry out tasks until somebody asks it to stop."""
        while self.running:
            try:
                if self.is_wanted():
                    self.run()
            except OperationalError:
                logger.warning("The queue can't be read now.")
                time.sleep(PAUSE_AFTER_ERROR)
            except Exception:
                logger.exception("A worker of tasks failed.")
                connection.close()
                time.sleep(PAUSE_AFTER_ERROR)
            if self.running:
                time.sleep(self.interval)

    def is_wanted(self) -> bool:
        """Return whether a task waits. The database is asked only if it may have changed."""
        version = _version()
        now = time.monotonic()
        if version is not None and version == self._version and now - self._looked < MOST_SECONDS:
            return False
        self._version, self._looked = version, now
        close_old_connections()
        waiting = DBTaskResult.objects.ready().filter(queue_name__in=self.queue_names)
        return waiting.order_by().exists()

    def stop(self) -> None:
        """Ask the worker to stop after the task that it is at."""
        self.running = False


def beside(interval: float) -> tuple[QueueWorker, threading.Thread]:
    """Return the worker of the long tasks, and the thread, not yet started, in which it works."""
    worker = QueueWorker(LONG, interval * LONG_PAUSE)
    return worker, threading.Thread(target=worker.work, name="long-tasks", daemon=True)


def _version() -> int | None:
    """Return a number that changes when others commit, or None if the database has none."""
    if connection.vendor != "sqlite":
        return None
    connection.ensure_connection()
    found: tuple[int] = connection.connection.execute("PRAGMA data_version").fetchone()
    return found[0]
