"""Backups of a PostgreSQL database, by its own programs."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import Any

from django.db import connection

from scrapsite.server.backups.errors import NoBackup
from scrapsite.server.backups.files import whole_file

SUFFIX = "pgdump"
# A connection that was just closed is still listed for a moment.
FAREWELL_SECONDS = 3.0


def save(settings: dict[str, Any], folder: Path) -> Path:
    """Dump the database into *folder* while it is in use, and check the dump. *Raises:* `NoBackup`."""
    with whole_file(folder, SUFFIX) as (part, final):
        _run(settings, "pg_dump", "--format=custom", "--no-owner", "--file", str(part), settings["NAME"])
        _run(settings, "pg_restore", "--list", str(part))
    return final


def check_free() -> None:
    """Check that no other process is connected to the database. *Raises:* `NoBackup`."""
    end = time.monotonic() + FAREWELL_SECONDS
    while _others():
        if time.monotonic() > end:
            raise NoBackup("The database is in use. Stop all web servers and workers first.")
        time.sleep(0.1)


def _others() -> int:
    """Return how many connections there are beside this one; what our own pool keeps is closed first."""
    wrapper: Any = connection
    wrapper.close()
    wrapper.close_pool()
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from pg_stat_activity where datname = current_database()"
            " and pid <> pg_backend_pid() and backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])


def put_back(copy: Path, settings: dict[str, Any]) -> None:
    """Replace what is in the database by *copy*. *Raises:* `NoBackup`; the database may be empty then."""
    _run(settings, "pg_restore", "--list", str(copy))
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    connection.close()
    _run(
        settings,
        *("pg_restore", "--single-transaction", "--no-owner", "--exit-on-error"),
        *("--dbname", settings["NAME"], str(copy)),
    )


def _run(settings: dict[str, Any], program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL. The password isn't among its arguments, which others could see."""
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    known = {name: str(settings[key]) for name, key in names.items() if settings.get(key)}
    try:
        done = subprocess.run(  # noqa: S603
            [program, *arguments], env={**os.environ, **known}, capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise NoBackup(f"{program} isn't installed; it comes with PostgreSQL's client programs.") from None
    if done.returncode:
        raise NoBackup(f"{program} failed: {done.stderr.strip()[-1000:]}")
