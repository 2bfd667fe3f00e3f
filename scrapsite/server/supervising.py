"""Runs web server and worker as two processes, starts again whichever dies, and stops them together."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from django.conf import settings

from scrapsite.server.work.processes import end_with_parent

STOP_SECONDS = 8.0
LOOK_SECONDS = 0.05
ANSWER_SECONDS = 5.0
REPORT_SECONDS = 15.0
# How long a process stays away, by how often it has died in a row. A minute of life ends the row.
PAUSES = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
HEALTHY_SECONDS = 60.0
FIRST_TRIES = 3
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Say = Callable[[str], None]


class CannotStart(Exception):
    """The web server ended before it ever answered. The message says how, and what to do."""


def is_free(host: str, port: int) -> bool:
    """Return whether the port is free to listen on."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def supervise(host: str, port: int, say: Say) -> None:
    """Run web server and worker until somebody asks us to stop; whichever dies starts again.

    *say:* gets a line for the terminal whenever something happens. *Raises:* `CannotStart`.
    """
    web, worker = _children(host, port, say)
    # Noted, not raised: what a handler raises is lost in some places, as where a process is being started.
    asked: list[int] = []
    before = {number: signal.signal(number, lambda got, _: asked.append(got)) for number in STOP_SIGNALS}
    try:
        # One after the other: what the web server says when it can't start stays last on the terminal.
        while not asked and not web.has_answered:
            web.look()
            time.sleep(LOOK_SECONDS)
        if not asked:
            worker.look()
            say(f"Scrapsite is at http://{host}:{port}/  (Ctrl-C stops it)")
        while not asked:
            web.look()
            worker.look()
            time.sleep(LOOK_SECONDS)
    finally:
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        _stop([child.process for child in (web, worker) if child.process])
        for number, handler in before.items():
            signal.signal(number, handler)


def _children(host: str, port: int, say: Say) -> tuple[WebServer, Child]:
    """Return what to run, not started yet."""
    manage = str(Path(settings.BASE_DIR, "manage.py"))
    web = ["-m", "scrapsite.server", "--host", host, "--port", str(port)]
    return WebServer(host, port, web, say), Child("worker", [manage, "run_worker", "--verbosity", "0"], say)


class Child:
    """A Python process that is started, and started again whenever it has died."""

    def __init__(self, name: str, arguments: list[str], say: Say) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._name = name
        self._arguments = arguments
        self._say = say
        self._begun = 0.0
        self._due = 0.0
        self._deaths = 0

    def look(self) -> None:
        """Notice that the process has died, and start it once its pause is over."""
        if self.process is not None and self.process.poll() is not None:
            self._note_death(self.process.returncode)
            self.process = None
        if self.process is None and time.monotonic() >= self._due:
            self._begun = time.monotonic()
            self.process = _start(self._arguments)

    def _note_death(self, status: int) -> None:
        """Decide when a process that has died starts again, and say so."""
        lived = time.monotonic() - self._begun
        self._deaths = 1 if lived >= HEALTHY_SECONDS else self._deaths + 1
        pause = pause_after(self._deaths)
        self._due = time.monotonic() + pause
        when = f"in {pause:g} seconds, having died {self._deaths} times in a row" if pause else "now"
        self._say(f"The {self._name} {_in_words(status)}. It starts again {when}.")


class WebServer(Child):
    """The web server. It has started only when it answers."""

    def __init__(self, host: str, port: int, arguments: list[str], say: Say) -> None:
        super().__init__("web server", arguments, say)
        self.has_answered = False
        self._place = (host, port)
        self._is_answering = False
        self._reports = 0

    def look(self) -> None:
        """Do what every child does; until it answers, ask it, and from time to time say that we wait.

        *Raises:* `CannotStart`.
        """
        super().look()
        if self.process is None or self._is_answering:
            return
        status = _ask(*self._place)
        # Whoever says “not for this host name” is up; only what is broken says 5xx.
        self._is_answering = status is not None and status < 500
        if self._is_answering and self.has_answered:
            self._say("The web server answers again.")
        self.has_answered = self.has_answered or self._is_answering
        waited = time.monotonic() - self._begun
        if not self._is_answering and waited >= (self._reports + 1) * REPORT_SECONDS:
            self._reports = int(waited // REPORT_SECONDS)
            so_far = "doesn't answer yet" if status is None else f"answers with status {status}"
            self._say(f"The web server {so_far}, {waited:.0f} seconds after its start. Ctrl-C stops it.")

    def _note_death(self, status: int) -> None:
        self._is_answering = False
        self._reports = 0
        if not self.has_answered and (status >= 0 or self._deaths + 1 == FIRST_TRIES):
            raise CannotStart(
                f"The web server can't start: it {_in_words(status)} before it ever answered. "
                "Its messages are above: fix the problem and start again."
            )
        super()._note_death(status)


def pause_after(deaths: int) -> float:
    """Return for how many seconds a process stays away that has died so often in a row."""
    return PAUSES[min(deaths, len(PAUSES)) - 1]


def _in_words(status: int) -> str:
    """Return how a process ended, as the rest of a sentence about it."""
    return f"ended by itself (status {status})" if status >= 0 else f"was killed (signal {-status})"


def _start(arguments: list[str]) -> subprocess.Popen[bytes]:
    """Start Python in a process group of its own, so that Ctrl-C reaches only this process.

    It ends with this process, so that the port becomes free.
    """
    return subprocess.Popen(  # noqa: S603
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        process_group=0,
        preexec_fn=end_with_parent,
    )


def _ask(host: str, port: int) -> int | None:
    """Return the status of the health check, or `None` if nobody answers."""
    line = http.client.HTTPConnection(host, port, timeout=ANSWER_SECONDS)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        line.close()


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
