"""The ASGI application: HTTP to Django in one hop behind cache and guard, sockets to Channels."""

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.settings")

import django

django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter  # noqa: E402  Django first

from scrapsite.serving.bodies import BodyGuard  # noqa: E402
from scrapsite.serving.handler import OneHopHandler  # noqa: E402
from scrapsite.serving.lanes import Lanes  # noqa: E402
from scrapsite.serving.pagecache import PageCache  # noqa: E402
from scrapsite.serving.sockets import socket_application  # noqa: E402
from scrapsite.serving.versions import data_version  # noqa: E402


def _socket_routes() -> list[Any]:
    if find_spec("games.routing") is None:
        return []
    routes: list[Any] = import_module("games.routing").websocket_urlpatterns
    return routes


lanes = Lanes(int(os.environ.get("SERVER_THREADS", "1")))

application = ProtocolTypeRouter(
    {
        "http": PageCache(BodyGuard(OneHopHandler(lanes)), data_version),
        "websocket": socket_application(_socket_routes()),
    }
)
