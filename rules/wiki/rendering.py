"""People's Markdown, rendered in a process of its own that is killed when a text takes too long.

Some texts of a few kilobytes keep Markdown busy for minutes, and a view that waits for one keeps every other
signed-in reader of its server thread waiting. Four things bound that:

- `rules.document.text_limits` refuses such texts in a millisecond or two. Most of those that pass take a
  hundredth of a second; the slowest known take three quarters (decision 22).
- The child may use 0.3 s of processor time for a request (`renderer.CPU_SECONDS`), then the system ends it.
  The next child is started at once and loads while the server does other things.
- `SECONDS` is for a machine so busy that the child gets not even that much: then nothing is known about the
  text, and its author is asked to try again.
- Whoever sends three slow texts in a minute may send none for the rest of it (`rules.wiki.views.access`).

`tests/faults/test_slow_texts.py` holds a server to it.
"""

import atexit
import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, Literal, cast

from rules.document.blocks import Block
from rules.document.errors import BadText
from rules.document.markup import Rendered, plain
from rules.document.text_limits import check_text

SECONDS = 2.0
START_SECONDS = 10.0

_BUSY = "Texts can't be displayed at the moment. Try again in a minute."
_CHUNK = 1 << 16
# The child gets nothing of our environment: keys and addresses of databases are in it.
_ENVIRONMENT = {"LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}


def render_blocks(sources: Sequence[str]) -> tuple[Block, ...]:
    """Return the blocks that these texts make. *Raises:* BadText, with the place of the block at fault."""
    for place, source in enumerate(sources):
        check_text(source, place)
    answers = _renderer.ask([["block", source] for source in sources]) if sources else []
    return tuple(
        _block(source, answer, place)
        for place, (source, answer) in enumerate(zip(sources, answers, strict=True))
    )


def render_comment(source: str) -> str:
    """Return the clean HTML of a comment. *Raises:* BadText."""
    check_text(source)
    (answer,) = _renderer.ask([["comment", source]])
    if isinstance(answer, str):
        raise BadText(answer, "text/unset")
    html = str(answer[0])
    if not plain(html):
        raise BadText("Enter some text.", "text/empty")
    return html


def _block(source: str, answer: Any, place: int) -> Block:
    if isinstance(answer, str):
        raise BadText(answer, "text/no-paragraph", place)
    kind, html, anchor, classes, title, where = answer
    return Block(source, Rendered(kind, html, anchor, frozenset(classes), title, where))


def slow_texts() -> int:
    """Return how many times a text took too long in this thread, since it began."""
    return _met_with.slow


class _MetWith(threading.local):
    slow = 0


class Renderer:
    """One child process, started when first needed and again after it had to be killed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._is_warm = False
        atexit.register(self.close)
        os.register_at_fork(after_in_child=self._forget)

    @property
    def pid(self) -> int | None:
        """The process id of the child; None while there is none."""
        return self._child.pid if self._child else None

    def ask(self, questions: list[list[str]]) -> list[Any]:
        """Return an answer for each question. *Raises:* BadText when there is too much work or no time."""
        line = json.dumps(questions).encode() + b"\n"
        with self._lock:
            for _attempt in range(2):
                end, answer = _exchange(self._ready(), line, SECONDS)
                if answer is not None:
                    return cast(list[Any], json.loads(answer))
                is_slow = end == "ended" and self._ended() in (None, -signal.SIGPROF)
                self._start()
                if end == "late":
                    raise BadText(_BUSY, "text/unavailable")
                if is_slow:
                    _met_with.slow += 1
                    raise BadText(
                        "This text takes too long to display. Use fewer brackets, stars and nested lists.",
                        "text/slow",
                    )
        raise BadText("This text can't be displayed. Use fewer brackets, stars and lists.", "text/unset")

    def close(self) -> None:
        """Kill the child, if there is one."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.wait()
            _close_pipes(child)

    def _ready(self) -> subprocess.Popen[bytes]:
        """Return a child that waits for questions. *Raises:* BadText when none can be had."""
        if self._child is None or self._child.poll() is not None:
            self._start()
        child = cast(subprocess.Popen[bytes], self._child)
        if not self._is_warm and _exchange(child, b"[]\n", START_SECONDS)[1] is None:
            self.close()
            raise BadText(_BUSY, "text/unavailable")
        self._is_warm = True
        return child

    def _start(self) -> None:
        """Start a child in place of the one there is, without waiting for it to be ready."""
        self.close()
        self._is_warm = False
        self._child = subprocess.Popen(
            [sys.executable, "-m", "rules.document.renderer"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            env=_ENVIRONMENT,
            bufsize=0,
            process_group=0,
        )

    def _ended(self) -> int | None:
        """Return the child's exit code. None: it still runs."""
        child = cast(subprocess.Popen[bytes], self._child)
        try:
            return child.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return None

    def _forget(self) -> None:
        """Forget the child, which belongs to the process that we were forked from."""
        self._lock = threading.Lock()
        if self._child is not None:
            _close_pipes(self._child)
            self._child.returncode = 0  # otherwise we would wait in vain for a process that isn't our child
            self._child = None


def _close_pipes(child: subprocess.Popen[bytes]) -> None:
    for pipe in (child.stdin, child.stdout):
        with contextlib.suppress(OSError):
            cast(IO[bytes], pipe).close()


def _exchange(
    child: subprocess.Popen[bytes], line: bytes, seconds: float
) -> tuple[Literal["answered", "ended", "late"], bytes | None]:
    """Send a line. Return how that ended, and the line that came back if one came in time."""
    deadline = time.monotonic() + seconds
    received = bytearray()
    sent = 0
    stdin, stdout = cast(IO[bytes], child.stdin), cast(IO[bytes], child.stdout)
    os.set_blocking(stdin.fileno(), False)
    with selectors.DefaultSelector() as ready:
        ready.register(stdin, selectors.EVENT_WRITE)
        ready.register(stdout, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            for key, _ in ready.select(left):
                try:
                    if key.fileobj is stdin:
                        sent += os.write(stdin.fileno(), line[sent : sent + _CHUNK])
                        if sent == len(line):
                            ready.unregister(stdin)
                        continue
                    part = os.read(stdout.fileno(), _CHUNK)
                except BrokenPipeError:
                    return "ended", None
                received += part
                if received.endswith(b"\n"):
                    return "answered", bytes(received)
                if not part:
                    return "ended", None
    return "late", None


_met_with = _MetWith()
_renderer = Renderer()
