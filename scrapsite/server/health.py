"""The health checks, answered before Django and outside of its threads, which may all be busy.

`/healthz` says that the process is alive. `/readyz` says whether the site can do its work, and what it can't.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate

from scrapsite.server.asgi.messages import App, Receive, Scope, Send, send_whole

logger = logging.getLogger("scrapsite.server")

ALIVE, READY = "/healthz", "/readyz"
# An answer is good for so long: asking often costs no more than asking once.
KEPT_SECONDS = 2.0
# Whoever hasn't answered by then isn't ready.
PATIENCE_SECONDS = 4.0

_HEADERS = [
    (b"content-type", b"application/json"),
    (b"cache-control", b"private, no-store"),
    (b"x-content-type-options", b"nosniff"),
    # A browser may open it: nothing may be loaded or framed from here.
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]


class Readiness:
    """What the site can't do, looked at in a thread of its own, one look at a time.

    *look:* returns what is wrong by the name of the check.
    """

    def __init__(self, look: Callable[[], dict[str, str]]) -> None:
        self._look = look
        self._thread = ThreadPoolExecutor(1, "readiness")
        self._asked: asyncio.Future[dict[str, str]] | None = None
        self._at = 0.0
        self._said: frozenset[str] = frozenset()

    async def failing(self) -> dict[str, str]:
        """Return what is wrong now, or was a moment ago."""
        if self._asked is None or (self._asked.done() and time.monotonic() - self._at > KEPT_SECONDS):
            self._asked = asyncio.get_running_loop().run_in_executor(self._thread, self._look_now)
        try:
            found = await asyncio.wait_for(asyncio.shield(self._asked), PATIENCE_SECONDS)
        except TimeoutError:
            found = {"database": "it doesn't answer"}
        except Exception as error:
            found = {"checks": str(error)}
        self._say(found)
        return found

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _look_now(self) -> dict[str, str]:
        try:
            return self._look()
        finally:
            self._at = time.monotonic()

    def _say(self, found: dict[str, str]) -> None:
        """Log what has begun to fail and what works again, once each."""
        for name in found.keys() - self._said:
            logger.error("Not ready, %s: %s.", name, found[name])
        for name in self._said - found.keys():
            logger.warning("Ready again: %s.", name)
        self._said = frozenset(found)


class HealthChecks:
    """ASGI middleware that answers the health checks, whatever the host name, and passes on the rest."""

    def __init__(self, app: App, readiness: Readiness) -> None:
        self.app = app
        self._readiness = readiness

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] not in (ALIVE, READY):
            await self.app(scope, receive, send)
            return
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(scope, send, 405, {"code": "request/method", "rule": "", "reason": "Use GET."})
        elif scope["path"] == ALIVE:
            await _answer(scope, send, 200, {"status": "ok"})
        else:
            # Only names: figures are the operator's business.
            failing = sorted(await self._readiness.failing())
            said = {"status": "failing" if failing else "ok", "failing": failing}
            await _answer(scope, send, 503 if failing else 200, said)


async def _answer(scope: Scope, send: Send, status: int, said: Mapping[str, object]) -> None:
    body = json.dumps(said).encode()
    # Pages with clocks look there how late it is on the server.
    now = formatdate(usegmt=True).encode()
    headers = [*_HEADERS, (b"date", now), (b"content-length", b"%d" % len(body))]
    if status == 405:
        headers.append((b"allow", b"GET, HEAD"))
    await send_whole(send, status, headers, b"" if scope["method"] == "HEAD" else body)
