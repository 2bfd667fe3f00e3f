"""The update socket: it says that something happened, to those who may know, and nothing else."""

import asyncio
import contextlib
import time
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from games.live import update_hub
from games.matches.actions.create import create_match
from games.matches.actions.invitations import decline, invite
from games.matches.actions.rematch import rematch
from games.matches.actions.seats import cancel_match, join_match
from games.matches.models import Match
from games.talk.actions import say
from games.talk.models import TalkMark
from scrapsite.server import bounds
from tests.games.duel import FLIP, PASS, Duel
from tests.games.live.hearing import APPLICATION, heard

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quick_sweep(monkeypatch):
    monkeypatch.setattr(update_hub, "SWEEP_SECONDS", 0.3)


def cookie_of(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@contextlib.asynccontextmanager
async def ringing(match_id, client=None):
    """Connect a socket, signed in by the client's session."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items()) if client else ""
    headers = [(b"cookie", cookies.encode())]
    socket = WebsocketCommunicator(APPLICATION, f"/ws/matches/{match_id}/", headers=headers)
    socket.connected = (await socket.connect(timeout=5))[0]
    try:
        yield socket
    finally:
        await socket.disconnect(timeout=5)


async def closed(socket):
    message = await socket.receive_output(timeout=3)
    return message["type"] == "websocket.close" and message["code"]


async def test_every_page_is_rung_after_a_step_with_its_number_and_nothing_more(duel: Duel):
    first, second = await sync_to_async(lambda: [cookie_of(user) for user in duel.players])()
    async with ringing(duel.id, first) as one, ringing(duel.id, second) as two, ringing(duel.id) as watcher:
        for socket in (one, two, watcher):
            assert await heard(socket) == {"match": duel.id, "seq": 0}
        await sync_to_async(duel.play)(FLIP)
        for socket in (one, two, watcher):
            assert await heard(socket) == {"match": duel.id, "seq": 1}


@pytest.mark.parametrize(("minutes", "is_told"), [(0, True), (2, False)])
async def test_what_was_said_while_the_page_was_loading_is_told_at_once(duel: Duel, minutes, is_told):
    """Only then: a page just loaded shows what was said before, and fetches nothing again."""
    second = await sync_to_async(cookie_of)(duel.players[1])
    await sync_to_async(say)(duel.id, duel.players[0], "Ready?")
    said = timezone.now() - timedelta(minutes=minutes)
    await TalkMark.objects.filter(match=duel.id).aupdate(at=said)
    async with ringing(duel.id, second) as socket, ringing(duel.id) as watcher:
        assert ("talk" in await heard(socket)) == is_told
        assert "talk" not in await heard(watcher)


async def test_a_step_by_another_process_is_heard_of_too(duel: Duel):
    async with ringing(duel.id) as socket:
        await heard(socket)
        change = Match.objects.filter(pk=duel.id).aupdate
        await change(seq=7, tick=7, updated_at=timezone.now() + timedelta(seconds=1))
        assert await heard(socket) == {"match": duel.id, "seq": 7}


async def test_a_seat_that_is_taken_rings_the_one_who_waits(user, other_user):
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = await sync_to_async(create_match)(user, "bolts", "1", {}, seats)
    async with ringing(match.pk, await sync_to_async(cookie_of)(user)) as socket:
        assert (await heard(socket))["seq"] == -1
        await sync_to_async(join_match)(match.pk, other_user)
        assert (await heard(socket))["seq"] == 0


async def test_an_answered_invitation_rings_the_one_who_waits(user, other_user):
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = await sync_to_async(create_match)(user, "bolts", "1", {}, seats)
    await sync_to_async(invite)(match.pk, user, other_user.username)
    async with ringing(match.pk, await sync_to_async(cookie_of)(user)) as socket:
        await heard(socket)
        await sync_to_async(decline)(match.pk, other_user)
        assert await heard(socket) == {"match": match.pk, "seq": -1}


async def test_a_rematch_rings_the_other_one(duel: Duel, user, other_user):
    await sync_to_async(duel.finish)()
    async with ringing(duel.id, await sync_to_async(cookie_of)(user)) as socket:
        before = (await heard(socket))["seq"]
        await sync_to_async(rematch)(duel.id, other_user)
        assert (await heard(socket))["seq"] == before


@pytest.mark.parametrize("match_id", ["aaaaaaaaaa", "short", "AAAAAAAAAA", "a%00bcdefghi"])
async def test_there_is_no_bell_at_a_match_that_is_not_there(db, match_id):
    async with ringing(match_id) as socket:
        assert not socket.connected


async def test_a_hidden_match_has_no_bell_for_others(user, stranger):
    match = await sync_to_async(create_match)(user, "bolts", "1", {}, [{"kind": "me"}, {"kind": "open"}])
    async with ringing(match.pk) as watcher, ringing(match.pk, await sync_to_async(cookie_of)(user)) as own:
        await heard(watcher)
        await heard(own)
        await sync_to_async(cancel_match)(match.pk, user)
        assert await closed(watcher) == 4401, "the match is gone for those who don't sit there"
        assert await heard(own) == {"match": match.pk, "seq": -1}
    async with ringing(match.pk, await sync_to_async(cookie_of)(stranger)) as late:
        assert not late.connected


@pytest.mark.parametrize(
    "frame", [{"text": "hello"}, {"bytes": b"\x00"}, {"text": '{"type": "pass"}'}, {"text": ""}]
)
async def test_the_first_inbound_frame_closes_the_socket(duel: Duel, frame):
    async with ringing(duel.id, await sync_to_async(cookie_of)(duel.players[0])) as socket:
        await heard(socket)
        await socket.send_input({"type": "websocket.receive", "text": None, "bytes": None} | frame)
        assert await closed(socket) == 4400
        await sync_to_async(duel.play)(PASS)
        assert await socket.receive_nothing(timeout=0.4)


async def test_signing_out_closes_the_sockets_of_that_session_only(duel: Duel):
    here, elsewhere = await sync_to_async(lambda: [cookie_of(duel.players[0]) for _ in range(2)])()
    async with ringing(duel.id, here) as mine, ringing(duel.id, elsewhere) as other:
        await heard(mine)
        await heard(other)
        await sync_to_async(here.post)("/accounts/logout/")
        assert await closed(mine) == 4401
        assert await other.receive_nothing(timeout=0.5)


async def test_a_session_that_ends_elsewhere_closes_its_sockets_soon(duel: Duel):
    client = await sync_to_async(cookie_of)(duel.players[0])
    async with ringing(duel.id, client) as socket:
        await heard(socket)
        await sync_to_async(client.session.flush)()
        assert await closed(socket) == 4401


async def test_a_new_password_closes_the_sockets_of_old_sessions(duel: Duel):
    user = duel.players[0]
    async with ringing(duel.id, await sync_to_async(cookie_of)(user)) as socket:
        await heard(socket)
        user.set_password("quite-another-gearbox")
        await user.asave()
        assert await closed(socket) == 4401


async def test_the_watcher_rests_when_nobody_listens(duel: Duel):
    async with ringing(duel.id) as socket:
        await heard(socket)
        assert update_hub.hub._watcher is not None
    await asyncio.sleep(0)
    assert update_hub.hub._watcher is None
    assert not update_hub.hub._sockets


async def test_the_watcher_survives_a_stumble(duel: Duel, monkeypatch):
    read, failures = update_hub._read_marks, []

    def stumble(ids):
        if not failures:
            failures.append(ids)
            raise RuntimeError("the database is away")
        return read(ids)

    monkeypatch.setattr(update_hub, "_read_marks", stumble)
    async with ringing(duel.id) as socket:
        await heard(socket)
        await sync_to_async(duel.play)(PASS)
        assert (await heard(socket))["seq"] == 1


class TestACrowd:
    """However many look at one match: they cost little, and hold up no other."""

    async def test_of_strangers_is_checked_once(self, duel: Duel, monkeypatch):
        check, checked = update_hub._mark_for, []
        async with contextlib.AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(ringing(duel.id)) for _ in range(12)]
            for socket in sockets:
                await heard(socket)
            monkeypatch.setattr(
                update_hub, "_mark_for", lambda *given: checked.append(given[:2]) or check(*given)
            )
            await sync_to_async(duel.play)(FLIP)
            for socket in sockets:
                assert (await heard(socket))["seq"] == 1
        assert checked == [(None, duel.id)]

    async def test_at_one_match_holds_up_no_other(self, duel: Duel, user, other_user, monkeypatch):
        seats = [{"kind": "me"}, {"kind": "open"}]
        quiet = (await sync_to_async(create_match)(user, "bolts", "1", {}, seats)).pk
        told = []

        def slowly(session_key, match_id, *more):
            time.sleep(0.004)
            return update_hub.Mark(9, timezone.now())

        class Watcher:
            def __init__(self, match_id, number):
                self.match_id, self.session_key, self.user_id, self.told = (
                    match_id,
                    f"key-{number}",
                    number,
                    -1,
                )

            async def announce(self, seq, *, talk=False):
                told.append(self.match_id)

        monkeypatch.setattr(update_hub, "_mark_for", slowly)
        monkeypatch.setattr(update_hub, "_live_sessions", set)
        hub = update_hub.UpdateHub()
        crowd = [Watcher(duel.id, number) for number in range(300)]
        watchers = [*crowd, Watcher(quiet, 999)]
        for watcher in watchers:
            hub.add(watcher, update_hub.Mark(0, None))
        try:
            async with asyncio.timeout(5):
                while quiet not in told:
                    await asyncio.sleep(0.01)
            assert told.count(duel.id) < 100
            async with asyncio.timeout(10):
                while told.count(duel.id) < 300:
                    await asyncio.sleep(0.01)
        finally:
            for watcher in watchers:
                hub.remove(watcher)


async def full(match_id, client=None):
    """Whether the next socket is told that there are too many."""
    async with ringing(match_id, client) as socket:
        message = await socket.receive_output(timeout=3)
        return message["type"] == "websocket.close" and message["code"] == 4429


class TestTooMany:
    async def test_sockets_of_an_account_are_refused_with_a_code_of_their_own(self, duel: Duel, monkeypatch):
        monkeypatch.setattr(bounds, "SOCKETS_PER_ACCOUNT", 2)
        client = await sync_to_async(cookie_of)(duel.players[0])
        async with ringing(duel.id, client) as first, ringing(duel.id, client) as second:
            await heard(first)
            await heard(second)
            assert await full(duel.id, client)
            assert not await full(duel.id)
            await sync_to_async(duel.play)(FLIP)
            assert (await heard(second))["seq"] == 1
        assert not await full(duel.id, client)

    async def test_watchers_of_a_match_are_refused_but_its_players_are_not(self, duel: Duel, monkeypatch):
        monkeypatch.setattr(bounds, "SOCKETS_PER_MATCH", 2)
        client = await sync_to_async(cookie_of)(duel.players[0])
        async with ringing(duel.id) as first, ringing(duel.id) as second:
            await heard(first)
            await heard(second)
            assert await full(duel.id)
            async with ringing(duel.id, client) as player:
                assert await heard(player) == {"match": duel.id, "seq": 0}
