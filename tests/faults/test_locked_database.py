"""Another program holds SQLite's lock: readers don't notice, and writers are told to come again soon."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import httpx
import pytest

from tests.faults.members import OWN, Member
from tests.faults.running import Site, move_body

pytestmark = pytest.mark.faults

PATIENCE = 2.5  # seconds, the setting LOCK_SECONDS
QUICK = 1.0


@contextmanager
def locked(site: Site) -> Iterator[None]:
    """Hold the lock for writing while inside, as `sqlite3` at a prompt does."""
    with closing(sqlite3.connect(site.var / "db.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_readers_go_on_and_a_move_is_refused_in_time_and_made_later(running_site: Site) -> None:
    pair = running_site.pair()
    member = Member(running_site, "reader")
    visitor = httpx.Client(base_url=running_site.url, timeout=30)
    reading = ("/healthz", "/static/none.css", "/", "/me/", "/cards/", "/matches/", f"/matches/{pair.match}/")
    for path in reading:
        member.browser.get(path)
    player, seen = pair.table()
    body = move_body(seen["seq"], "again", seen["legal"][0])
    with locked(running_site):
        for path in reading:
            for who in (visitor, member.browser):
                answer = who.get(path, follow_redirects=True)
                assert answer.status_code in (200, 404), path
                assert answer.elapsed.total_seconds() < QUICK, path
        began = time.monotonic()
        refused = player.post(f"matches/{pair.match}/moves", body)
        assert time.monotonic() - began < PATIENCE + QUICK
        assert refused.status_code == 503
        assert refused.json()["code"] == "server/busy"
        assert int(refused.headers["Retry-After"]) >= 1
        form = member.post(f"{OWN}threads/", {"kind": "question", "text": "May it?"})
        assert form.status_code == 503
        assert "The site is very busy" in form.text
    assert player.post(f"matches/{pair.match}/moves", body).status_code == 200


@pytest.mark.soak(seconds=6)
def test_many_who_write_at_once_are_not_told_one_after_the_other(running_site: Site) -> None:
    """Each has waited as long as the first when that one is told: nobody waits for the others' waits."""
    pairs = [running_site.pair() for _ in range(4)]
    turns = [(pair, *pair.table()) for pair in pairs]
    with locked(running_site), ThreadPoolExecutor(len(turns)) as pool:
        began = time.monotonic()
        refused = list(
            pool.map(
                lambda turn: turn[1].post(
                    f"matches/{turn[0].match}/moves", move_body(turn[2]["seq"], "once", turn[2]["legal"][0])
                ),
                turns,
            )
        )
        waited = time.monotonic() - began
    assert {answer.status_code for answer in refused} == {503}
    assert waited < PATIENCE + QUICK


@pytest.mark.soak(seconds=8)
def test_a_lock_that_lasts_is_one_line_in_the_log(site: Site) -> None:
    site.start_web()
    with locked(site):
        for _ in range(2):
            answer = httpx.post(f"{site.url}/api/v1/guests", timeout=20, verify=False)
            assert answer.status_code == 503
    assert site.log().count("Requests get 503 (server/busy)") == 1
    assert "Traceback" not in site.log()


@pytest.mark.soak(seconds=5)
def test_the_files_of_the_database_are_for_nobody_else(site: Site) -> None:
    site.var.chmod(0o755)
    (site.var / "db.sqlite3").chmod(0o644)
    site.start_web()
    site.player()
    modes = {path.name: oct(path.stat().st_mode & 0o777) for path in site.var.glob("db.sqlite3*")}
    assert modes == dict.fromkeys(("db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm"), "0o600")
    assert site.var.stat().st_mode & 0o777 == 0o700
