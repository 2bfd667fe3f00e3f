"""The worker is killed in the middle of bots' turns: another one finishes them, each step once."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.running import PERSON, Site, manage, move_body

pytestmark = pytest.mark.faults

MATCHES = 6
GREEDY = {"kind": "bot", "bot": "greedy"}
# Recovery looks every two seconds for bots that have been quiet for five.
LEASE_SECONDS = 5 + 2 + 8


def wait_until(done: Callable[[], bool], seconds: float) -> float:
    """Return how long it took until *done*; fail after so many seconds."""
    began = time.monotonic()
    while not done():
        assert time.monotonic() - began < seconds
        time.sleep(0.002)
    return time.monotonic() - began


def bots_to_act(site: Site) -> int:
    return site.rows("select count(*) from games_match where bot_to_act")[0][0]


def bot_steps(site: Site) -> int:
    return site.rows("select count(*) from games_step where kind = 'move' and client_move_id is null")[0][0]


@pytest.mark.soak(seconds=18)
def test_bots_turns_are_finished_after_a_restart(site: Site) -> None:
    site.start_web()
    player = site.player()
    for number in range(MATCHES):
        body = {"game": "scrapbots", "edition": "3.6", "seats": [PERSON, GREEDY]}
        match = player.post("matches", body).json()
        if match["to_act"] == [0]:
            answer = player.post(
                f"matches/{match['id']}/moves",
                move_body(match["seq"], f"end-{number}", {"type": "end-turn"}),
            )
            assert answer.status_code == 200
    assert bots_to_act(site) == MATCHES

    site.start_worker()
    wait_until(lambda: bot_steps(site) > 0, 30)
    site.kill_worker()
    left = bots_to_act(site)
    assert left, "the worker was done before it could be killed"
    before = {row[0]: row[1:] for row in site.rows("select id, hex(state) from games_step")}

    site.start_worker()
    wait_until(lambda: bots_to_act(site) == 0, 20 + LEASE_SECONDS)
    after = {row[0]: row[1:] for row in site.rows("select id, hex(state) from games_step")}
    assert after.items() >= before.items()
    assert not site.rows("select match_id, seq from games_step group by match_id, seq having count(*) > 1")
    assert site.rows("select sum(seq + 1) from games_match") == [(len(after),)]
    assert {tuple(row) for row in site.rows("select status, to_act from games_match")} == {("running", "[0]")}
    done = manage(site.var, "verify_matches")
    assert done.returncode == 0, done.stderr


@pytest.mark.soak(seconds=9)
def test_a_turn_whose_task_hangs_is_revived_by_recovery(site: Site) -> None:
    """As after a kill -9: the task says RUNNING for ever, and nothing else is queued."""
    site.start_web()
    player = site.player()
    match = player.post("matches", {"game": "scrapbots", "edition": "3.6", "seats": [GREEDY, PERSON]}).json()
    if match["to_act"] == [1]:
        player.post(f"matches/{match['id']}/moves", move_body(match["seq"], "end", {"type": "end-turn"}))
    change = "update django_tasks_database_dbtaskresult set status = 'RUNNING'"
    site.write(f"{change}, started_at = datetime('now')")
    site.start_worker()
    took = wait_until(lambda: bots_to_act(site) == 0, 20 + LEASE_SECONDS)
    assert took > 1, "recovery gives living workers their time"


def children(pid: int) -> list[int]:
    """Return the processes that the process *pid* has started."""
    told = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in told.read_text().split()] if told.exists() else []


def is_gone(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] == "Z"


@pytest.mark.parametrize("name", ["bots", "lab"])
@pytest.mark.soak(seconds=5)
def test_the_worker_ends_with_a_process_beside_it(site: Site, name: str) -> None:
    """Whoever runs the worker starts it again; without the process nobody would play for bots or the lab."""
    site.more["LAB_PROCESSES"] = "1"
    site.start_worker()
    worker = site.worker
    assert worker is not None
    wait_until(lambda: len(children(worker.pid)) == 2, 30)
    bots, lab = sorted(children(worker.pid))
    os.kill({"bots": bots, "lab": lab}[name], signal.SIGKILL)
    assert worker.wait(timeout=20) == 1
    assert f"A process beside the worker has ended: {name}." in site.log()


@pytest.mark.soak(seconds=5)
def test_the_processes_beside_the_worker_do_not_outlive_it(site: Site) -> None:
    site.more["LAB_PROCESSES"] = "1"
    site.start_worker()
    worker = site.worker
    assert worker is not None
    wait_until(lambda: len(children(worker.pid)) == 2, 30)
    beside = children(worker.pid)
    os.kill(worker.pid, signal.SIGKILL)
    wait_until(lambda: all(map(is_gone, beside)), 20)
