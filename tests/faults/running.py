"""The real site in processes of its own: started, killed without warning, started again."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from tests.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 40.0
PERSON, OPEN = {"kind": "me"}, {"kind": "open"}


def environment(var: Path, **more: str) -> dict[str, str]:
    """Return the environment of a site that keeps everything in *var*."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("DJANGO_", "SCRAPSITE_"))
    }
    mine = {
        "SCRAPSITE_PROFILE": "development",
        "SCRAPSITE_VAR": str(var),
        "DATABASE_URL": f"sqlite:///{var}/db.sqlite3",
        "RATE_LIMIT_FACTOR": "0",
        "LOG_LEVEL": "WARNING",
    }
    return kept | mine | more


def manage(var: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a management command to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(var, **more),
        capture_output=True,
        text=True,
        timeout=120,
    )


class Site:
    """A site on its own port and database. *var:* its folder. *more:* of its environment."""

    def __init__(self, var: Path, template: Path) -> None:
        shutil.copy(template, var / "db.sqlite3")
        self.var = var
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.more: dict[str, str] = {}
        self.web: subprocess.Popen[bytes] | None = None
        self.worker: subprocess.Popen[bytes] | None = None

    def start_web(self) -> None:
        """Start the web server and wait for its first answer."""
        self.web = self._start("-m", "scrapsite.server", "--port", str(self.port))
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            assert self.web.poll() is None, self.log()
            assert time.monotonic() < deadline, "the server never answered"
            time.sleep(0.05)

    def start_worker(self) -> None:
        """Start the worker; it is at work a moment later."""
        self.worker = self._start("manage.py", "run_worker", "--verbosity", "0")

    def kill_web(self) -> None:
        """Kill the web server as a power cut would."""
        assert self.web is not None
        _kill(self.web)

    def kill_worker(self) -> None:
        """Kill the worker as a power cut would."""
        assert self.worker is not None
        _kill(self.worker)

    def stop(self) -> None:
        """End whatever still runs."""
        for child in (self.web, self.worker):
            if child is not None and child.poll() is None:
                _kill(child)

    def log(self) -> str:
        """Return what the processes wrote."""
        return (self.var / "log").read_text()

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return what *query* finds in the database file."""
        with closing(sqlite3.connect(f"file:{self.var}/db.sqlite3?mode=ro", uri=True, timeout=20)) as base:
            return base.execute(query, values).fetchall()

    def write(self, statement: str) -> None:
        """Change the database file behind the site's back."""
        with closing(sqlite3.connect(f"{self.var}/db.sqlite3", timeout=20)) as base, base:
            base.execute(statement)

    def player(self) -> Player:
        """Return a new guest with a key."""
        return Player(
            self.url, httpx.post(f"{self.url}/api/v1/guests", timeout=20, verify=False).json()["token"]
        )

    def pair(self) -> Pair:
        """Return two new guests in a running match."""
        first, second = self.player(), self.player()
        match = first.post("matches", {"game": "scrapbots", "edition": "3.6", "seats": [PERSON, OPEN]}).json()
        second.post(f"matches/{match['id']}/join", {})
        return Pair(match["id"], (first, second))

    def player_against_bot(self) -> Pair:
        """Return a new guest in a running match against a bot."""
        player = self.player()
        seats = [PERSON, {"kind": "bot", "bot": "greedy"}]
        match = player.post("matches", {"game": "scrapbots", "edition": "3.6", "seats": seats}).json()
        return Pair(match["id"], (player,))

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.var / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, *arguments],
                cwd=ROOT,
                env=environment(self.var, **self.more),
                stdout=log,
                stderr=log,
                process_group=0,
            )

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5, verify=False).status_code == 200
        except httpx.TransportError:
            return False


class Player:
    """A guest who plays by program."""

    def __init__(self, url: str, token: str) -> None:
        self.token = token
        self.client = httpx.Client(
            base_url=f"{url}/api/v1/",
            headers={"Authorization": f"Bearer {token}"},
            timeout=30,
            verify=False,  # no TLS here, and reading the list of authorities takes long
        )

    def get(self, path: str) -> Any:
        """Return the JSON at *path*."""
        answer = self.client.get(path)
        answer.raise_for_status()
        return answer.json()

    def post(self, path: str, body: Any) -> httpx.Response:
        """Return the answer to *body*."""
        return self.client.post(path, json=body)


class Pair:
    """The players in a match for two: both, or the first one if the other is a bot."""

    def __init__(self, match: str, players: tuple[Player, ...]) -> None:
        self.match = match
        self.players = players
        self._likely = 0

    def table(self) -> tuple[Player, dict[str, Any]]:
        """Return who is to move, and the match as that player sees it. It has no legal moves after the end.

        If a bot is to move, it is its player who looks on, and has no legal moves either.
        """
        seen = self.players[self._likely].get(f"matches/{self.match}")
        if len(self.players) == 1 or not seen["to_act"]:
            return self.players[self._likely], seen
        if seen["to_act"] != [self._likely]:
            self._likely = seen["to_act"][0]
            seen = self.players[self._likely].get(f"matches/{self.match}")
        return self.players[self._likely], seen


def move_body(seen: int, client_move_id: str, move: Any) -> dict[str, Any]:
    """Return the body of a move."""
    return {"seen": seen, "client_move_id": client_move_id, "move": move}


def _kill(child: subprocess.Popen[bytes]) -> None:
    child.send_signal(signal.SIGKILL)
    child.wait(timeout=20)
