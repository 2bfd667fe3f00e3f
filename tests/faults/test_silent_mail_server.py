"""A mail server that accepts connections and never answers: no page and no bot waits for it.

Only real processes show that: the request and the worker's other threads go on while a letter hangs.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import httpx
import pytest

from tests.faults.mail_server import SilentServer
from tests.faults.members import Member
from tests.faults.running import PERSON, Site, manage, move_body

pytestmark = pytest.mark.faults

PATIENCE = 10
GREEDY = {"kind": "bot", "bot": "greedy"}


@pytest.mark.soak(seconds=11)
def test_a_silent_mail_server_holds_up_nobody(site: Site, silent: SilentServer) -> None:
    site.more = {"EMAIL_URL": f"smtp://127.0.0.1:{silent.port}", "EMAIL_TIMEOUT": str(PATIENCE)}
    assert manage(site.var, "collectstatic", "--no-input", "--verbosity", "0").returncode == 0
    site.start_web()
    player, member = site.player(), Member(site, "reader")
    with httpx.Client(base_url=site.url, timeout=60, verify=False) as visitor:
        page = visitor.get("/accounts/password/reset/")
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
        assert token is not None
        form = {"csrfmiddlewaretoken": token[1], "email": member.email}
        begun = time.monotonic()
        answer = visitor.post("/accounts/password/reset/", data=form)
        took = time.monotonic() - begun
    assert answer.status_code == 302
    assert took < PATIENCE / 2
    assert silent.callers == []

    body = {"game": "scrapbots", "edition": "3.6", "seats": [PERSON, GREEDY]}
    match = player.post("matches", body).json()
    if match["to_act"] == [0]:
        end = move_body(match["seq"], "end", {"type": "end-turn"})
        assert player.post(f"matches/{match['id']}/moves", end).status_code == 200
    assert site.rows("select bot_to_act from games_match") == [(1,)]

    site.start_worker()
    _wait_until(lambda: bool(silent.callers), "the worker never called the mail server")
    _wait_until(lambda: site.rows("select bot_to_act from games_match") == [(0,)], "the bot never moved")
    (lease,) = site.rows("select lease from scrapsite_delivery where tries = 1")[0]
    assert lease, "the letter hung no more"


def _wait_until(is_so: Callable[[], bool], complaint: str) -> None:
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline, complaint
        time.sleep(0.05)
