"""A backup of PostgreSQL, by its own programs, brings everything back."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.faults.running import manage
from tests.servers import Missing, postgresql

pytestmark = pytest.mark.scale


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    try:
        with postgresql() as address:
            yield address
    except Missing as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"needs {error}")


def test_a_dump_is_made_and_put_back_when_nobody_is_connected(database: str, tmp_path: Path) -> None:
    def run(*arguments: str) -> tuple[int, str]:
        done = manage(tmp_path, *arguments, DATABASE_URL=database)
        return done.returncode, done.stdout + done.stderr

    assert run("migrate", "--verbosity", "0")[0] == 0
    count = "select count(*) from auth_user"
    with psycopg.connect(database, autocommit=True) as base:
        base.execute("insert into scrapsite_heartbeat values ('kept', now())")
        status, said = run("backup")
        assert status == 0, said
        (copy,) = (tmp_path / "backups").glob("*.pgdump")
        assert copy.stat().st_mode & 0o777 == 0o600
        base.execute("delete from scrapsite_heartbeat")
        status, said = run("restore", str(copy), "--yes")
        assert (status, "in use" in said) == (1, True)
    status, said = run("restore", str(copy), "--yes")
    assert status == 0, said
    with psycopg.connect(database) as base:
        assert base.execute("select name from scrapsite_heartbeat").fetchall() == [("kept",)]
        assert base.execute(count).fetchone() == (0,)


def test_a_restore_that_fails_leaves_what_was_there(database: str, tmp_path: Path) -> None:
    """The database was emptied first, and a dump that broke off in the middle left it so."""

    def run(*arguments: str) -> tuple[int, str]:
        done = manage(tmp_path, *arguments, DATABASE_URL=database)
        return done.returncode, done.stdout + done.stderr

    def kept() -> list[tuple[object, ...]]:
        with psycopg.connect(database) as base:
            return base.execute("select name from scrapsite_heartbeat").fetchall()

    assert run("migrate", "--verbosity", "0")[0] == 0
    with psycopg.connect(database, autocommit=True) as base:
        base.execute("delete from scrapsite_heartbeat")
        base.execute("insert into scrapsite_heartbeat values ('still here', now())")
    assert run("backup")[0] == 0
    (copy,) = (tmp_path / "backups").glob("*.pgdump")
    cut = tmp_path / "cut.pgdump"
    whole = copy.read_bytes()
    for length in (len(whole) - 40, len(whole) * 3 // 4):
        cut.write_bytes(whole[:length])
        status, said = run("restore", str(cut), "--yes")
        assert (status, "failed" in said) == (1, True), said
        assert kept() == [("still here",)]


def test_a_dump_that_is_newer_or_another_sites_is_refused_and_nothing_changes(
    database: str, tmp_path: Path
) -> None:
    """Both replaced everything; a newer one left tables that this version can't use."""

    def run(*arguments: str) -> tuple[int, str]:
        done = manage(tmp_path, *arguments, DATABASE_URL=database)
        return done.returncode, done.stdout + done.stderr

    def write(statement: str) -> None:
        with psycopg.connect(database, autocommit=True) as base:
            base.execute(statement)

    assert run("migrate", "--verbosity", "0")[0] == 0
    write("insert into django_migrations (app, name, applied) values ('games', '9999_later', now())")
    assert run("backup", "--to", str(tmp_path / "newer"))[0] == 0
    write("delete from django_migrations where name = '9999_later'")
    write("alter table django_migrations rename to others")
    assert run("backup", "--to", str(tmp_path / "foreign"))[0] == 0
    write("alter table others rename to django_migrations")
    write("delete from scrapsite_heartbeat")
    write("insert into scrapsite_heartbeat values ('still here', now())")
    for folder, words in (("newer", "no games.9999_later"), ("foreign", "isn't a dump of this site")):
        (copy,) = (tmp_path / folder).glob("*.pgdump")
        status, said = run("restore", str(copy), "--yes")
        assert (status, words in said) == (1, True), said
        with psycopg.connect(database) as base:
            assert base.execute("select name from scrapsite_heartbeat").fetchall() == [("still here",)]
    assert not (tmp_path / "backups").exists()
