"""Requests and connections of daphne with limits for how much they send, and for how long.

Only this module, `scrapsite.server.daphne` and the runner depend on daphne; everything else speaks ASGI.
"""

import asyncio
import time
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest

from scrapsite.server import bounds
from scrapsite.server.asgi import bodies
from scrapsite.server.asgi.messages import refusal

_LINES = {408: b"Request Timeout", 413: b"Content Too Large"}


class GuardedRequest(WebRequest):
    """A request that can be refused while it is still arriving, before daphne holds all of it in memory.

    Daphne passes a request to the application only when its whole body has arrived, so an ASGI guard alone
    is too late. This class checks the declared length, counts the bytes that arrive, and limits the time.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Twisted would read forms, and the application reads them again.
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)
        self._begun = time.monotonic()
        self._arrived = False
        self._refused = False
        self._size = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802  Twisted's name
        super().gotLength(length)
        if length is not None and length > bounds.BODY_BYTES:
            self._refuse(413, "request/too-large", bodies.TOO_LARGE)

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802  Twisted's name
        self._size += len(data)
        if self._refused:
            self._discard()
        elif self._size > bounds.BODY_BYTES:
            self._refuse(413, "request/too-large", bodies.TOO_LARGE)
        else:
            super().handleContentChunk(data)

    def process(self) -> Any:
        self._arrived = True
        if self._refused:
            return self.channel.loseConnection()
        self.requestHeaders.removeHeader(b"daphne-root-path")  # otherwise any client could set SCRIPT_NAME
        return super().process()

    def check_timeouts(self) -> None:
        if not self._arrived and time.monotonic() - self._begun > bounds.BODY_SECONDS:
            self._refuse(408, "request/too-slow", bodies.TOO_SLOW)
        else:
            super().check_timeouts()

    def handle_exception(self, exception: BaseException) -> None:
        if not self._response_started:
            super().handle_exception(exception)
        elif self.channel is not None:
            # A cut connection tells the client that the rest is missing; a clean end would hide it.
            self.channel.forceAbortClient()

    def _refuse(self, status: int, code: str, reason: str) -> None:
        """Answer now, though the request isn't complete, then close this side of the connection.

        For a little while, discard what still arrives: closing at once would reset the connection, and the
        client might never read the answer.
        """
        if self._refused or self.channel is None:
            return
        self._refused = True
        self.requestHeaders.removeHeader(b"expect")
        # Twisted keeps the path here until the request has arrived.
        is_api = getattr(self.channel, "_path", b"").startswith(b"/api/")
        self.channel.transport.writeSequence(_refusal(status, *refusal(code, reason, as_json=is_api)))
        self.channel.transport.loseWriteConnection()
        asyncio.get_running_loop().call_later(bounds.DISCARD_SECONDS, self._abort)

    def _discard(self) -> None:
        if self._size > bounds.DISCARD_BYTES:
            self._abort()

    def _abort(self) -> None:
        if self.channel is not None:
            self.channel.forceAbortClient()


def _refusal(status: int, kind: bytes, body: bytes) -> list[bytes]:
    return [
        b"HTTP/1.1 %d %s\r\n" % (status, _LINES[status]),
        b"content-type: %s\r\nconnection: close\r\ncache-control: private, no-store\r\n" % kind,
        b"content-length: %d\r\n\r\n" % len(body),
        body,
    ]


class GuardedFactory(HTTPFactory):
    """Makes HTTP channels that use `GuardedRequest`."""

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802  Twisted's name
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = GuardedRequest
        return protocol
