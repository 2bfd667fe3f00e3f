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
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def site(port: int, tmp_path: Path) -> Iterator[subprocess.Popen]:
    """The site, running, with its data in a folder with a space in its name."""
    process = start(port, tmp_path)
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


def start(port: int, tmp_path: Path) -> subprocess.Popen:
    """Start the supervisor."""
    return subprocess.Popen(
        [sys.executable, "manage.py", "play", "--port", str(port)],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SCRAPSITE_VAR": str(tmp_path / "my var")},
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
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_its_address_serves_and_stops_both(
    site: subprocess.Popen, port: int, number: signal.Signals
) -> None:
    said = read_until(site, "Scrapsite is at")
    assert f"Scrapsite is at http://127.0.0.1:{port}/  (Ctrl-C stops it)" in said
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
        assert answer.status == 200
    children = children_of(site)
    assert len(children) == 2
    site.send_signal(number)
    assert site.wait(timeout=15) == 0
    assert not any(is_alive(child) for child in children)


@pytest.mark.faults
@pytest.mark.parametrize(("which", "name"), [(0, "web server"), (1, "worker")])
def test_when_one_dies_everything_stops_and_says_so(site: subprocess.Popen, which: int, name: str) -> None:
    read_until(site, "Scrapsite is at")
    children = children_of(site)
    os.kill(children[which], signal.SIGKILL)
    assert f"The {name} ended by itself" in site.communicate(timeout=15)[0]
    assert site.returncode == 1
    assert not any(is_alive(child) for child in children)


@pytest.mark.faults
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children that their parent is gone")
def test_when_the_supervisor_is_killed_outright_nothing_stays_behind(site: subprocess.Popen) -> None:
    read_until(site, "Scrapsite is at")
    children = children_of(site)
    site.kill()
    deadline = time.monotonic() + 15
    while any(is_alive(child) for child in children) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(is_alive(child) for child in children)


@pytest.mark.faults
def test_the_second_start_sets_nothing_up_again(port: int, tmp_path: Path) -> None:
    """How quick it is, `make bench` measures."""
    said = []
    for _ in range(2):
        process = start(port, tmp_path)
        said.append(read_until(process, "Scrapsite is at"))
        urllib.request.urlopen(f"http://127.0.0.1:{port}/").close()
        process.terminate()
        process.communicate(timeout=15)
    assert said[0].count("\n") > 1
    assert said[1].count("\n") == 1


def test_a_taken_port_is_said_to_be_taken(port: int, tmp_path: Path) -> None:
    with socket.socket() as squatter:
        squatter.bind(("127.0.0.1", port))
        squatter.listen()
        said = start(port, tmp_path).communicate(timeout=30)[0]
    assert said.strip() == (
        f"CommandError: Port {port} is taken. Stop what uses it, or choose another: make play PORT={port + 1}"
    )
