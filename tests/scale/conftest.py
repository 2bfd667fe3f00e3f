"""The site in many processes: two web processes and two workers on PostgreSQL and Redis."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.faults.running import ROOT, START_SECONDS, Player, environment
from tests.servers import free_port


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder as needing the two servers."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.scale)


@dataclass
class Web:
    """One web process. It answers under the same name as its sibling, on a port of its own."""

    port: int
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def answers(self) -> bool:
        """Say whether it is up."""
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5, verify=False).status_code == 200
        except httpx.TransportError:
            return False


class ManySite:
    """The whole site. *webs:* two of them. *workers:* two of them."""

    def __init__(self, var: Path, database: str, cache: str) -> None:
        self.var = var
        self.database = database
        self.env = environment(
            var,
            DATABASE_URL=database,
            REDIS_URL=cache,
            SERVER_THREADS="4",
            RATE_LIMIT_FACTOR="1",
            EMAIL_URL=f"filemail:///{var}/mail",
            ALERT_LEASE_SECONDS="5",
        )
        self.run("manage.py", "prepare")
        self.webs = [self._web() for _ in range(2)]
        self.workers = [self.start("manage.py", "run_worker", "--verbosity", "0") for _ in range(2)]
        for web in self.webs:
            self._wait_for(web)

    def rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """Return what *query* finds in the database."""
        with psycopg.connect(self.database) as connection:
            return connection.execute(query, values).fetchall()

    def write(self, query: str, *values: object) -> None:
        """Change the database."""
        with psycopg.connect(self.database) as connection:
            connection.execute(query, values)

    def run(self, *arguments: str) -> str:
        """Run Python to its end as a process of the site; return what it printed."""
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=self.env, check=True, timeout=120, capture_output=True
        )
        return done.stdout.decode()

    def player(self, web: int = 0) -> Player:
        """Return a new guest with a key, who talks to one of the web processes."""
        url = self.webs[web].url
        return Player(url, httpx.post(f"{url}/api/v1/guests", timeout=20, verify=False).json()["token"])

    def at(self, player: Player, web: int) -> Player:
        """Return the same player, talking to another web process."""
        return Player(self.webs[web].url, player.token)

    def kill_worker(self, number: int) -> None:
        """Kill a worker as a power cut would, and start another one in its place."""
        self.workers[number].send_signal(signal.SIGKILL)
        self.workers[number].wait(timeout=20)
        self.workers[number] = self.start("manage.py", "run_worker", "--verbosity", "0")

    def stop(self) -> None:
        """End all processes."""
        for child in [*self.workers, *(web.process for web in self.webs)]:
            child.terminate()
        for child in [*self.workers, *(web.process for web in self.webs)]:
            child.wait(timeout=30)

    def log(self) -> str:
        """Return what the processes wrote."""
        return (self.var / "log").read_text()

    def _web(self) -> Web:
        port = free_port()
        return Web(port, self.start("-m", "scrapsite.server", "--port", str(port)))

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start Python as a process of the site."""
        with (self.var / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, *arguments], cwd=ROOT, env=self.env, stdout=log, stderr=log, process_group=0
            )

    def _wait_for(self, web: Web) -> None:
        until = time.monotonic() + 2 * START_SECONDS
        while not web.answers():
            assert web.process.poll() is None, self.log()
            assert time.monotonic() < until, f"a web process never answered: {self.log()}"
            time.sleep(0.05)


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ManySite]:
    """The running site."""
    server, cache = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
    if not server.startswith("postgres") or not cache:
        pytest.fail("run these by `make test-scale`")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE many")
    site = ManySite(tmp_path_factory.mktemp("many"), f"{server.rpartition('/')[0]}/many", cache)
    yield site
    site.stop()
