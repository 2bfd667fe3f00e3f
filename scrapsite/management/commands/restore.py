"""`manage.py restore`: put a backup in the place of the database, and check every match in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader

from scrapsite.common.versions import bump_data_version
from scrapsite.management.owner import refuse_root
from scrapsite.server.backups import postgresql, sqlite
from scrapsite.server.backups.errors import NoBackup
from scrapsite.server.preparing import prepare

_DONE = "Restored. Start the web server and the worker."


class Command(BaseCommand):
    """Puts a copy in place, brings it up to date, and replays all of its matches."""

    help = "Replace the database with a backup, bring it up to date, and verify its matches."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file and the consent."""
        parser.add_argument("file", type=Path, help="a file that `manage.py backup` made")
        parser.add_argument("--yes", action="store_true", help="don't ask before replacing the database")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore. Nothing has changed if this ends with an error before the copy is in place."""
        refuse_root("restore")
        copy: Path = options["file"]
        if not copy.is_file():
            raise CommandError(f"There is no file {copy}.")
        self._ask(options["yes"])
        try:
            self._put_back(copy)
        except NoBackup as problem:
            raise CommandError(str(problem)) from None
        # What was loaded into the other database says nothing of this one.
        (settings.VAR_DIR / "loaded.stamp").unlink(missing_ok=True)
        prepare(self.stdout.write)
        bump_data_version()
        try:
            call_command("verify_matches", stdout=self.stdout, stderr=self.stderr)
        except CommandError as problem:
            self.stdout.write(_DONE)
            raise CommandError(f"{problem} The backup is in place anyway.") from None
        self.stdout.write(_DONE)

    def _put_back(self, copy: Path) -> None:
        connections.close_all()
        if connection.vendor != "sqlite":
            postgresql.check_free()
            _check_age(copy, postgresql.applied(copy, connection.settings_dict))
            before = postgresql.save(connection.settings_dict, settings.BACKUP_DIR)
            self.stdout.write(f"The database as it was before is in {before}.")
            postgresql.put_back(copy, connection.settings_dict)
            return
        _check_age(copy, sqlite.applied(copy))
        aside = sqlite.put_back(copy, str(connection.settings_dict["NAME"]))
        if aside is not None:
            self.stdout.write(f"The database as it was before is {aside}; delete it when everything works.")

    def _ask(self, is_agreed: bool) -> None:
        if is_agreed:
            return
        name = connection.settings_dict["NAME"]
        try:
            said = input(f"Replace everything in {name}? Type yes: ")
        except EOFError:
            said = ""
        if said.strip() != "yes":
            raise CommandError("Nothing was changed.")


def _check_age(copy: Path, applied: set[tuple[str, str]]) -> None:
    """Check that the site knows all migrations of the copy. *Raises:* `NoBackup` if that is newer."""
    known = set(MigrationLoader(None).disk_migrations)
    newer = sorted(f"{app}.{name}" for app, name in applied - known)
    if newer:
        raise NoBackup(f"{copy} was made by a newer version of the site: this one has no {newer[0]}.")
