"""Jobs fall due while workers are killed: each job is done exactly once, and soon enough.

The jobs are letters that say that time runs out, deadlines (a bot takes the seat, or the match is forfeited),
and the turns of the bots that have taken a seat. The soak has 500 jobs and kills 200 workers.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.faults.running import ROOT, Site, environment, manage

pytestmark = pytest.mark.faults

WORKERS = 4
# How long a killed worker keeps a delivery, and about as long a bot's turn.
LEASE_SECONDS = 15.0
LIFE_SECONDS = (2.2, 6.0)
FIRST_SECONDS = 8.0
# SQLite's `now` has whole seconds: what falls due within this one isn't before it.
SOON = "datetime('now', '+2 seconds')"


@dataclass(frozen=True)
class Size:
    """How much happens. *last_seconds:* when the last job falls due."""

    letters: int
    bots: int
    forfeits: int
    kills: int
    last_seconds: float

    @property
    def jobs(self) -> int:
        """Return how many there are: a bot's turn comes after the deadline that gave it the seat."""
        return self.letters + 2 * self.bots + self.forfeits


FEW = Size(letters=6, bots=6, forfeits=3, kills=7, last_seconds=10.0)
MANY = Size(letters=150, bots=150, forfeits=50, kills=200, last_seconds=190.0)
SOAK = pytest.mark.soak(seconds=220)


class Nest:
    """Workers that are killed as a power cut would, each replaced at once."""

    def __init__(self, site: Site, luck: random.Random) -> None:
        self.kills, self._luck = 0, luck
        with (site.var / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.faults.nest"],
                cwd=ROOT,
                env=_environment(site),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._said() == "ready"
        self._ends: dict[int, float] = {}
        while len(self._ends) < WORKERS:
            self._hatch()

    def kill_until(self, kills: int) -> None:
        """Kill workers, each at its time, until so many were."""
        while self.kills < kills:
            worker = min(self._ends, key=lambda pid: self._ends[pid])
            time.sleep(max(0.0, self._ends[worker] - time.monotonic()))
            os.kill(worker, signal.SIGKILL)
            del self._ends[worker]
            self.kills += 1
            self._hatch()

    def stop(self) -> None:
        """End the workers that are left, and the nest."""
        for worker in self._ends:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        self._process.kill()
        self._process.wait(timeout=20)

    def _hatch(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("worker\n")
        self._process.stdin.flush()
        self._ends[int(self._said())] = time.monotonic() + self._luck.uniform(*LIFE_SECONDS)

    def _said(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@pytest.fixture(params=[pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=SOAK)])
def size(request: pytest.FixtureRequest) -> Size:
    given: Size = request.param
    return given


@pytest.fixture
def luck() -> random.Random:
    return random.Random(7)


@pytest.fixture
def jobs(site: Site, size: Size) -> dict[str, list[str]]:
    """The ids of the matches, by kind; what falls due in them does so from now on."""
    wanted = {"letter": size.letters, "bot": size.bots, "forfeit": size.forfeits, "seed": 7}
    wanted |= {"from": FIRST_SECONDS, "to": size.last_seconds}
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.jobs", json.dumps(wanted)],
        cwd=ROOT,
        env=_environment(site),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    made: dict[str, list[str]] = json.loads(done.stdout)
    return made


@pytest.fixture
def nest(site: Site, jobs: dict[str, list[str]], luck: random.Random) -> Iterator[Nest]:
    nest = Nest(site, luck)
    yield nest
    nest.stop()


@pytest.mark.soak(seconds=9)
def test_each_job_is_done_once_and_soon_however_often_workers_are_killed(
    site: Site, size: Size, jobs: dict[str, list[str]], nest: Nest
) -> None:
    due = {match: _moment(when) for match, when in site.rows("select id, deadline from games_match")}
    nest.kill_until(size.kills)
    time.sleep(max(0.0, max(due.values()) - time.time()))
    _wait_until_idle(site)
    assert nest.kills >= size.kills

    delays = {
        "deadlines": _deadlines(site, jobs["bot"] + jobs["forfeit"], due),
        "bots' turns": _turns(site, jobs["bot"]),
        "letters": _letters(site, jobs["letter"], due),
    }
    assert sum(len(found) for found in delays.values()) == size.jobs
    for what, found in delays.items():
        print(f"{what}: {sorted(found)[len(found) // 2]:.1f} s late, {max(found):.1f} s at most.")
    patience = _patience()
    print(f"The machine had {patience:.1f} times as much to do as it can.")
    late = {what for what, found in delays.items() if max(found) > 2 * LEASE_SECONDS * patience}
    assert not late
    assert "Traceback" not in _worth_reading(site.log())
    done = manage(site.var, "verify_matches")
    assert done.returncode == 0, done.stderr


def _patience() -> float:
    """Return how many times more processes than processors there were lately: so much longer all takes."""
    return max(1.0, max(os.getloadavg()[:2]) / (os.cpu_count() or 1))


def _deadlines(site: Site, matches: list[str], due: dict[str, float]) -> list[float]:
    """Return how late each was: in each match the time was up once."""
    rows = site.rows("select match_id, created_at from games_step where kind = 'timeout'")
    assert sorted(match for match, _ in rows) == sorted(matches)
    return [_moment(at) - due[match] for match, at in rows]


def _turns(site: Site, matches: list[str]) -> list[float]:
    """Return how long each bot's turn took to be over: all have gone on to the other player."""
    delays = []
    for match in matches:
        steps = site.rows("select seq, kind, seat, created_at from games_step where match_id = ?", match)
        assert [step[0] for step in steps] == list(range(len(steps)))
        out = next(step for step in steps if step[1] == "timeout")
        moves = [step for step in steps if step[0] > out[0]]
        assert moves, "the bot never moved"
        assert {(kind, seat) for _, kind, seat, _ in moves} == {("move", out[2])}
        state = site.rows("select status, to_act, bot_to_act from games_match where id = ?", match)
        assert state == [("running", f"[{1 - out[2]}]", 0)]
        delays.append(_moment(moves[-1][3]) - _moment(out[3]))
    return delays


def _letters(site: Site, matches: list[str], due: dict[str, float]) -> list[float]:
    """Return how late each letter was: one was written for each player, and each has arrived."""
    rows = site.rows(
        "select a.match_id, p.id, p.sent_at from scrapsite_notification a "
        "join scrapsite_delivery p on p.id = a.delivery_id where a.channel = 'email'"
    )
    assert sorted(match for match, *_ in rows) == sorted(matches)
    assert len({delivery for _, delivery, _ in rows}) == len(matches)
    # A worker that is killed between sending and writing that down sends the very same letter again, which
    # mail servers drop by its Message-ID: docs/decisions/0012-alerts.md. So it counts once if it is the same.
    arrived = list(_letters_in(site.var / "mail"))
    assert len({identity for identity, _ in arrived}) == len(matches)
    assert len(set(arrived)) == len(matches)
    print(f"{len(arrived) - len(matches)} letters came twice, and were dropped by their Message-ID.")
    return [_moment(sent) - due[match] for match, _, sent in rows]


def _letters_in(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each letter that was sent: its Message-ID and the whole, but for the marks between its parts."""
    for file in folder.iterdir():
        for text in re.split(r"^-{79}$", file.read_text(), flags=re.M):
            if identity := re.search(r"^Message-ID: (\S+)$", text, re.M):
                yield identity[1], re.sub(r"={15}\d+==", "", text).strip()


def _wait_until_idle(site: Site) -> None:
    """Return when nothing is left to do."""
    undone = (
        "select count(*) from games_match where bot_to_act",
        f"select count(*) from games_match where deadline < {SOON}",
        f"select count(*) from scrapsite_notification where digested_at is null and due_at < {SOON}",
        "select count(*) from scrapsite_delivery where sent_at is null",
    )
    until = time.monotonic() + 6 * LEASE_SECONDS
    while any(site.rows(query) != [(0,)] for query in undone):
        assert time.monotonic() < until, [site.rows(query) for query in undone]
        time.sleep(0.5)


def _worth_reading(log: str) -> str:
    """Return the log without the moments in which the database was busy for too long."""
    return "" if "Traceback" not in log else re.sub(r"(?s)Traceback.*?database is locked", "", log)


def _environment(site: Site) -> dict[str, Any]:
    return environment(
        site.var,
        EMAIL_URL=f"filemail:///{site.var}/mail",
        ALERT_LEASE_SECONDS=str(LEASE_SECONDS),
        LOG_LEVEL="ERROR",
    )


def _moment(text: str) -> float:
    """Return a moment as SQLite stores it, in seconds since 1970."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()
