"""Sockets open for full origins of ours only."""

import contextlib

import pytest
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.testing import WebsocketCommunicator
from django.urls import path

from scrapsite.server.asgi.sockets import Pace, socket_application

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


async def opened_from(stack, app, address):
    """Open a socket from *address*; return whether it stays, and if not the code with which it is closed."""
    headers = [(b"origin", b"http://localhost:8000")]
    socket = WebsocketCommunicator(app, "/ws/hello/", headers=headers)
    socket.scope["client"] = [address, 40_000]
    opened, _ = await socket.connect()
    stack.push_async_callback(socket.disconnect)
    message = await socket.receive_output(timeout=3)
    return opened, message.get("code")


class TestManyFromOneAddress:
    @pytest.fixture
    def app(self, site):
        site.RATE_LIMIT_FACTOR = 3 / 200
        return socket_application([path("ws/hello/", Greeter.as_asgi())])

    @pytest.mark.parametrize(
        "own, other",
        [
            ("192.0.2.1", "192.0.2.2"),
            ("2001:db8:0:1::1", "2001:db8:0:2::1"),
        ],
    )
    async def test_are_closed_with_a_code_that_says_so(self, app, own, other):
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(3):
                assert await opened_from(stack, app, own) == (True, None)
            assert await opened_from(stack, app, own) == (True, 4429)
            assert await opened_from(stack, app, other) == (True, None)
        async with contextlib.AsyncExitStack() as stack:
            assert await opened_from(stack, app, own) == (True, None)

    async def test_a_network_of_one_customer_counts_as_one_address(self, app):
        async with contextlib.AsyncExitStack() as stack:
            for number in range(3):
                assert await opened_from(stack, app, f"2001:db8::{number}") == (True, None)
            assert await opened_from(stack, app, "2001:db8::ffff") == (True, 4429)
            assert await opened_from(stack, app, "::ffff:192.0.2.1") == (True, None)

    async def test_are_not_counted_when_limits_are_off(self, app, site):
        site.RATE_LIMIT_FACTOR = 0
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(5):
                assert await opened_from(stack, app, "192.0.2.1") == (True, None)


class TestOneAfterAnother:
    """Hundreds at once fill the server for everybody; a school behind one address waits a moment."""

    def test_twenty_at_once_and_then_ten_a_second(self, settings):
        settings.RATE_LIMIT_FACTOR = 1
        pace = Pace()
        waits = [pace.wait_of("192.0.2.1", 100.0) for _ in range(60)]
        assert waits[:21] == [0.0] * 21
        assert waits[21:50] == pytest.approx([0.1 * number for number in range(1, 30)])
        assert waits[52:] == [None] * 8
        assert pace.wait_of("192.0.2.2", 100.0) == 0.0

    def test_who_waits_a_little_is_let_in_again(self, settings):
        settings.RATE_LIMIT_FACTOR = 1
        pace = Pace()
        for _ in range(60):
            pace.wait_of("192.0.2.1", 100.0)
        assert pace.wait_of("192.0.2.1", 101.0) == pytest.approx(2.1, abs=0.2)
        assert pace.wait_of("192.0.2.1", 110.0) == 0.0

    def test_nobody_waits_when_limits_are_off(self, settings):
        settings.RATE_LIMIT_FACTOR = 0
        pace = Pace()
        assert {pace.wait_of("192.0.2.1", 100.0) for _ in range(500)} == {0.0}

    def test_addresses_of_long_ago_are_forgotten(self, settings):
        settings.RATE_LIMIT_FACTOR = 1
        pace = Pace()
        for number in range(5000):
            pace.wait_of(str(number), float(number))
        assert len(pace._next) < 4200
