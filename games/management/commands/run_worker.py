"""The worker process: bots' turns and other tasks, timeouts, recovery, notifications, forgetting."""

import logging
import threading
from multiprocessing.context import ForkProcess
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.recovery import recover_until
from scrapsite.accounts.own_data.retention import forget_until
from scrapsite.notifications.delivery_worker import delivery_threads
from scrapsite.server.work.processes import start_beside
from scrapsite.server.work.queues import BOTS, SHORT, QueueWorker, beside


class Command(BaseCommand):
    """Carries out short tasks, with long tasks, recovery and delivery of notifications in threads beside.

    Bots think in a process of their own. If that ends, so does the worker, with status 1.
    """

    help = "Run the worker: plays bots' turns, sends notifications, and picks up what killed processes left."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--interval", type=float, default=0.08, help="seconds between looks at the queue")

    def handle(self, *args: Any, **options: Any) -> None:
        for name in ("django_tasks", "django_tasks_db"):
            logging.getLogger(name).setLevel(logging.ERROR if options["verbosity"] else logging.CRITICAL)
        bots = start_beside(BOTS, options["interval"])
        stop = threading.Event()
        recovery = threading.Thread(target=recover_until, args=(stop,), name="recovery", daemon=True)
        forgetting = threading.Thread(target=forget_until, args=(stop,), name="forgetting", daemon=True)
        long_worker, long_tasks = beside(options["interval"])
        helpers = [recovery, long_tasks, forgetting, *delivery_threads(stop)]
        for helper in helpers:
            helper.start()
        try:
            worker = QueueWorker(SHORT, options["interval"])
            worker.configure_signals()
            threading.Thread(target=_stop_after, args=(bots, worker), name="bots", daemon=True).start()
            worker.work()
        finally:
            is_lost = not bots.is_alive()
            stop.set()
            bots.terminate()
            long_worker.stop()
            for helper in helpers:
                helper.join(timeout=5)
        if is_lost:
            raise CommandError("The process in which bots think has ended.")


def _stop_after(bots: ForkProcess, worker: QueueWorker) -> None:
    bots.join()
    worker.stop()
