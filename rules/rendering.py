"""People's Markdown, rendered in a process of its own that is killed when a text takes too long.

Some texts of a few kilobytes keep Markdown busy for minutes. What can be seen to be such a text is refused
before (`rules.limits`); this is for what can't.
"""

import contextlib
import json
import os
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, cast

from rules.errors import BadText
from rules.markup import Block
from rules.pieces import Piece
from rules.textlimits import check_text

SECONDS = 0.4
START_SECONDS = 10.0
_CHUNK = 1 << 16


def render_pieces(sources: Sequence[str]) -> tuple[Piece, ...]:
    """Return the pieces that these texts make. *Raises:* BadText, with the place of the piece at fault."""
    for place, source in enumerate(sources):
        check_text(source, place)
    answers = _renderer.ask([["piece", source] for source in sources]) if sources else []
    return tuple(
        _piece(source, answer, place)
        for place, (source, answer) in enumerate(zip(sources, answers, strict=True))
    )


def render_comment(source: str) -> str:
    """Return clean HTML for what somebody says. *Raises:* BadText."""
    check_text(source)
    (html,) = _renderer.ask([["comment", source]])
    if not str(html).strip():
        raise BadText("There are no words in it.", "text/empty")
    return str(html)


def _piece(source: str, answer: Any, place: int) -> Piece:
    if isinstance(answer, str):
        raise BadText(answer, "text/no-paragraph", place)
    kind, html, anchor, classes, title = answer
    return Piece(source, Block(kind, html, anchor, frozenset(classes), title))


class Renderer:
    """One child process, started when first needed and again after it had to be killed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._pid = 0

    def ask(self, questions: list[list[str]]) -> list[Any]:
        """Return an answer for each question. *Raises:* BadText when they take longer than `SECONDS`."""
        with self._lock:
            child = self._running()
            line = json.dumps(questions).encode() + b"\n"
            answer = _exchange(child, line, SECONDS)
            if answer is None:
                self.close()
                raise BadText(
                    "This text takes too long to set. Use fewer brackets, stars and nested lists.",
                    "text/slow",
                )
        return cast(list[Any], json.loads(answer))

    def close(self) -> None:
        """Kill the child, if there is one."""
        child, self._child = self._child, None
        if child is not None and self._pid == os.getpid():
            child.kill()
            child.wait()
            for pipe in (child.stdin, child.stdout):
                with contextlib.suppress(OSError):
                    cast(IO[bytes], pipe).close()

    def _running(self) -> subprocess.Popen[bytes]:
        """Return a child that is ready; one that belongs to the process we were forked from isn't ours."""
        if self._child is None or self._pid != os.getpid() or self._child.poll() is not None:
            self.close()
            self._child = subprocess.Popen(
                [sys.executable, "-m", "rules.renderer"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=Path(__file__).parent.parent,
                bufsize=0,
            )
            self._pid = os.getpid()
            if _exchange(self._child, b"[]\n", START_SECONDS) is None:
                self.close()
                raise BadText("Texts can't be set just now. Try again in a minute.", "text/unavailable")
        return self._child


def _exchange(child: subprocess.Popen[bytes], line: bytes, seconds: float) -> bytes | None:
    """Send a line and return the line that comes back; None when the child doesn't give it in time."""
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
                    return None
                received += part
                if received.endswith(b"\n"):
                    return bytes(received)
                if not part:
                    return None
    return None


_renderer = Renderer()
