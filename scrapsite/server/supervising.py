"""Runs the web server and the worker as two processes and stops them together."""

from __future__ import annotations

import ctypes
import http.client
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from django.conf import settings

STOP_SECONDS = 8.0
START_SECONDS = 30.0
LOOK_SECONDS = 0.05
SET_PARENT_DEATH_SIGNAL = 1
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(Exception):
    """Somebody asked us to stop."""


class Died(Exception):
    """One of the processes ended by itself. The message says which."""


def is_free(host: str, port: int) -> bool:
    """Return whether the port is free to listen on."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def supervise(host: str, port: int, on_ready: Callable[[], None]) -> None:
    """Run web server and worker until somebody asks us to stop.

    *on_ready:* called once the site answers. *Raises:* `Died` when one of the two ended by itself; the
    other is stopped as well.
    """
    children: dict[str, subprocess.Popen[bytes]] = {}
    before = {number: signal.signal(number, _ask_to_stop) for number in STOP_SIGNALS}
    try:
        for name, arguments in _commands(host, port).items():
            children[name] = _start(arguments)
        _wait_for_answer(host, port, children)
        on_ready()
        while True:
            _check(children)
            time.sleep(LOOK_SECONDS * 4)
    except Stopped:
        pass
    finally:
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        _stop(list(children.values()))
        for number, handler in before.items():
            signal.signal(number, handler)


def _commands(host: str, port: int) -> dict[str, list[str]]:
    """Return what to run, by the names the messages use."""
    manage = str(Path(settings.BASE_DIR, "manage.py"))
    return {
        "web server": ["-m", "scrapsite.server", "--host", host, "--port", str(port)],
        "worker": [manage, "run_worker", "--verbosity", "0"],
    }


def _start(arguments: list[str]) -> subprocess.Popen[bytes]:
    """Start Python in a process group of its own, so that Ctrl-C reaches only this process."""
    return subprocess.Popen(  # noqa: S603
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        process_group=0,
        preexec_fn=_end_with_parent if sys.platform == "linux" else None,
    )


def _end_with_parent() -> None:
    """Ask the kernel to stop this process when its parent dies, so that the port becomes free."""
    ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)


def _wait_for_answer(host: str, port: int, children: dict[str, subprocess.Popen[bytes]]) -> None:
    """Return once the site is healthy."""
    deadline = time.monotonic() + START_SECONDS
    while not _answers(host, port):
        _check(children)
        if time.monotonic() > deadline:
            raise Died(f"The web server didn't answer within {START_SECONDS:.0f} seconds.")
        time.sleep(LOOK_SECONDS)


def _answers(host: str, port: int) -> bool:
    """Return whether the health check answers with 200."""
    line = http.client.HTTPConnection(host, port, timeout=5)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def _check(children: dict[str, subprocess.Popen[bytes]]) -> None:
    """Raise `Died` if one of the processes has ended."""
    for name, child in children.items():
        if child.poll() is not None:
            raise Died(f"The {name} ended by itself (status {child.returncode}), so everything stops.")


def _stop(children: list[subprocess.Popen[bytes]]) -> None:
    """Ask all processes to stop, and kill those that don't stop in time."""
    for child in children:
        if child.poll() is None:
            child.terminate()
    deadline = time.monotonic() + STOP_SECONDS
    for child in children:
        try:
            child.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def _ask_to_stop(number: int, frame: FrameType | None) -> None:
    raise Stopped
