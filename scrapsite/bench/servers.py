"""Starts the servers to measure: child processes on free ports, with temporary databases."""

import contextlib
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scrapsite.bench.load import HOST
from scrapsite.bench.prepare import MATCH_FILE, PAIRS_FILE

START_SECONDS = 60.0
OURS, STOCK, BARE = "ours", "stock", "bare"


@dataclass(frozen=True)
class Servers:
    """The ports of the servers. *visit:* path and cookie of a match page that both sites have.

    *pairs:* the players of matches that both sites have, to be played by their pages.
    """

    ports: dict[str, int]
    visit: dict[str, str]
    pairs: list[list[dict[str, str]]]

    def __getitem__(self, name: str) -> int:
        return self.ports[name]


@contextlib.contextmanager
def running_servers(names: Sequence[str] = (OURS, STOCK, BARE), core: int | None = None) -> Iterator[Servers]:
    """Prepare and start the site on our server and on the stock one, and a bare answer on stock daphne.

    *names:* only these of the three. *core:* the processor that they run on, or None for any.
    """
    with TemporaryDirectory(prefix="scrapsite-bench-") as folder, contextlib.ExitStack() as stack:
        made = Path(folder, OURS)
        run_python(["-m", "scrapsite.bench.prepare"], environment(made))
        visit, pairs = (json.loads(Path(made, name).read_text()) for name in (MATCH_FILE, PAIRS_FILE))
        shutil.copytree(made, Path(folder, STOCK))
        ports = {}
        for name in names:
            ports[name] = free_port()
            child = _start(_command(name, ports[name]), Path(folder, name))
            stack.callback(stop, child)
            pin(child.pid, core)
            wait_for(ports[name], child)
        yield Servers(ports, visit, pairs)


def _command(name: str, port: int) -> list[str]:
    if name == OURS:
        return ["-m", "scrapsite.server", "--port", str(port)]
    daphne = ["-m", "daphne", "--bind", HOST, "--port", str(port), "--verbosity", "0"]
    return [*daphne, f"scrapsite.bench.compared.{name}:application"]


def environment(folder: Path, settings: str = "scrapsite.bench.settings") -> dict[str, str]:
    """Return the environment of a child process whose data are in *folder*. *settings:* their module."""
    dropped = {
        "DATABASE_URL",
        "REDIS_URL",
        "SCRAPSITE_PROFILE",
        "DEBUG",
        "ALLOWED_HOSTS",
        "SERVER_THREADS",
        "RATE_LIMIT_FACTOR",
    }
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "SCRAPSITE_VAR": str(folder), "DJANGO_SETTINGS_MODULE": settings, "LOG_LEVEL": "ERROR"}


def run_python(arguments: Sequence[str], env: dict[str, str], given: str = "") -> str:
    """Run Python to its end and return what it prints. *given:* its standard input."""
    done = subprocess.run(  # noqa: S603  our own modules
        [sys.executable, *arguments], env=env, input=given, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def measured_apart(module: str, *arguments: str, database: Path | None = None) -> Any:
    """Return what *module* measures in a process and a folder of its own, and prints as JSON.

    *database:* a file that a copy of is in the folder, so that less has to be migrated.
    """
    with TemporaryDirectory(prefix="scrapsite-bench-") as folder:
        if database is not None:
            shutil.copy(database, Path(folder, "db.sqlite3"))
        return json.loads(run_python(["-m", module, *arguments], environment(Path(folder))))


def _start(arguments: list[str], folder: Path) -> "subprocess.Popen[bytes]":
    folder.mkdir(exist_ok=True)
    with Path(folder, "output.txt").open("wb") as output:
        return subprocess.Popen(  # noqa: S603  our own servers
            [sys.executable, *arguments], env=environment(folder), stdout=output, stderr=subprocess.STDOUT
        )


def stop(child: "subprocess.Popen[bytes]") -> None:
    """Stop *child*, and kill it if it doesn't stop in time."""
    child.terminate()
    try:
        child.wait(10)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def wait_for(port: int, child: "subprocess.Popen[bytes]") -> None:
    """Wait until the server on *port* answers. *Raises:* RuntimeError if *child* ends or takes too long."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if child.poll() is not None:
            break
        line = http.client.HTTPConnection(HOST, port, timeout=5)
        try:
            line.request("GET", "/")
            line.getresponse().read()
        except OSError:
            time.sleep(0.1)
        else:
            return
        finally:
            line.close()
    raise RuntimeError(f"A server to be measured didn't start: {child.args!r}")


def pin(process: int, core: int | None) -> None:
    """Let *process* run on processor *core* only, if there is one; 0 is the caller's own process."""
    if core is not None and core in os.sched_getaffinity(process):
        os.sched_setaffinity(process, {core})


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
