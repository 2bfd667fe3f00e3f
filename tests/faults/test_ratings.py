"""Several processes rate at once, and one is killed: every match counts once, in order."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from itertools import pairwise

import pytest

from tests.faults.running import ROOT, Site, environment, manage

pytestmark = pytest.mark.faults

MATCHES = 30


@pytest.mark.soak(seconds=9)
def test_several_workers_rate_every_match_once_although_one_is_killed(site: Site) -> None:
    site.start_web()
    pairs = [site.pair() for _ in range(MATCHES)]
    for pair in pairs:
        assert pair.players[0].post(f"matches/{pair.match}/resign", {}).status_code == 200
    # The players of these matches are two, and no guests.
    [(first, second)] = site.rows("select min(user_id), max(user_id) from games_seat")
    site.write(f"update games_seat set user_id = case number when 0 then {first} else {second} end")
    site.write("update scrapsite_profile set is_guest = 0")
    site.write("update games_match set is_rated = 1")
    command = [sys.executable, "manage.py", "count_ratings"]
    workers = [subprocess.Popen(command, cwd=ROOT, env=environment(site.var)) for _ in range(3)]
    while not site.rows("select 1 from games_ratingchange limit 1"):
        time.sleep(0.01)
    workers[0].kill()
    [(rated,)] = site.rows("select count(*) from games_ratingchange")
    assert workers[0].wait(timeout=20) == -signal.SIGKILL, "it had ended before"
    assert rated < 2 * MATCHES, "it had nothing more to do"
    assert all(worker.wait(timeout=120) == 0 for worker in workers[1:])
    assert manage(site.var, "count_ratings").returncode == 0
    assert site.rows("select count(*), count(distinct match_id) from games_ratingchange") == [
        (2 * MATCHES, MATCHES)
    ]
    assert site.rows("select distinct matches from games_rating") == [(MATCHES,)]
    ended = [
        row[0]
        for row in site.rows("select match_id from games_step where kind = 'resign' order by created_at")
    ]
    counted = site.rows("select match_id, mu_before, mu from games_ratingchange where seat = 0 order by id")
    assert [row[0] for row in counted] == ended
    assert all(one[2] == after[1] for one, after in pairwise(counted))
