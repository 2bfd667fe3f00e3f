"""The stream and the example bot against the real site: held open, over processes, through breaks."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.running import ROOT, Player, Site

pytestmark = pytest.mark.faults

BOT = ROOT / "docs" / "example_bot.py"


class Listener:
    """An open stream of a player, read line by line."""

    def __init__(self, site: Site, player: Player, since: str = "") -> None:
        query = f"?since={since.replace('+', '%2B')}" if since else ""
        request = urllib.request.Request(f"{site.url}/api/v1/stream{query}")
        request.add_header("Authorization", f"Bearer {player.token}")
        self.answer = urllib.request.urlopen(request, timeout=30)

    def until(self, kind: str) -> list[dict[str, Any]]:
        """Return the lines up to the next one of that *kind*."""
        lines: list[dict[str, Any]] = []
        while not lines or lines[-1]["type"] != kind:
            text = self.answer.readline()
            assert text, "the stream ended"
            lines.append(json.loads(text))
        return lines


@pytest.fixture
def two(site: Site, tmp_path: Path) -> Iterator[tuple[Site, Site]]:
    """Two web servers on the same database."""
    other = Site.__new__(Site)
    other.__dict__.update(site.__dict__)
    other.port = _free_port()
    other.url = f"http://127.0.0.1:{other.port}"
    site.start_web()
    other.start_web()
    yield site, other
    other.stop()


@pytest.mark.soak(seconds=6)
def test_a_move_posted_to_one_process_is_heard_at_the_other(two: tuple[Site, Site]) -> None:
    here, there = two
    pair = here.pair()
    listeners = [Listener(there, player) for player in pair.players]
    for listener in listeners:
        assert [line["type"] for line in listener.until("ready")] == ["match", "ready"]
    mover, seen = pair.table()
    begun = time.monotonic()
    body = {"seen": seen["seq"], "client_move_id": "m", "move": {"type": "end-turn"}}
    assert mover.post(f"matches/{pair.match}/moves", body).status_code == 200
    heard = [listener.until("match")[-1] for listener in listeners]
    assert time.monotonic() - begun < 10
    assert sorted(line["your_turn"] for line in heard) == [False, True]
    assert all(line["log"] for line in heard)

    here.kill_web()
    late = Listener(there, pair.players[0], heard[0]["at"]).until("ready")
    assert [line["match"] for line in late if line["type"] == "match"] == [pair.match]


def test_only_a_few_at_once_and_a_place_comes_free(running_site: Site) -> None:
    player = running_site.player()
    listeners = [Listener(running_site, player) for _ in range(4)]
    answer = player.client.get("stream")
    assert (answer.status_code, answer.json()["code"]) == (429, "limit/too-many")
    assert int(answer.headers["Retry-After"]) > 0
    for listener in listeners:
        listener.until("ready")
    listeners[0].answer.close()
    deadline = time.monotonic() + 20
    while True:
        try:
            Listener(running_site, player).until("ready")
            return
        except OSError:
            assert time.monotonic() < deadline, "no place came free"
            time.sleep(0.2)


@pytest.mark.soak(seconds=5)
def test_a_server_that_stops_does_not_wait_for_streams(site: Site) -> None:
    site.start_web()
    assert site.web is not None
    listener = Listener(site, site.player())
    listener.until("ready")
    begun = time.monotonic()
    site.web.send_signal(signal.SIGTERM)
    site.web.wait(timeout=20)
    assert time.monotonic() - begun < 4.5


@pytest.mark.soak(seconds=11)
def test_the_example_bot_plays_a_match_to_its_end(site: Site) -> None:
    site.start_web()
    site.start_worker()
    command = [sys.executable, "-S", str(BOT), site.url, "--against", "greedy", "--matches", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr + site.log()
    assert " is over: " in done.stdout
    assert site.rows("select status from games_match") == [("finished",)]


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
