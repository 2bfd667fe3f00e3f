"""`manage.py backup`: copy the database while people play, and keep the newest copies."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from scrapsite.management.owner import refuse_root
from scrapsite.server.backups import postgresql, sqlite
from scrapsite.server.backups.errors import NoBackup
from scrapsite.server.backups.files import forget_old


class Command(BaseCommand):
    """Makes a checked copy under a name with the time, and deletes the oldest ones."""

    help = "Copy the database while the site runs, check the copy, and keep the newest ones."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add where to and how many."""
        parser.add_argument("--to", type=Path, default=settings.BACKUP_DIR, help="folder for the copies")
        parser.add_argument("--keep", type=int, default=settings.BACKUPS_KEPT, help="how many to keep")

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy, check and tidy up; print the name of the copy."""
        refuse_root("backup")
        folder: Path = options["to"]
        if options["keep"] < 1:
            raise CommandError("Keep at least one backup.")
        # A process that is just killed leaves a copy that nobody knows of.
        before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        try:
            made = _save(folder)
        except (NoBackup, OSError) as problem:
            raise CommandError(str(problem)) from None
        finally:
            signal.signal(signal.SIGTERM, before)
        for path in forget_old(folder, options["keep"]):
            self.stdout.write(f"Deleted {path}")
        self.stdout.write(f"{made} holds {made.stat().st_size} bytes.")


def _save(folder: Path) -> Path:
    config = connection.settings_dict
    if connection.vendor == "sqlite":
        return sqlite.save(str(config["NAME"]), folder)
    return postgresql.save(config, folder)
