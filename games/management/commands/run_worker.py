"""The worker process: bots' turns and other tasks, timeouts, recovery, notifications, forgetting."""

import threading
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from games.recovery import recover_until
from scrapsite.accounts.own_data.retention import forget_until
from scrapsite.notifications.delivery_worker import delivery_threads


class Command(BaseCommand):
    """Runs the worker of django-tasks, with recovery and delivery of notifications in threads beside it."""

    help = "Run the worker: plays bots' turns, sends notifications, and picks up what killed processes left."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--interval", type=float, default=0.08, help="seconds between looks at the queue")

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()
        recovery = threading.Thread(target=recover_until, args=(stop,), name="recovery", daemon=True)
        forgetting = threading.Thread(target=forget_until, args=(stop,), name="forgetting", daemon=True)
        helpers = [recovery, forgetting, *delivery_threads(stop)]
        for helper in helpers:
            helper.start()
        try:
            call_command(
                "db_worker",
                reload=False,
                startup_delay=False,
                interval=options["interval"],
                queue_name="*",
                verbosity=options["verbosity"],
            )
        finally:
            stop.set()
            for helper in helpers:
                helper.join(timeout=5)
