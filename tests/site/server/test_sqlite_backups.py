"""What a copy has to be before it replaces the database, and what becomes of the one before."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command

from scrapsite.management.commands import backup
from scrapsite.server.backups import sqlite
from scrapsite.server.backups.errors import NoBackup


def database(file: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("create table django_migrations (app, name)")
        base.execute("insert into django_migrations values ('games', '0001')")
        for statement in statements:
            base.execute(statement)
    return file


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return database(tmp_path / "copy.sqlite3", "create table copied (id)")


def test_a_sound_copy_tells_its_migrations(copy: Path) -> None:
    assert sqlite.applied(copy) == {("games", "0001")}


def test_a_copy_whose_rows_lead_nowhere_is_damaged(tmp_path: Path) -> None:
    parents = "create table a (id integer primary key)"
    children = "create table b (a references a (id))"
    with pytest.raises(NoBackup, match="is damaged: ok, 1 rows lead nowhere"):
        sqlite.applied(database(tmp_path / "odd", parents, children, "insert into b values (7)"))


def test_where_there_was_no_database_nothing_is_kept(copy: Path, tmp_path: Path) -> None:
    place = tmp_path / "db.sqlite3"
    assert sqlite.put_back(copy, str(place)) is None
    assert sqlite.applied(place)
    assert place.stat().st_mode & 0o777 == 0o600


def test_a_database_that_is_open_elsewhere_is_not_replaced(copy: Path, tmp_path: Path) -> None:
    place = database(tmp_path / "db.sqlite3", "pragma user_version = 1")
    with closing(sqlite3.connect(place)) as open_elsewhere:
        open_elsewhere.execute("pragma journal_mode = wal")
        open_elsewhere.execute("begin immediate")
        with pytest.raises(NoBackup, match="in use"):
            sqlite.put_back(copy, str(place))


def test_what_cannot_be_opened_is_left_to_the_operator(copy: Path, tmp_path: Path) -> None:
    place = tmp_path / "db.sqlite3"
    place.mkdir()
    with pytest.raises(NoBackup, match="can't be opened"):
        sqlite.put_back(copy, str(place))


def test_a_ruined_database_is_kept_and_what_lay_beside_it_does_not_spoil_the_copy(
    copy: Path, tmp_path: Path
) -> None:
    place = tmp_path / "db.sqlite3"
    place.write_bytes(b"noise" * 1000)
    Path(f"{place}-wal").write_bytes(b"late")
    aside = sqlite.put_back(copy, str(place))
    assert aside is not None
    assert aside.read_bytes().startswith(b"noise")
    assert not Path(f"{place}-wal").exists()
    assert sqlite.applied(place)


def test_a_copy_that_cannot_be_read_replaces_nothing(tmp_path: Path) -> None:
    place = database(tmp_path / "db.sqlite3")
    with pytest.raises(NoBackup, match="could not be put in place"):
        sqlite.put_back(tmp_path / "gone", str(place))
    assert sqlite.applied(place)
    assert {path.name for path in tmp_path.iterdir()} == {"db.sqlite3"}


def test_a_backup_that_is_stopped_leaves_nothing(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each left a whole copy of the database for ever."""
    folder = tmp_path / "backups"
    monkeypatch.setattr(backup, "refuse_root", lambda command: None)
    monkeypatch.setattr(backup, "_save", lambda folder: sqlite.save(str(copy), folder))
    monkeypatch.setattr(sqlite, "applied", lambda part: os.kill(os.getpid(), signal.SIGTERM))
    own = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with pytest.raises(SystemExit):
            call_command("backup", to=folder)
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, own)
    assert list(folder.iterdir()) == []


def test_what_a_killed_backup_left_is_deleted_a_day_later(copy: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for name, days in (("old", 2), ("new", 0)):
        left = folder / f".scrapsite-20260101T000000Z.sqlite3.{name}"
        left.touch()
        os.utime(left, (time.time() - days * 86400,) * 2)
    made = sqlite.save(str(copy), folder)
    assert {path.name for path in folder.iterdir()} == {made.name, ".scrapsite-20260101T000000Z.sqlite3.new"}
