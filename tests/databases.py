"""The test database on SQLite: one process migrates it, all others of this run and of later ones copy it."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.db import connection, transaction
from django.test import TransactionTestCase

from tests.luck import draw_alike

Made = TypeVar("Made")
ROOT = Path(__file__).resolve().parents[1]
# What migrations do, and what they load, depends on nothing else, but for the packages.
SOURCES = ("games", "cards", "rules", "scrapsite")
SUFFIXES = (".py", ".md", ".csv", ".json")


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all processes of this run share."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def kept_file(config: pytest.Config) -> Path:
    """Return where today's runs keep a migrated database of this very source, which may not be there yet."""
    known = hashlib.sha256(f"{sys.version} {datetime.now(UTC).date()}".encode())
    files = [path for folder in SOURCES for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES]
    for path in sorted([*files, *(ROOT / "requirements").glob("*.lock")]):
        known.update(f"{path} ".encode() + path.read_bytes())
    return config.cache.mkdir("migrated") / f"{known.hexdigest()[:24]}.sqlite3"


def keep(made: Path, kept: Path) -> None:
    """Keep a copy of the database *made* for later runs, in place of those of other source."""
    unfinished = kept.with_suffix(f".{os.getpid()}")
    shutil.copy(made, unfinished)
    unfinished.rename(kept)
    for old in kept.parent.glob("*.sqlite3"):
        if old != kept:
            old.unlink(missing_ok=True)


class Migrated:
    """The database as the migrations leave it: a file in *folder* that the first process makes for all.

    *kept:* where an earlier run may have kept it.
    """

    def __init__(self, folder: Path, kept: Path) -> None:
        self.file = folder / "migrated.sqlite3"
        self._kept = kept
        self._lock = os.open(folder / "migrated.sqlite3.lock", os.O_CREAT | os.O_RDWR)
        self._held: sqlite3.Connection | None = None

    def fill(self) -> None:
        """Copy the file to where Django will look; if there is none, others wait until `keep` was called."""
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        if not self.file.exists() and self._kept.exists():
            shutil.copy(self._kept, self.file)
        if self.file.exists():
            # It lasts as long as somebody has it open.
            self._held = sqlite3.connect(connection.creation._get_test_db_name(), uri=True)
            self._copy_to(self._held)
            fcntl.flock(self._lock, fcntl.LOCK_UN)

    def keep(self) -> None:
        """Make the file if there is none and Django has migrated; whoever waits for it goes on."""
        if self._held is not None:
            self._held.close()
        elif connection.is_in_memory_db():  # otherwise no test asks for the database
            connection.ensure_connection()
            unfinished = self.file.with_suffix(".unfinished")
            with closing(sqlite3.connect(unfinished)) as copy:
                connection.connection.backup(copy)
                copy.execute("PRAGMA journal_mode=WAL")
            unfinished.rename(self.file)
            keep(self.file, self._kept)
        os.close(self._lock)

    def put_back(self) -> None:
        """Let the database in memory be as it was at first."""
        connection.ensure_connection()
        self._copy_to(connection.connection)

    def _copy_to(self, target: sqlite3.Connection) -> None:
        with closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as whole:
            whole.backup(target)


def put_back_after_commits(migrated: Migrated) -> None:
    """Let tests that commit put the database back: to empty it and load it anew takes far longer."""
    empty = TransactionTestCase._fixture_teardown

    def teardown(case: Any) -> None:
        if connection.is_in_memory_db():
            migrated.put_back()
        else:
            empty(case)

    TransactionTestCase._fixture_teardown = teardown


def kept_for_module(request: pytest.FixtureRequest, make: Callable[[], Made]) -> Iterator[Made]:
    """Yield what *make* stores; its rows are there for all tests of the module, and gone after them.

    What tests change of it in the database is taken back after each; of the object they should have a copy.
    The module's tests may not commit.
    """
    request.getfixturevalue("django_db_setup")
    blocker, whole = request.getfixturevalue("django_db_blocker"), transaction.atomic()
    whole._from_testcase = True  # what must be a transaction of its own may be part of this one
    with blocker.unblock():
        whole.__enter__()
    try:
        with pytest.MonkeyPatch.context() as patch, blocker.unblock():
            draw_alike(request.node.nodeid, patch)
            made = make()
        yield made
    finally:
        with blocker.unblock():
            transaction.set_rollback(True)
            whole.__exit__(None, None, None)
