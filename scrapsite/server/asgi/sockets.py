"""The websocket application: it checks the full origin, counts, finds the session's user, then routes."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import ParseResult, urlparse

from channels.auth import AuthMiddlewareStack
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from channels.security.websocket import OriginValidator, WebsocketDenier
from django.urls import re_path

from scrapsite.common import limits
from scrapsite.common.origins import site_origins
from scrapsite.server import bounds
from scrapsite.server.asgi.environ import client_network
from scrapsite.server.asgi.messages import App, Message, Receive, Scope, Send, header

# Close code for “too many sockets”: pages fetch every thirty seconds then.
FULL = 4429

SocketRoutes = Sequence[Any]


class NoSuchSocket(AsyncWebsocketConsumer):
    """Refuses the handshake for a path without a route."""

    async def connect(self) -> None:
        await self.close()


class FullOriginValidator(OriginValidator):
    """Channels' origin validator. It compares full origins at each handshake and refuses malformed ones."""

    def __init__(self, application: App) -> None:
        super().__init__(application, ())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not _is_readable(header(scope, b"origin")):
            await WebsocketDenier()(scope, receive, send)
            return
        await super().__call__(scope, receive, send)

    def validate_origin(self, parsed_origin: ParseResult) -> bool:
        return any(self.match_allowed_origin(parsed_origin, origin) for origin in site_origins())


class Pace:
    """How soon each address may open its next socket, so that hundreds at once don't fill the server.

    Pages whose handshake is refused ask again after a second or two.
    """

    _MOST_KNOWN = 4096

    def __init__(self) -> None:
        self._next: dict[str, float] = {}

    def wait_of(self, place: str, now: float) -> float | None:
        """Return how many seconds a new socket of *place* has to wait, None if it is refused."""
        gap = 1 / max(limits.scaled(bounds.NEW_SOCKETS_A_SECOND), bounds.NEW_SOCKETS_A_SECOND)
        if len(self._next) > self._MOST_KNOWN:
            self._next = {known: time for known, time in self._next.items() if time > now}
        due = max(self._next.get(place, now), now)
        wait = max(due - now - bounds.NEW_SOCKETS_AT_ONCE * gap, 0.0)
        if wait > bounds.NEW_SOCKET_SECONDS:
            return None
        self._next[place] = due + gap
        return wait


class AddressBound:
    """ASGI middleware that bounds each address: its sockets and their pace. Few handshakes go on at once.

    A socket too many is accepted and closed with FULL, since a browser tells its page nothing about a refused
    handshake. Handshakes read sessions and matches in the thread that also serves open sockets, so only a few
    may wait there.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self._open: Counter[str] = Counter()
        self._pace = Pace()
        self._handshakes = asyncio.Semaphore(bounds.HANDSHAKES_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        place = client_network(scope)
        if self._open[place] >= limits.scaled(bounds.SOCKETS_PER_ADDRESS):
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": FULL})
            return
        wait = self._pace.wait_of(place, asyncio.get_running_loop().time())
        if wait is None:
            await WebsocketDenier()(scope, receive, send)
            return
        self._open[place] += 1
        try:
            await asyncio.sleep(wait)
            await self._serve(scope, receive, send)
        finally:
            self._open[place] -= 1
            if not self._open[place]:
                del self._open[place]

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_waiting = True

        async def noting(message: Message) -> None:
            finish()
            await send(message)

        def finish() -> None:
            nonlocal is_waiting
            if is_waiting:
                is_waiting = False
                self._handshakes.release()

        await self._handshakes.acquire()
        try:
            await self.app(scope, receive, noting)
        finally:
            finish()


def _is_readable(origin: bytes | None) -> bool:
    try:
        urlparse((origin or b"").decode("ascii")).port  # noqa: B018  reading the port checks it
    except ValueError:
        return False
    return True


def socket_application(routes: SocketRoutes) -> App:
    """Return the application for websockets, with *routes* behind origin and session checks."""
    known = URLRouter([*routes, re_path(r"", NoSuchSocket.as_asgi())])
    application: App = FullOriginValidator(AddressBound(AuthMiddlewareStack(known)))
    return application
