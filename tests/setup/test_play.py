"""The supervisor behind `make play`, started as a visitor would start it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.servers import free_port

ROOT = Path(__file__).parents[2]


@dataclass
class FirstStart:
    """A folder of data that `make play` has set up. *said:* what it printed; *status:* how it ended."""

    var: Path
    said: str
    status: int


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> FirstStart:
    """The first start, ended by Ctrl-C; the other tests use its folder, which has a space in its name."""
    var = tmp_path_factory.mktemp("play") / "my var"
    port = free_port()
    process = start(port, var)
    said = read_until(process, "Scrapsite is at")
    urllib.request.urlopen(f"http://127.0.0.1:{port}/").close()
    process.send_signal(signal.SIGINT)
    return FirstStart(var, said, process.wait(timeout=15))


@pytest.fixture
def port() -> int:
    """A port nobody listens on."""
    return free_port()


@pytest.fixture
def site(port: int, first_start: FirstStart) -> Iterator[subprocess.Popen]:
    """The site, started once more."""
    process = start(port, first_start.var)
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


def start(port: int, var: Path, **more: str) -> subprocess.Popen:
    """Start the supervisor."""
    return subprocess.Popen(
        [sys.executable, "manage.py", "play", "--port", str(port)],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SCRAPSITE_VAR": str(var), **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def read_until(process: subprocess.Popen, words: str) -> str:
    """Return what the process prints up to the line with these words."""
    assert process.stdout
    said = ""
    for line in process.stdout:
        said += line
        if words in line:
            return said
    raise AssertionError(said)


def children_of(process: subprocess.Popen) -> list[int]:
    """Return the ids of the processes it has started."""
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return [int(word) for word in listed.split()]


def is_alive(pid: int) -> bool:
    """Say whether the process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.faults
def test_the_first_start_sets_everything_up_and_the_second_only_prints_the_address(
    first_start: FirstStart, site: subprocess.Popen, port: int
) -> None:
    """How quick they are, `make bench` measures."""
    assert first_start.said.count("\n") > 1
    assert first_start.status == 0
    assert read_until(site, "") == f"Scrapsite is at http://127.0.0.1:{port}/  (Ctrl-C stops it)\n"


@pytest.mark.faults
@pytest.mark.soak(seconds=11)
def test_whichever_is_killed_comes_back_and_both_stop_when_asked(site: subprocess.Popen, port: int) -> None:
    read_until(site, "Scrapsite is at")
    web, worker = children_of(site)
    os.kill(worker, signal.SIGKILL)
    read_until(site, "The worker was killed (signal 9). It starts again now.")
    os.kill(web, signal.SIGKILL)
    read_until(site, "The web server was killed (signal 9). It starts again now.")
    read_until(site, "The web server answers again.")
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
        assert answer.status == 200
    children = children_of(site)
    assert len(children) == 2
    assert not {web, worker} & set(children)
    site.send_signal(signal.SIGTERM)
    assert site.wait(timeout=15) == 0
    assert not any(is_alive(child) for child in children)


@pytest.mark.faults
@pytest.mark.soak(seconds=25)
def test_a_site_that_cant_start_ends_and_says_why(first_start: FirstStart, port: int) -> None:
    process = start(port, first_start.var, SERVER_THREADS="many")
    said = process.communicate(timeout=30)[0].splitlines()
    assert process.returncode == 1
    assert "ValueError" in said[-2]
    assert said[-1].startswith("CommandError: The web server can't start: it ended by itself (status 1)")


@pytest.mark.faults
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children that their parent is gone")
@pytest.mark.soak(seconds=22)
def test_when_the_supervisor_is_killed_outright_nothing_stays_behind(site: subprocess.Popen) -> None:
    read_until(site, "Scrapsite is at")
    children = children_of(site)
    site.kill()
    deadline = time.monotonic() + 15
    while any(is_alive(child) for child in children) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(is_alive(child) for child in children)


@pytest.mark.soak(seconds=2)
def test_a_taken_port_is_said_to_be_taken(port: int, tmp_path: Path) -> None:
    with socket.socket() as squatter:
        squatter.bind(("127.0.0.1", port))
        squatter.listen()
        said = start(port, tmp_path).communicate(timeout=30)[0]
    assert said.strip() == (
        f"CommandError: Port {port} is taken. Stop what uses it, or choose another: make play PORT={port + 1}"
    )
