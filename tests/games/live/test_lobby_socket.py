"""The lobby's socket: it says that the lists have changed, to everybody alike, and nothing else."""

import contextlib

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from games.live import lobby_hub
from games.matches.actions.create import create_match
from games.matches.actions.seats import cancel_match, join_match
from scrapsite.server import bounds
from tests.games.duel import PASS
from tests.games.live.hearing import APPLICATION, heard

pytestmark = pytest.mark.django_db(transaction=True)

CHANGED = {"lobby": "changed"}
SEATS = [{"kind": "me"}, {"kind": "open"}]


@pytest.fixture(autouse=True)
def _quick_looks(monkeypatch):
    monkeypatch.setattr(lobby_hub, "POLL_SECONDS", 0.05)


@contextlib.asynccontextmanager
async def lobby_open():
    socket = WebsocketCommunicator(APPLICATION, "/ws/lobby/")
    assert (await socket.connect(timeout=5))[0]
    try:
        yield socket
    finally:
        await socket.disconnect(timeout=5)


async def test_a_table_that_comes_fills_or_goes_is_told_without_its_name(user, other_user):
    first = await sync_to_async(create_match)(user, "bolts", "1", {}, SEATS, is_listed=True)
    async with lobby_open() as socket:
        assert await heard(socket) == CHANGED, "the first word says that the socket stays"
        assert await socket.receive_nothing(timeout=0.3)
        second = await sync_to_async(create_match)(user, "bolts", "1", {}, SEATS, is_listed=True)
        assert await heard(socket) == CHANGED
        await sync_to_async(join_match)(first.pk, other_user)
        assert await heard(socket) == CHANGED
        await sync_to_async(cancel_match)(second.pk, user)
        assert await heard(socket) == CHANGED


def test_a_table_that_comes_and_fills_between_two_looks_is_noticed(user, other_user):
    """A page may have fetched it in the meantime, and would show its free seat for half a minute."""
    before = lobby_hub.lobby_mark()
    match = create_match(user, "bolts", "1", {}, SEATS, is_listed=True)
    join_match(match.pk, other_user)
    assert lobby_hub.lobby_mark() != before


async def test_what_is_not_in_the_lobby_is_not_told(user, duel):
    async with lobby_open() as socket:
        await heard(socket)
        await sync_to_async(create_match)(user, "bolts", "1", {}, SEATS)
        await sync_to_async(duel.play)(PASS)
        assert await socket.receive_nothing(timeout=0.4)


async def test_the_first_inbound_frame_closes_the_socket(db):
    async with lobby_open() as socket:
        await heard(socket)
        await socket.send_input({"type": "websocket.receive", "text": "hello", "bytes": None})
        message = await socket.receive_output(timeout=3)
        assert (message["type"], message["code"]) == ("websocket.close", 4400)
        assert not lobby_hub.hub._sockets


async def test_one_too_many_is_closed_and_told_so(monkeypatch):
    monkeypatch.setattr(bounds, "SOCKETS_OF_LOBBY", 1)
    async with lobby_open() as socket:
        await heard(socket)
        async with lobby_open() as late:
            message = await late.receive_output(timeout=3)
            assert (message["type"], message["code"]) == ("websocket.close", 4429)
    assert lobby_hub.hub._watcher is None, "with the last page the looking ends"
