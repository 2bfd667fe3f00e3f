"""Backups of an SQLite database, by SQLite itself: no other program is needed."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from scrapsite.server.backups.errors import NoBackup
from scrapsite.server.backups.files import sync, whole_file

SUFFIX = "sqlite3"
LOCK_SECONDS = 20.0
INSTRUCTIONS = 100_000


def save(name: str, folder: Path) -> Path:
    """Copy the database into *folder* while it is in use, and check the copy. *Raises:* `NoBackup`."""
    try:
        with whole_file(folder, SUFFIX) as (part, final):
            with closing(sqlite3.connect(f"file:{name}?mode=rw", uri=True, timeout=LOCK_SECONDS)) as base:
                # So that signals are heard meanwhile.
                base.set_progress_handler(lambda: 0, INSTRUCTIONS)
                base.execute("VACUUM INTO ?", (str(part),))
            applied(part)
    except (sqlite3.Error, OSError) as problem:
        raise NoBackup(f"The database could not be copied: {problem}") from None
    return final


def applied(copy: Path) -> set[tuple[str, str]]:
    """Check that *copy* is a sound database of this site; return its migrations. *Raises:* `NoBackup`."""
    try:
        with closing(sqlite3.connect(f"file:{copy}?mode=ro&immutable=1", uri=True)) as base:
            problems = [line for (line,) in base.execute("PRAGMA integrity_check")]
            dangling = base.execute("PRAGMA foreign_key_check").fetchall()
            migrations = set(base.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.Error as problem:
        raise NoBackup(f"{copy} isn't a database of this site: {problem}") from None
    if problems != ["ok"] or dangling:
        raise NoBackup(f"{copy} is damaged: {'; '.join(problems[:3])}, {len(dangling)} rows lead nowhere.")
    return migrations


def put_back(copy: Path, name: str) -> Path | None:
    """Put *copy* in the place of the database; return where the one before is kept, if there was one.

    *Raises:* `NoBackup` if a process of the site has the database open.
    """
    place = Path(name)
    _close(place)
    fresh = place.with_name(f"{place.name}.{os.getpid()}")
    aside = None
    try:
        shutil.copyfile(copy, fresh)
        fresh.chmod(0o600)
        sync(fresh)
        if place.exists():
            aside = place.with_name(f"{place.stem}-before-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{place.suffix}")
            os.link(place, aside)
        fresh.replace(place)
        sync(place.parent)
    except OSError as problem:
        raise NoBackup(f"The copy could not be put in place: {problem}") from None
    finally:
        fresh.unlink(missing_ok=True)
    return aside


def _close(place: Path) -> None:
    """Move what is in the two files beside the database into it, so that it stands alone."""
    if not place.exists():
        return
    try:
        with closing(sqlite3.connect(place, timeout=0.2)) as base:
            # SQLite leaves this mode only when nobody else has the file open.
            base.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as problem:
        if "locked" in str(problem):
            raise NoBackup("The database is in use. Stop the web server and the worker first.") from None
        raise NoBackup(f"The present database can't be opened: {problem}. Move it away first.") from None
    except sqlite3.DatabaseError:
        # It is no database any more: nothing of it can be saved but the files as they are.
        for suffix in ("-wal", "-shm"):
            beside = place.with_name(place.name + suffix)
            if beside.exists():
                beside.replace(place.with_name(f"{place.name}-damaged{suffix}"))
