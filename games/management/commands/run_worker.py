"""The worker process: bots' turns and other tasks, timeouts, recovery, notifications, forgetting."""

import logging
import threading
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.recovery import recover_until
from scrapsite.accounts.own_data.retention import forget_until
from scrapsite.notifications.delivery_worker import delivery_threads
from scrapsite.server.work.processes import LAST, LATER, start_beside
from scrapsite.server.work.queues import BOTS, EXPERTS, LAB, LONG_PAUSE, SHORT, QueueWorker, beside


class Command(BaseCommand):
    """Carries out short tasks, with long tasks, recovery and delivery of notifications in threads beside.

    Bots think in a process of their own, experts in another, and the games of the lab are played in others.
    If one of these ends, so does the worker, with status 1.
    """

    help = "Run the worker: plays bots' turns, sends notifications, and picks up what killed processes left."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--interval", type=float, default=0.08, help="seconds between looks at the queue")

    def handle(self, *args: Any, **options: Any) -> None:
        for name in ("django_tasks", "django_tasks_db"):
            logging.getLogger(name).setLevel(logging.ERROR if options["verbosity"] else logging.CRITICAL)
        interval = options["interval"]
        processes = [start_beside(BOTS, interval), start_beside(EXPERTS, interval, LATER)]
        for _ in range(settings.LAB_PROCESSES):
            processes.append(start_beside(LAB, interval * LONG_PAUSE, LAST))
        stop = threading.Event()
        recovery = threading.Thread(target=recover_until, args=(stop,), name="recovery", daemon=True)
        forgetting = threading.Thread(target=forget_until, args=(stop,), name="forgetting", daemon=True)
        long_worker, long_tasks = beside(interval)
        helpers = [recovery, long_tasks, forgetting, *delivery_threads(stop)]
        for helper in helpers:
            helper.start()
        try:
            worker = QueueWorker(SHORT, interval)
            worker.configure_signals()
            threading.Thread(target=_stop_after, args=(processes, worker), name="beside", daemon=True).start()
            worker.work()
        finally:
            lost = [process.name for process in processes if not process.is_alive()]
            stop.set()
            for process in processes:
                process.terminate()
            long_worker.stop()
            for helper in helpers:
                helper.join(timeout=5)
        if lost:
            raise CommandError(f"A process beside the worker has ended: {', '.join(lost)}.")


def _stop_after(processes: list[ForkProcess], worker: QueueWorker) -> None:
    wait([process.sentinel for process in processes])
    worker.stop()
