"""The disk is full: everybody is told so in words, nothing is half stored, and later all goes on."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.faults.members import OWN, Member
from tests.faults.running import Pair, Site, manage, move_body
from tests.faults.small_disk import SmallDisk, small_disk

pytestmark = pytest.mark.faults
TABLES = ("games_step", "games_match", "auth_user", "rules_comment", "rules_thread", "django_session")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    folder = tmp_path / "small"
    folder.mkdir()
    with small_disk(folder) as disk:
        yield disk


@pytest.fixture
def cramped(disk: SmallDisk, template: Path, tmp_path: Path) -> Iterator[Site]:
    """A site whose database is on the small disk; its log and static files aren't."""
    site = Site(disk.folder, template)
    aside = tmp_path / "aside"
    aside.mkdir()
    assert manage(aside, "collectstatic", "--no-input", "--verbosity", "0").returncode == 0
    (disk.folder / "static").symlink_to(aside / "static")
    (aside / "log").touch()
    (disk.folder / "log").symlink_to(aside / "log")
    site.more = {"LEAST_FREE_MB": "1"}
    site.start_web()
    yield site
    site.stop()


def counts(site: Site) -> dict[str, int]:
    """Return how many rows there are in each table that these tests write to."""
    known = {name for (name,) in site.rows("select name from sqlite_master where type = 'table'")}
    return {name: site.rows(f"select count(*) from {name}")[0][0] for name in TABLES if name in known}


def post_at_once(turns: list[tuple]) -> list[httpx.Response]:
    """Post the moves together, so that they would share a transaction."""
    with ThreadPoolExecutor(len(turns)) as pool:
        return list(pool.map(lambda turn: turn[0].post(turn[1], turn[2]), turns))


def turn_of(pair: Pair, name: str) -> tuple:
    player, seen = pair.table()
    return player, f"matches/{pair.match}/moves", move_body(seen["seq"], name, seen["legal"][0])


@pytest.mark.soak(seconds=11)
def test_a_full_disk_is_told_in_words_and_all_goes_on_when_there_is_room(
    cramped: Site, disk: SmallDisk
) -> None:
    pairs = [cramped.pair() for _ in range(4)]
    member = Member(cramped, "reader")
    turns = [turn_of(pair, "kept") for pair in pairs]
    cramped.write("PRAGMA wal_checkpoint(TRUNCATE)")
    before = counts(cramped)
    with disk.full():
        refused = [turns[0][0].post(turns[0][1], turns[0][2]), *post_at_once(turns)]
        guest = httpx.post(f"{cramped.url}/api/v1/guests", timeout=20, verify=False)
        for answer in [*refused, guest]:
            assert answer.status_code == 503, answer.text
            assert answer.json()["code"] == "server/storage"
            assert "can’t save" in answer.json()["reason"]
            assert int(answer.headers["Retry-After"]) >= 1
        form = member.post(f"{OWN}threads/", {"kind": "question", "text": "May it?"})
        assert (form.status_code, "The site can’t save anything now" in form.text) == (503, True)
        for path in ("/", "/matches/", f"/matches/{pairs[0].match}/", "/cards/"):
            assert member.browser.get(path).status_code == 200, path
        ready = httpx.get(f"{cramped.url}/readyz", timeout=20, verify=False)
        assert (ready.status_code, set(ready.json()["failing"]) >= {"database", "disk"}) == (503, True)
        assert counts(cramped) == before
    answers = post_at_once(turns)
    assert {answer.status_code for answer in answers} == {200}
    assert member.post(f"{OWN}threads/", {"kind": "question", "text": "May it?"}).status_code == 200
    assert cramped.rows("select count(*) from games_step where kind = 'move'") == [(len(turns),)]
    log = cramped.log()
    assert "Traceback" not in log
    assert log.count("Requests get 503 (server/storage)") == 1
    cramped.stop()
    done = manage(cramped.var, "verify_matches")
    assert done.returncode == 0, done.stderr
