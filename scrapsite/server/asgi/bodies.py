"""The request-body guard, which keeps bodies that are too large or too slow from Django."""

import asyncio

from scrapsite.server import bounds
from scrapsite.server.asgi.messages import App, Message, Receive, Scope, Send, header, send_refusal

TOO_LARGE = f"This request is too large: at most {bounds.BODY_BYTES // 1024} kB can be sent at once."
TOO_SLOW = "The request took too long to arrive."


class BodyTooLarge(Exception):
    """The body is over the limit."""


class ClientGone(Exception):
    """The client disconnected before its whole request had arrived."""


class BodyGuard:
    """ASGI middleware that reads the whole body, within bounds, and hands it on as one message.

    If the declared length is over *max_bytes*, it answers 413 without reading the body. If no length is
    declared, it answers 413 as soon as the body grows too large. A body that isn't complete after *seconds*
    gets a 408.
    """

    def __init__(
        self, app: App, max_bytes: int = bounds.BODY_BYTES, seconds: float = bounds.BODY_SECONDS
    ) -> None:
        self.app = app
        self.max_bytes = max_bytes
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            self._check_declared_length(scope)
            async with asyncio.timeout(self.seconds):
                body = await self._read(receive)
        except BodyTooLarge:
            await send_refusal(scope, send, 413, "request/too-large", TOO_LARGE)
        except TimeoutError:
            await send_refusal(scope, send, 408, "request/too-slow", TOO_SLOW)
        except ClientGone:
            return
        else:
            await self.app(scope, _replay(body, receive), send)

    def _check_declared_length(self, scope: Scope) -> None:
        declared = header(scope, b"content-length")
        if declared and declared.isdigit() and int(declared) > self.max_bytes:
            raise BodyTooLarge

    async def _read(self, receive: Receive) -> bytes:
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            part = message.get("body", b"")
            size += len(part)
            if size > self.max_bytes:
                raise BodyTooLarge
            parts.append(part)
            if not message.get("more_body", False):
                return b"".join(parts)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return an ASGI `receive` that gives *body* in one message, then passes on what the server sends."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return pending.pop() if pending else await receive()

    return replayed
