"""Who may look at a match, and up to which step."""

import asyncio
from datetime import timedelta
from itertools import product

import pytest
from asgiref.sync import sync_to_async
from django.http import Http404
from django.test import Client
from django.utils import timezone

from games.engine.viewers import SPECTATOR
from games.fairness.page import fairness
from games.live import update_hub
from games.match_page import fold
from games.matches import access
from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.models import Invitation, Match, Status, Step, Watch
from scrapsite.accounts.tokens import issue_token
from tests.games.duel import FLIP, PASS, Duel
from tests.games.live.hearing import heard
from tests.games.live.test_update_socket import cookie_of, ringing

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = 3600


def is_seen(user, match):
    """Say whether *user* may see the match; both doors have to agree."""
    found = access.visible_to(user).filter(pk=match.pk).exists()
    try:
        access.match_for(user, match.pk)
    except Http404:
        assert not found
        return False
    assert found
    return True


def invite(match, user, answer=""):
    Invitation.objects.create(match=match, user=user, by=match.created_by, answer=answer)


class TestTheDoors:
    @pytest.mark.parametrize(
        ("status", "is_private", "watch"),
        list(product(Status.values, (False, True), Watch.values)),
    )
    @pytest.mark.soak(seconds=0.1, one_in=3)
    def test_they_open_as_the_table_says(
        self, duel: Duel, make_user, stranger, status: str, is_private: bool, watch: str
    ) -> None:
        match, invited, unwilling = duel.match, make_user("invited"), make_user("unwilling")
        invite(match, invited)
        invite(match, unwilling, "declined")
        Match.objects.filter(pk=match.pk).update(status=status, is_private=is_private, watch=watch)
        match.refresh_from_db()
        is_on = status != Status.CANCELLED and (status == Status.OPEN or watch == Watch.ALL)
        assert is_seen(duel.players[0], match)
        assert is_seen(invited, match) == is_on
        for other in (stranger, unwilling, None):
            assert is_seen(other, match) == (is_on and not is_private)

    def test_who_gave_up_a_seat_still_sees_what_became_of_it(self, user, other_user, stranger) -> None:
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        match = create_match(user, "junkyard", "0.1", {}, seats)
        join_match(match.pk, other_user)
        join_match(match.pk, stranger)
        Match.objects.filter(pk=match.pk).update(is_private=True, watch=Watch.NOBODY)
        resign(match.pk, stranger)
        match.refresh_from_db()
        assert match.status == Status.RUNNING
        assert is_seen(stranger, match)
        assert access.seat_of(stranger, match).is_spectator

    def test_what_is_hidden_cant_be_moved_in_either(self, duel: Duel, stranger) -> None:
        Match.objects.filter(pk=duel.id).update(is_private=True)
        for act in (
            lambda: play_move(duel.id, stranger, 0, "x", PASS),
            lambda: resign(duel.id, stranger),
            lambda: join_match(duel.id, stranger),
        ):
            with pytest.raises(Http404):
                act()


class TestDelay:
    @pytest.fixture
    def late(self, duel: Duel) -> Duel:
        """A match that is watched an hour late, in which somebody has just moved."""
        Match.objects.filter(pk=duel.id).update(watch_delay=HOUR)
        duel.play(FLIP)
        duel.play(PASS)
        return duel

    @staticmethod
    def make_older(duel: Duel, seq: int) -> None:
        """Let the steps up to *seq* have been made two hours ago."""
        at = timezone.now() - timedelta(hours=2)
        Step.objects.filter(match_id=duel.id, seq__lte=seq).update(created_at=at)

    def test_who_watches_sees_the_deal_and_then_what_is_old_enough(self, late: Duel) -> None:
        assert late.board().seq == late.board().tick == 0
        assert {line.seq for line in late.board().log} == {0}
        self.make_older(late, 1)
        board = late.board()
        assert (board.seq, board.tick, board.delay) == (1, 1, HOUR)
        assert {line.seq for line in board.log} == {0, 1}
        assert board.to_act == (0,) if late.seat else (1,)

    def test_the_players_see_it_as_it_is(self, late: Duel) -> None:
        for player in late.players:
            board = late.board(player)
            assert (board.seq, board.delay) == (2, 0)
            assert board.to_act == (late.seat,)

    def test_it_ends_with_the_match(self, late: Duel) -> None:
        late.finish()
        board = late.board()
        assert board.seq == late.match.seq
        assert board.result is not None
        assert board.delay == 0

    def test_a_step_taken_back_later_still_stands(self, duel: Duel) -> None:
        Match.objects.filter(pk=duel.id).update(watch_delay=HOUR)
        duel.play(FLIP)
        self.make_older(duel, 1)
        then = duel.board()
        mover = duel.mover
        if fold.board(duel.match, access.seat_of(mover, duel.match)).can_undo:
            duel.undo(by=mover)
        assert duel.board().log == then.log

    def test_neither_link_nor_page_tells_of_newer_steps(self, late: Duel) -> None:
        match = late.match
        early = Step.objects.get(match=match, seq=0).link
        assert late.board().link == early
        assert fairness(match, SPECTATOR).link == early
        addresses = [
            f"/matches/{match.pk}/{part}" for part in ("", "board/", "fair/", "replay/", "replay.json")
        ]
        before = [Client().get(address) for address in addresses]
        late.play(PASS)
        for address, old in zip(addresses, before, strict=True):
            assert old.status_code == 200, address
            assert plain(Client().get(address).content) == plain(old.content), address

    def test_programs_see_it_late_too(self, late: Duel, stranger) -> None:
        client = Client(headers={"Authorization": f"Bearer {issue_token(stranger)}"})
        before = client.get(f"/api/v1/matches/{late.id}?log=all")
        assert before.json()["seq"] == 0
        late.play(PASS)
        assert client.get(f"/api/v1/matches/{late.id}?log=all").content == before.content

    def test_the_bell_rings_late(self, late: Duel, monkeypatch) -> None:
        monkeypatch.setattr(update_hub, "SWEEP_SECONDS", 0.3)

        async def listens() -> None:
            player = await sync_to_async(cookie_of)(late.players[0])
            async with ringing(late.id) as watcher, ringing(late.id, player) as seated:
                assert (await heard(watcher))["seq"] == 0
                assert (await heard(seated))["seq"] == 2
                await sync_to_async(late.play)(PASS)
                assert (await heard(seated))["seq"] == 3
                await asyncio.sleep(0.8)
                assert await watcher.receive_nothing()
                await sync_to_async(self.make_older)(late, 1)
                assert (await heard(watcher))["seq"] == 1

        asyncio.run(listens())


def plain(page: bytes) -> bytes:
    """Return the page without what is new each time."""
    lines = page.split(b"\n")
    return b"\n".join(line for line in lines if b"csrf" not in line and b"client_move_id" not in line)
