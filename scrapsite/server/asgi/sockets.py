"""The websocket application: it checks the full origin, finds the session's user, then routes."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import ParseResult, urlparse

from channels.auth import AuthMiddlewareStack
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from channels.security.websocket import OriginValidator, WebsocketDenier
from django.urls import re_path

from scrapsite.common.origins import site_origins
from scrapsite.server.asgi.messages import App, Receive, Scope, Send, header

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


def _is_readable(origin: bytes | None) -> bool:
    try:
        urlparse((origin or b"").decode("ascii")).port  # noqa: B018  reading the port checks it
    except ValueError:
        return False
    return True


def socket_application(routes: SocketRoutes) -> App:
    """Return the application for websockets, with *routes* behind origin and session checks."""
    known = URLRouter([*routes, re_path(r"", NoSuchSocket.as_asgi())])
    application: App = FullOriginValidator(AuthMiddlewareStack(known))
    return application
