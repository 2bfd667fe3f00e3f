"""Sockets open for full origins of ours only."""

import pytest
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.testing import WebsocketCommunicator
from django.urls import path

from scrapsite.server.asgi.sockets import socket_application

pytestmark = pytest.mark.django_db(transaction=True)


class Greeter(AsyncWebsocketConsumer):
    async def connect(self):
        await self.accept()
        await self.send(text_data=str(self.scope["user"]))


async def opens(address, origin):
    headers = [] if origin is None else [(b"origin", origin.encode("latin-1"))]
    app = socket_application([path("ws/hello/", Greeter.as_asgi())])
    communicator = WebsocketCommunicator(app, address, headers=headers)
    opened, _ = await communicator.connect()
    if opened:
        assert await communicator.receive_from() == "AnonymousUser"
    await communicator.disconnect()
    return opened


@pytest.mark.parametrize("origin", ["http://localhost:8000", "HTTP://localhost:8000"])
async def test_ours_open(site, origin):
    assert await opens("/ws/hello/", origin)


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "https://localhost:8000",
        "http://localhost",
        "http://localhost:8001",
        "http://evil.example",
        "http://localhost:8000.evil.example",
        "http://localhost:port",
        "http://[bad",
        "http://caf\u00e9",
    ],
)
async def test_others_do_not(site, origin):
    assert not await opens("/ws/hello/", origin)


async def test_unknown_addresses_do_not(site):
    assert not await opens("/ws/nothing/", "http://localhost:8000")
