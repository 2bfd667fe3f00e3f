"""`manage.py play`: run the whole site on this machine."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from scrapsite.management.owner import refuse_root
from scrapsite.management.stopping import add_yes, stop_after_asking
from scrapsite.server.preparing import prepare
from scrapsite.server.supervising import CannotStart, is_free, supervise

HOST = "127.0.0.1"


class Command(BaseCommand):
    """Prepares the data, then runs web server and worker until Ctrl-C."""

    help = "Set up what is missing and run the site with its worker; Ctrl-C stops both."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments for the port, and to agree to stop matches."""
        parser.add_argument("--port", type=_port, default=8000, help="port on 127.0.0.1 (default: 8000)")
        add_yes(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until somebody asks it to stop."""
        refuse_root("play")
        port = options["port"]
        if not is_free(HOST, port):
            raise CommandError(
                f"Port {port} is taken. Stop what uses it, or choose another: make play PORT={port + 1}"
            )
        os.environ.setdefault("SITE_URL", f"http://{HOST}:{port}")  # for links in the worker's letters
        prepare(self._say, lambda: stop_after_asking(self._say, yes=options["yes"]))
        connections.close_all()
        try:
            supervise(HOST, port, self._say)
        except CannotStart as problem:
            raise CommandError(str(problem)) from None
        self._say("Stopped.")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _port(text: str) -> int:
    """Return a port number. *Raises:* `ValueError` for anything else, which argparse reports."""
    number = int(text)
    if not 1 <= number <= 65534:
        raise ValueError(text)
    return number
