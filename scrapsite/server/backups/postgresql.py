"""Backups of a PostgreSQL database, by its own programs."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, cast

from django.db import connection

from scrapsite.server.backups.errors import NoBackup
from scrapsite.server.backups.files import whole_file

SUFFIX = "pgdump"
# A connection that was just closed is still listed for a moment.
FAREWELL_SECONDS = 3.0
# Options of a connection, beside those of TLS, that the programs need too: where the server is, and who asks.
_TOLD = (
    *("host", "hostaddr", "port", "user", "password", "passfile", "service", "options"),
    *("target_session_attrs", "channel_binding", "require_auth", "gssencmode", "krbsrvname"),
)


def save(settings: dict[str, Any], folder: Path) -> Path:
    """Dump the database into *folder* while it is in use, and check the dump. *Raises:* `NoBackup`."""
    with whole_file(folder, SUFFIX) as (part, final):
        _run(settings, "pg_dump", "--format=custom", "--no-owner", "--file", str(part), settings["NAME"])
        _run(settings, "pg_restore", "--list", str(part))
    return final


def applied(copy: Path, settings: dict[str, Any]) -> set[tuple[str, str]]:
    """Return the migrations of the site whose dump *copy* is. *Raises:* `NoBackup` if it is no site's."""
    reading = ["pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(copy)]
    with _started(settings, reading, stdout=subprocess.PIPE) as source:
        lines = iter(cast(IO[bytes], source.stdout).read().decode().splitlines())
    next((line for line in lines if line.startswith("COPY ")), None)
    rows = (line.split("\t") for line in takewhile(lambda line: line != "\\.", lines))
    migrations = {(app, name) for _, app, name, *_ in rows}
    if not migrations:
        raise NoBackup(f"{copy} isn't a dump of this site: it has no migrations.")
    return migrations


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
    """Replace what is in the database by *copy*, whole or not at all. *Raises:* `NoBackup`."""
    _run(settings, "pg_restore", "--list", str(copy))
    connection.close()
    reading = ["pg_restore", "--no-owner", "--file=-", str(copy)]
    writing = ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--dbname", settings["NAME"]]
    with (
        _started(settings, reading, stdout=subprocess.PIPE) as source,
        _started(settings, writing, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as target,
    ):
        dumped, told = cast(IO[bytes], source.stdout), cast(IO[bytes], target.stdin)
        with dumped, suppress(BrokenPipeError), told as sink:
            sink.write(b"BEGIN;\nDROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n")
            shutil.copyfileobj(dumped, sink)
            # Without this, all of it is undone when psql comes to the end.
            if source.wait() == 0:
                sink.write(b"COMMIT;\n")


@contextmanager
def _started(
    settings: dict[str, Any], command: list[str], **streams: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program of PostgreSQL while the block runs. *Raises:* `NoBackup` if it fails."""
    with TemporaryFile() as errors:
        try:
            child = subprocess.Popen(command, env=_environment(settings), stderr=errors, **streams)  # noqa: S603
        except FileNotFoundError:
            missing = f"{command[0]} isn't installed; it comes with PostgreSQL's client programs."
            raise NoBackup(missing) from None
        with child:
            yield child
        if child.returncode:
            errors.seek(0)
            said = errors.read().decode(errors="replace").strip()
            raise NoBackup(f"{command[0]} failed: {said[-1000:]}")


def _run(settings: dict[str, Any], *command: str) -> None:
    """Run a program of PostgreSQL to its end. *Raises:* `NoBackup` if it fails."""
    with _started(settings, [*command], stdout=subprocess.DEVNULL):
        pass


def _environment(settings: dict[str, Any]) -> dict[str, str]:
    """Return what the programs need. The password isn't among their arguments, which others could see.

    Options of the connection, such as those of TLS, are called as libpq calls them.
    """
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    own = {name: str(settings[key]) for name, key in names.items() if settings.get(key)}
    options = settings.get("OPTIONS", {})
    told = {f"PG{key.replace('_', '').upper()}": str(options[key]) for key in options if _is_told(key)}
    return {**os.environ, **told, **own}


def _is_told(option: str) -> bool:
    return option.startswith("ssl") or option in _TOLD
