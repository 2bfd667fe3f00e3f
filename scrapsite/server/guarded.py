"""Requests and connections of daphne with limits for how much they send, and for how long.

Only this module, `scrapsite.server.daphne` and the runner depend on daphne; everything else speaks ASGI.
"""

import asyncio
import time
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.http import HTTPChannel

from scrapsite.server import bounds
from scrapsite.server.asgi import bodies, failures, troubles
from scrapsite.server.asgi.messages import Message, refusal

_LINES = {408: b"Request Timeout", 413: b"Content Too Large", 503: b"Service Unavailable"}


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
        channel, done = self.channel, super().process()
        if self.transport is None:  # daphne gave the connection to a WebSocket, and the channel hears no more
            channel.leave()
        return done

    def check_timeouts(self) -> None:
        if not self._arrived and time.monotonic() - self._begun > bounds.BODY_SECONDS:
            self._refuse(408, "request/too-slow", bodies.TOO_SLOW)
        else:
            super().check_timeouts()

    def refuse_unless_arrived(self) -> None:
        """Answer 503 if the request is still arriving, because the server is being stopped."""
        if not self._arrived:
            self._refuse(503, troubles.RESTARTING.code, troubles.RESTARTING.reason)

    def handle_reply(self, message: Message) -> None:
        super().handle_reply(message)
        if message["type"] == "http.response.start" and self.channel is not None:
            is_last = (b"connection", b"close") in message.get("headers", ()) or self.server.is_stopping
            if is_last:
                self.channel.persistent = False
                self.responseHeaders.setRawHeaders(b"connection", [b"close"])

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
        self.channel.refuse(status, code, reason)

    def _discard(self) -> None:
        if self._size > bounds.DISCARD_BYTES and self.channel is not None:
            self.channel.forceAbortClient()


class GuardedChannel(HTTPChannel):
    """A connection on which the first line of a request has to arrive in time.

    Twisted waits anew after each byte, and `GuardedRequest` only begins with the second line.
    """

    def __init__(self) -> None:
        super().__init__()
        self._limit: asyncio.TimerHandle | None = None
        self._refused = False
        self._is_leaving = False

    @property
    def is_busy(self) -> bool:
        """Whether an answer is made or on its way here."""
        return not self._refused and (bool(self.requests) or self._is_leaving)

    def connectionMade(self) -> None:  # noqa: N802  Twisted's name
        super().connectionMade()
        self.factory.channels.add(self)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802  Twisted's name
        self.leave()
        super().connectionLost(reason)

    def leave(self) -> None:
        """Be no longer one of the factory's open connections."""
        self.factory.channels.discard(self)
        self._end_limit()

    def loseConnection(self) -> Any:  # noqa: N802  Twisted's name
        self._is_leaving = True
        return super().loseConnection()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  Twisted's name
        if self._refused and not self.requests:
            return
        super().dataReceived(data)
        if self.requests:
            self._end_limit()
        elif self._limit is None:
            self._limit = asyncio.get_running_loop().call_later(bounds.LINE_SECONDS, self._refuse_slow_line)

    def refuse_arriving(self) -> None:
        """Refuse the request that is still arriving; end the connection when the others are answered."""
        if self.requests:
            self.persistent = False
        for request in self.requests:
            request.refuse_unless_arrived()

    def refuse(self, status: int, code: str, reason: str) -> None:
        """Answer, though the request isn't complete, and close this side of the connection."""
        self._refused = True
        # Twisted keeps the path here until the request has arrived.
        is_api = getattr(self, "_path", b"").startswith(b"/api/")
        transport: Any = self.transport
        transport.writeSequence(_refusal(status, *refusal(code, reason, as_json=is_api)))
        transport.loseWriteConnection()
        asyncio.get_running_loop().call_later(bounds.DISCARD_SECONDS, self.forceAbortClient)

    def _refuse_slow_line(self) -> None:
        if not self.requests:
            self.refuse(408, "request/too-slow", bodies.TOO_SLOW)

    def _end_limit(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None


def _refusal(status: int, kind: bytes, body: bytes) -> list[bytes]:
    return [
        b"HTTP/1.1 %d %s\r\n" % (status, _LINES[status]),
        b"content-type: %s\r\nconnection: close\r\ncache-control: private, no-store\r\n" % kind,
        b"retry-after: %d\r\n" % failures.RETRY_SECONDS if status == 503 else b"",
        b"content-length: %d\r\n\r\n" % len(body),
        body,
    ]


class GuardedFactory(HTTPFactory):
    """Makes connections that use `GuardedRequest`. *channels:* those that are open."""

    protocol = GuardedChannel

    def __init__(self, server: Any) -> None:
        super().__init__(server)
        self.channels: set[GuardedChannel] = set()

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802  Twisted's name
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = GuardedRequest
        return protocol
