"""The walk of docs/operating.md: back up while people play, lose everything, restore, and play on."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.load import under_load
from tests.faults.running import Site, manage, move_body
from tests.faults.small_disk import small_disk
from tests.soak.tenths import soaking

pytestmark = pytest.mark.faults


def backups(var: Path) -> list[Path]:
    """Return the backups, the oldest first."""
    return sorted((var / "backups").glob("*.sqlite3"))


@pytest.fixture
def no_programs(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PATH on which there is nothing, least of all a program called sqlite3."""
    return str(tmp_path_factory.mktemp("nothing"))


@pytest.mark.soak(seconds=15)
def test_a_backup_made_under_load_brings_every_match_back(site: Site, no_programs: str) -> None:
    site.start_web()
    copies = []
    with under_load(site, matches=4) as load:
        for _ in range(3):
            load.wait_for(load.count() + 25)
            before = load.count()
            done = manage(site.var, "backup", "--keep", "2", PATH=no_programs)
            assert done.returncode == 0, done.stderr
            copies.append((before, backups(site.var)[-1]))
    assert not any(notes.troubles or notes.unanswered or notes.cut for notes in load.notes.values())
    assert backups(site.var) == [copy for _, copy in copies[1:]]
    moves_before, copy = copies[-1]
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy.parent.stat().st_mode & 0o777 == 0o700
    pair = site.pair()

    refused = manage(site.var, "restore", str(copy), "--yes")
    assert refused.returncode == 1
    assert "in use. Stop the web server and the worker first." in refused.stderr
    assert site.rows("select count(*) from games_match where id = ?", pair.match) == [(1,)]

    site.stop()
    for lost in site.var.glob("db.sqlite3*"):
        lost.write_bytes(b"nothing but noise")
    done = manage(site.var, "restore", str(copy), "--yes", PATH=no_programs)
    assert done.returncode == 0, done.stderr
    assert "replay to exactly what is stored." in done.stdout
    assert site.rows("select count(*) from games_step where kind = 'move'")[0][0] >= moves_before
    assert site.rows("select count(*) from games_match where id = ?", pair.match) == [(0,)]

    site.start_web()
    going = site.pair()
    mover, table = going.table()
    move = move_body(table["seq"], "again", table["legal"][0])
    assert mover.post(f"matches/{going.match}/moves", move).status_code == 200


@pytest.fixture(scope="module")
def backed_up(tmp_path_factory: pytest.TempPathFactory, template: Path) -> Path:
    """The folder of a site that doesn't run, with one backup, to be copied."""
    var = tmp_path_factory.mktemp("backed-up")
    shutil.copy(template, var / "db.sqlite3")
    assert manage(var, "backup").returncode == 0
    return var


@pytest.fixture
def stored(tmp_path: Path, backed_up: Path) -> Path:
    """A folder like that for a test of its own."""
    shutil.copytree(backed_up, tmp_path, dirs_exist_ok=True)
    return tmp_path


def rows(file: Path, query: str) -> list[tuple]:
    with closing(sqlite3.connect(file)) as base, base:
        return base.execute(query).fetchall()


@pytest.mark.soak(seconds=8)
def test_what_was_there_before_is_kept_aside(stored: Path) -> None:
    rows(stored / "db.sqlite3", "insert into scrapsite_heartbeat values ('late', '2026-01-01 00:00:00')")
    done = manage(stored, "restore", str(backups(stored)[0]), "--yes")
    assert done.returncode == 0, done.stderr
    count = "select count(*) from scrapsite_heartbeat"
    (aside,) = stored.glob("db-before-*.sqlite3")
    assert (rows(stored / "db.sqlite3", count), rows(aside, count)) == ([(0,)], [(1,)])


@pytest.mark.parametrize("harm", ["cut", soaking("noise", seconds=2), "newer"])
@pytest.mark.soak(seconds=4)
def test_a_backup_that_is_no_good_is_refused_and_nothing_changes(stored: Path, harm: str) -> None:
    copy = backups(stored)[0]
    if harm == "newer":
        rows(
            copy,
            "insert into django_migrations (app, name, applied) values ('games', '9999_later', '2030-01-01')",
        )
    else:
        copy.write_bytes(copy.read_bytes()[:-8192] if harm == "cut" else os.urandom(9000))
    before = (stored / "db.sqlite3").read_bytes()
    done = manage(stored, "restore", str(copy), "--yes")
    assert done.returncode == 1
    assert str(copy) in done.stderr
    assert "Traceback" not in done.stderr
    assert (stored / "db.sqlite3").read_bytes() == before
    assert not list(stored.glob("db-before-*"))


@pytest.mark.soak(seconds=2)
def test_nothing_is_replaced_without_a_yes(stored: Path) -> None:
    done = manage(stored, "restore", str(backups(stored)[0]))
    assert (done.returncode, "Nothing was changed." in done.stderr) == (1, True)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    with small_disk(folder) as disk, disk.full():
        yield folder


@pytest.mark.soak(seconds=3)
def test_a_backup_for_which_there_is_no_room_leaves_nothing_behind(stored: Path, small: Path) -> None:
    done = manage(stored, "backup", "--to", str(small))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "could not be copied" in done.stderr
    assert [path.name for path in small.iterdir()] == ["ballast"]
