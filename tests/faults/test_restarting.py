"""The web server is restarted while people play: no connection is refused, and no move is lost or doubled.

It listens on a socket that somebody else keeps open, as systemd does, with the words of docs/operating.md.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.faults.running import ROOT, Site, environment, move_body

pytestmark = pytest.mark.faults

GUIDE = ROOT / "docs/operating.md"
# Systemd gives the first socket number 3.
HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""


def services() -> dict[str, str]:
    """Return the files for systemd in the guide, by name of file."""
    found = re.findall(r"^    # /etc/systemd/system/(\S+)\n((?:    .+\n)+)", GUIDE.read_text(), re.M)
    return {name: re.sub(r"^    ", "", text, flags=re.M) for name, text in found}


def command(unit: str) -> list[str]:
    """Return the arguments that *unit* gives to Python."""
    line = re.search(r"^ExecStart=(.+)$", services()[unit], re.M)
    assert line is not None
    return shlex.split(line[1])[1:]


class Listening:
    """A site whose listening socket outlives its processes."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.socket = socket.create_server(("127.0.0.1", site.port), backlog=128)

    def start(self) -> None:
        """Start the web server as systemd would: the socket is number 3."""
        with (self.site.var / "log").open("ab") as log:
            self.site.web = subprocess.Popen(
                [
                    sys.executable,
                    "-c",
                    HAND_OVER,
                    str(self.socket.fileno()),
                    *command("scrapsite-web.service"),
                ],
                cwd=ROOT,
                env=environment(self.site.var, TRUSTED_PROXY_COUNT="1", **self.site.more),
                stdout=log,
                stderr=log,
                pass_fds=[self.socket.fileno()],
                process_group=0,
            )

    def restart(self) -> None:
        """Stop the web server as systemd does, and start it when it has ended."""
        assert self.site.web is not None
        self.site.web.send_signal(signal.SIGTERM)
        assert self.site.web.wait(timeout=15) == 0, self.site.log()
        self.start()


@pytest.fixture
def listening(site: Site) -> Iterator[Listening]:
    listening = Listening(site)
    listening.start()
    yield listening
    listening.socket.close()


@contextmanager
def asking(url: str, answers: list[httpx.Response | Exception]) -> Iterator[None]:
    """Ask for the list of games on a new connection each time, while inside."""
    stop = threading.Event()

    def ask() -> None:
        while not stop.is_set():
            try:
                answers.append(httpx.get(f"{url}/api/v1/games", timeout=30, verify=False))
            except httpx.TransportError as error:
                answers.append(error)
            time.sleep(0.02)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(timeout=40)


@pytest.mark.soak(seconds=9)
def test_a_restart_behind_a_kept_socket_refuses_no_connection_and_loses_no_move(listening: Listening) -> None:
    site = listening.site
    pair = site.pair()
    answers: list[httpx.Response | Exception] = []
    with asking(site.url, answers):
        for turn in range(2):
            mover, table = pair.table()
            body = move_body(table["seq"], f"turn-{turn}", table["legal"][0])
            assert mover.post(f"matches/{pair.match}/moves", body).status_code == 200
            listening.restart()
            for player in pair.players:
                player.client.close()
                player.client = type(player)(site.url, player.token).client
            again = next(p for p in pair.players if p.token == mover.token)
            assert again.post(f"matches/{pair.match}/moves", body).status_code == 200
        pair.table()
    assert len(answers) > 4
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    # A connection that was taken as the signal came may be told to come again.
    assert {answer.status_code for answer in answers if isinstance(answer, httpx.Response)} <= {200, 503}
    assert site.rows("select count(*) from games_step where kind = 'move'") == [(2,)]


def test_the_services_in_the_guide_say_what_systemd_understands(tmp_path: Path) -> None:
    found = services()
    assert set(found) == {
        "scrapsite-web.socket",
        "scrapsite-web.service",
        "scrapsite-worker.service",
        "scrapsite-backup.service",
        "scrapsite-backup.timer",
    }
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze isn't installed here.")
    for name, text in found.items():
        # The site isn't installed here: its folder and user are taken from what is.
        text = text.replace("/srv/scrapsite/.venv/bin/python", sys.executable)
        text = text.replace("/srv/scrapsite", str(tmp_path)).replace("User=scrapsite", "User=nobody")
        (tmp_path / name).write_text(text)
    (tmp_path / ".env").touch()
    done = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=no", *(str(tmp_path / name) for name in found)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
    )
    ours = [line for line in done.stderr.splitlines() if "scrapsite" in line]
    assert not ours, done.stderr
