"""Backups on PostgreSQL call its own programs: what they are told, and what is said when they fail.

That a real server's backup comes back whole, tests/scale/test_backup.py shows.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scrapsite.server.backups import postgresql
from scrapsite.server.backups.errors import NoBackup

BASE = {"NAME": "scrapsite", "HOST": "db.example", "PORT": 5433, "USER": "keeper", "PASSWORD": "hush"}
NOTE = 'printf "%s" "$PGHOST:$PGPORT:$PGUSER:$PGPASSWORD $*\n" >> "$NOTES"\n'


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for stand-ins of PostgreSQL's programs, the first on the PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/bin:/usr/bin")
    monkeypatch.setenv("NOTES", str(tmp_path / "notes"))
    put(folder, "pg_dump", 'while [ "$1" != --file ]; do shift; done; echo dumped > "$2"')
    put(folder, "pg_restore", 'case "$*" in *--file=-*) echo "INSERT;";; esac')
    put(folder, "psql", f'cat > "{tmp_path}/sql"')
    monkeypatch.setattr(postgresql, "connection", SimpleNamespace(close=lambda: None))
    return folder


def put(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{NOTE}{script}\n")
    (folder / name).chmod(0o755)


def test_a_dump_is_checked_and_the_password_is_no_argument(programs: Path, tmp_path: Path) -> None:
    kept = postgresql.save(BASE, tmp_path / "backups")
    assert (kept.read_text(), kept.suffix) == ("dumped\n", ".pgdump")
    notes = (tmp_path / "notes").read_text()
    assert "db.example:5433:keeper:hush --format=custom" in notes
    assert "--list" in notes
    assert all("hush" not in line.split(" ", 1)[1] for line in notes.splitlines())


def test_the_programs_use_tls_as_the_site_does(programs: Path, tmp_path: Path) -> None:
    put(programs, "pg_dump", f'env > "{tmp_path}/env"; while [ "$1" != --file ]; do shift; done; : > "$2"')
    tls = {"sslmode": "verify-full", "sslrootcert": "/etc/db.pem", "ssl_min_protocol_version": "TLSv1.3"}
    postgresql.save({**BASE, "OPTIONS": {"pool": {"max_size": 12}, **tls}}, tmp_path / "backups")
    told = dict(line.split("=", 1) for line in (tmp_path / "env").read_text().splitlines())
    assert (told["PGSSLMODE"], told["PGSSLROOTCERT"]) == ("verify-full", "/etc/db.pem")
    assert told["PGSSLMINPROTOCOLVERSION"] == "TLSv1.3"
    assert "PGPOOL" not in told


def test_the_programs_reach_the_server_that_the_site_reaches(programs: Path, tmp_path: Path) -> None:
    """A socket's folder stands behind the question mark; a dump went to the usual one, and a restore, too."""
    put(programs, "pg_dump", f'env > "{tmp_path}/env"; while [ "$1" != --file ]; do shift; done; : > "$2"')
    base = {
        **BASE,
        "HOST": "",
        "PORT": "",
        "OPTIONS": {"host": "/srv/socket", "port": "5477", "user": "other"},
    }
    postgresql.save(base, tmp_path / "backups")
    told = dict(line.split("=", 1) for line in (tmp_path / "env").read_text().splitlines())
    assert (told["PGHOST"], told["PGPORT"], told["PGUSER"]) == ("/srv/socket", "5477", BASE["USER"])


def test_a_dump_that_fails_leaves_nothing_and_says_why(programs: Path, tmp_path: Path) -> None:
    put(programs, "pg_dump", 'echo "no such database" >&2; exit 1')
    with pytest.raises(NoBackup, match="pg_dump failed: no such database"):
        postgresql.save(BASE, tmp_path / "backups")
    assert list((tmp_path / "backups").iterdir()) == []


def test_missing_programs_are_named(programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoBackup, match="pg_dump isn't installed"):
        postgresql.save(BASE, tmp_path / "backups")


def test_a_copy_replaces_all_in_one_transaction(programs: Path, tmp_path: Path) -> None:
    postgresql.put_back(tmp_path / "copy", BASE)
    sql = (tmp_path / "sql").read_text()
    assert sql.startswith("BEGIN;\nDROP SCHEMA public CASCADE;")
    assert sql.endswith("INSERT;\nCOMMIT;\n")


def test_a_copy_that_breaks_off_is_not_committed(programs: Path, tmp_path: Path) -> None:
    put(programs, "pg_restore", 'case "$*" in *--file=-*) echo "INSERT;"; echo cut >&2; exit 1;; esac')
    with pytest.raises(NoBackup, match="pg_restore failed: cut"):
        postgresql.put_back(tmp_path / "copy", BASE)
    assert "COMMIT" not in (tmp_path / "sql").read_text()


def test_a_dump_says_which_migrations_it_has(programs: Path, tmp_path: Path) -> None:
    rows = "1\\tgames\\t0001_initial\\t2026-01-01\\n2\\trules\\t0002_more\\t2026-01-01\\n"
    head = "SET x = 1;\\nCOPY public.django_migrations (id, app, name, applied) FROM stdin;\\n"
    put(programs, "pg_restore", f"printf '{head}{rows}'; printf '%s\\n' '\\.' 'SELECT 2;'")
    assert postgresql.applied(tmp_path / "copy", BASE) == {("games", "0001_initial"), ("rules", "0002_more")}


def test_a_dump_of_something_else_is_refused(programs: Path, tmp_path: Path) -> None:
    put(programs, "pg_restore", "echo 'SET x = 1;'")
    with pytest.raises(NoBackup, match="copy isn't a dump of this site"):
        postgresql.applied(tmp_path / "copy", BASE)


def test_what_psql_refuses_is_said(programs: Path, tmp_path: Path) -> None:
    put(programs, "psql", 'echo "out of room" >&2; exit 3')
    with pytest.raises(NoBackup, match="psql failed: out of room"):
        postgresql.put_back(tmp_path / "copy", BASE)


class Listed:
    """A connection that lists so many others, one fewer each time."""

    def __init__(self, others: int) -> None:
        self.others, self.closed = others, 0

    def close(self) -> None:
        self.closed += 1

    close_pool = close

    def cursor(self) -> Listed:
        return self

    def __enter__(self) -> Listed:
        return self

    def __exit__(self, *error: Any) -> None:
        self.others -= 1

    def execute(self, query: str) -> None:
        assert "pg_stat_activity" in query

    def fetchone(self) -> tuple[int]:
        return (max(0, self.others),)


def test_a_connection_that_just_closes_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = Listed(1)
    monkeypatch.setattr(postgresql, "connection", listed)
    monkeypatch.setattr(
        postgresql, "time", SimpleNamespace(monotonic=lambda: 0.0, sleep=lambda seconds: None)
    )
    postgresql.check_free()
    assert listed.closed == 4


def test_a_database_in_use_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr(postgresql, "connection", Listed(100))
    monkeypatch.setattr(
        postgresql, "time", SimpleNamespace(monotonic=lambda: next(clock), sleep=lambda seconds: None)
    )
    with pytest.raises(NoBackup, match="Stop all web servers and workers"):
        postgresql.check_free()
