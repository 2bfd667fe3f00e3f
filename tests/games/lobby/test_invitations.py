"""Asking players to a table by name and by link, and what they answer; private matches."""

import re

import pytest
from django.http import Http404
from django.test import Client

from games.engine.errors import BadOptions
from games.lobby.lists import lobby
from games.matches import access
from games.matches.actions.create import create_match
from games.matches.actions.invitations import decline, invite, withdraw_invitation
from games.matches.actions.seats import join_match
from games.matches.actions.terms import Terms
from games.matches.errors import CannotInvite, CannotJoin, NotSeated
from games.matches.models import Invitation, Match, Mute
from scrapsite.common.limits import LIMITS
from scrapsite.notifications.channels.feed_keys import renew_key
from scrapsite.notifications.models import Notification
from tests.playing import send_form

pytestmark = pytest.mark.django_db

ME, OPEN = {"kind": "me"}, {"kind": "open"}
HERE = {"Sec-Fetch-Site": "same-origin"}
PRIVATE = Terms(name="Among us", is_private=True)


@pytest.fixture
def _can_be_told(other_user, stranger):
    """They have a feed."""
    for who in (other_user, stranger):
        renew_key(who)


def made(user, *, seats=(ME, OPEN), **more):
    title, edition = ("bolts", "1") if len(seats) == 2 else ("junkyard", "0.1")
    return create_match(user, title, edition, {}, list(seats), **more)


def told(user):
    return list(
        Notification.objects.filter(user=user, kind="invitation").values_list("match", flat=True).distinct()
    )


@pytest.mark.usefixtures("_can_be_told")
class TestByName:
    def test_they_are_told_and_sit_down(self, user, other_user):
        match = made(user)
        invitation = invite(match.pk, user, " Gasket ")
        assert invitation.user == other_user
        assert told(other_user) == [match.pk]
        line = lobby(other_user).invitations[0]
        assert (line.by, line.line.match) == ("rivet", match.pk)
        join_match(match.pk, other_user)
        invitation.refresh_from_db()
        assert invitation.answer == "accepted"
        assert lobby(other_user).invitations == ()

    def test_they_decline_and_are_not_asked_again(self, user, other_user):
        match = made(user)
        invite(match.pk, user, "gasket")
        decline(match.pk, other_user)
        assert lobby(other_user).invitations == ()
        with pytest.raises(CannotInvite, match="declined"):
            invite(match.pk, user, "gasket")

    def test_only_the_invited_decline_and_a_second_press_changes_nothing(self, user, other_user, client_of):
        """The page of a private match was gone after the first."""
        match = made(user, terms=PRIVATE)
        with pytest.raises(Http404):
            decline(match.pk, other_user)
        invite(match.pk, user, "gasket")
        client = client_of(other_user)
        for _ in range(2):
            answer = client.post(f"/matches/{match.pk}/decline/")
            assert (answer.status_code, answer["Location"]) == (302, "/matches/mine/")
        public = made(user)
        with pytest.raises(CannotInvite):
            decline(public.pk, other_user)

    @pytest.mark.parametrize("path", ["/matches/", "/matches/{}/", "/matches/{}/join/"])
    def test_whose_session_has_ended_is_told_so(self, user, other_user, client_of, path):
        """They became a guest without a word, who got the seat and whom the invitation wasn't for."""
        match = made(user)
        invite(match.pk, user, "gasket")
        client = client_of(other_user)
        assert 'name="signed_in"' in client.get(path.format(match.pk)).text
        del client.cookies["sessionid"]
        sent = {"signed_in": "yes", "request_id": "again"}
        answer = send_form(client, f"/matches/{match.pk}/join/", sent, headers=HERE)
        assert answer.status_code == 403
        assert "You are signed out." in answer.text
        assert 'name="signed_in"' not in answer.text
        assert match.seats.filter(user=None, bot="").count() == 1

    def test_whose_session_has_ended_is_told_so_when_they_look_for_a_match(self, other_user, client_of):
        client = client_of(other_user)
        assert client.get("/matches/").text.count('name="signed_in"') >= 2
        del client.cookies["sessionid"]
        for path in ("/matches/pair/", "/matches/new/"):
            wish = {"title": "scrapbots", "pace": "days", "is_rated": "yes", "signed_in": "yes"}
            answer = send_form(client, path, wish, headers=HERE)
            assert answer.status_code == 403
            assert "You are signed out." in answer.text
        assert not Match.objects.exists()

    def test_joining_twice_leaves_the_seat_to_who_has_it(self, user, other_user, client_of):
        """“This match has no free seats any more” was read by the player who had it."""
        match = made(user)
        invite(match.pk, user, "gasket")
        client, address = client_of(other_user), f"/matches/{match.pk}/join/"
        page = client.get("/matches/").text
        form = page[page.index(f'action="{address}"') :].partition("</form>")[0]
        pressed = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
        assert [client.post(address, pressed).status_code for _ in range(2)] == [303, 303]
        assert "You are already in this match." in client.post(address).text

    def test_why_somebody_with_the_key_cannot_join_is_told(self, user, stranger, client_of, monkeypatch):
        """Every refusal was “not found”, so that the link seemed dead."""
        match = made(user, terms=PRIVATE)
        client, address = client_of(stranger), f"/matches/{match.pk}/join/?key={match.invite_key}"
        with monkeypatch.context() as busy:
            busy.setitem(LIMITS, "matches", (0, 0))
            answer = client.post(address)
        assert (answer.status_code, "Retry-After" in answer) == (429, True)
        assert "You are invited to play" in answer.text
        Match.objects.filter(pk=match.pk).update(engine_version="0")
        answer = client.post(address)
        assert answer.status_code == 422
        assert "The site no longer has the rules of this match" in answer.text
        assert client.post(f"/matches/{match.pk}/join/").status_code == 404
        Match.objects.filter(pk=match.pk).update(engine_version=match.engine_version)
        assert client.post(address).status_code == 303

    def test_it_is_taken_back_and_sent_anew(self, user, other_user, stranger):
        match = made(user, terms=PRIVATE)
        invitation = invite(match.pk, user, "gasket")
        assert access.match_for(other_user, match.pk)
        with pytest.raises(Http404):
            withdraw_invitation(match.pk, stranger, invitation.pk)
        with pytest.raises(CannotInvite):
            withdraw_invitation(match.pk, other_user, invitation.pk)
        withdraw_invitation(match.pk, user, invitation.pk)
        with pytest.raises(Http404):
            access.match_for(other_user, match.pk)
        invite(match.pk, user, "gasket")
        assert access.match_for(other_user, match.pk)

    def test_everybody_at_the_table_may_ask_and_nobody_else(self, user, other_user, stranger, make_user):
        match = made(user, seats=(ME, OPEN, OPEN))
        with pytest.raises(NotSeated):
            invite(match.pk, other_user, "stranger")
        join_match(match.pk, other_user)
        invite(match.pk, other_user, "stranger")
        assert told(stranger) == [match.pk]
        for name in ("rivet", "gasket", "stranger", "nobody at all", "", "\x00", "x" * 5000):
            with pytest.raises(CannotInvite):
                invite(match.pk, user, name)

    def test_nobody_is_asked_to_a_match_that_has_begun(self, duel, stranger):
        with pytest.raises(CannotInvite):
            invite(duel.id, duel.players[0], "stranger")

    def test_who_has_muted_somebody_doesnt_hear_of_them(self, user, other_user):
        Mute.objects.create(user=other_user, muted=user)
        match = made(user)
        invite(match.pk, user, "gasket")
        assert told(other_user) == []
        assert lobby(other_user).invitations == ()

    def test_a_match_is_made_with_invitations_or_not_at_all(self, user, other_user, stranger):
        match = made(user, seats=(ME, OPEN, OPEN), invited=("gasket", "Stranger", "GASKET"))
        assert set(match.invitations.values_list("user", flat=True)) == {other_user.pk, stranger.pk}
        for names in (["nobody at all"], ["rivet"], ["gasket"] * 21):
            with pytest.raises(BadOptions):
                made(user, invited=names)
        with pytest.raises(BadOptions):
            made(user, seats=(ME, {"kind": "bot", "bot": "greedy"}), invited=["gasket"])
        assert Match.objects.count() == 1


class TestPrivate:
    def test_it_is_listed_nowhere_and_found_by_nobody(self, user, other_user):
        match = made(user, terms=PRIVATE, is_listed=True)
        assert lobby(other_user).joinable == ()
        with pytest.raises(Http404):
            join_match(match.pk, other_user)
        with pytest.raises(Http404):
            join_match(match.pk, other_user, key="guessed")

    def test_the_key_of_its_link_opens_it(self, user, other_user, client_of):
        match = made(user, terms=PRIVATE)
        page = client_of(user).get(f"/matches/{match.pk}/").content.decode()
        link = f"/matches/{match.pk}/join/?key={match.invite_key}"
        assert link in page
        guest = client_of(other_user)
        assert guest.get(f"/matches/{match.pk}/join/").status_code == 404
        assert guest.get(f"/matches/{match.pk}/").status_code == 404
        shown = guest.get(link)
        assert shown.status_code == 200
        assert "Among us" in shown.content.decode()
        assert guest.post(link).status_code == 303
        match.refresh_from_db()
        assert match.status == "running"

    def test_the_key_is_nothing_for_the_invited_and_nothing_once_it_has_begun(
        self, user, other_user, stranger, client_of
    ):
        match = made(user, terms=PRIVATE)
        invite(match.pk, user, "gasket")
        page = client_of(other_user).get(f"/matches/{match.pk}/").content.decode()
        assert match.invite_key not in page
        assert "invites you to this match" in page
        join_match(match.pk, other_user)
        link = f"/matches/{match.pk}/join/?key={match.invite_key}"
        assert client_of(stranger).get(link).status_code == 404
        assert client_of(stranger).post(link).status_code == 404

    def test_a_visitor_with_the_key_sits_down_as_a_guest(self, user):
        match, visitor = made(user, terms=PRIVATE), Client()
        assert send_form(visitor, f"/matches/{match.pk}/join/?key={match.invite_key}").status_code == 303
        assert visitor.get(f"/matches/{match.pk}/").status_code == 200

    @pytest.mark.parametrize("key", ["", "x", "é" * 9, "x" * 5000, "\x00"])
    def test_a_public_match_has_no_key(self, user, other_user, key):
        match = made(user)
        assert match.invite_key == ""
        assert access.match_to_join(other_user, match.pk, key) == match
        private = made(user, terms=PRIVATE)
        with pytest.raises(Http404):
            access.match_to_join(other_user, private.pk, key)

    def test_its_api_is_closed_too(self, user, other_user):
        from scrapsite.accounts.tokens import issue_token

        match = made(user, terms=PRIVATE)
        client = Client(headers={"Authorization": f"Bearer {issue_token(other_user)}"})
        for path in ("", "/join", "/resign"):
            address = f"/api/v1/matches/{match.pk}{path}"
            answer = client.post(address, content_type="application/json") if path else client.get(address)
            assert answer.status_code == 404, path


class TestPages:
    def test_a_table_is_set_up_with_terms_and_invitations(self, user_client, other_user):
        sent = {
            "title": "scrapbots",
            "opponent": "link",
            "terms": "yes",
            "name": "  Friday\u200b night ",
            "invite": "gasket, ",
            "is_private": "yes",
            "is_rated": "yes",
            "watchers": "nobody",
            "turn_cap": "40",
            "clock": "day",
        }
        assert user_client.post("/matches/new/", sent).status_code == 303
        match = Match.objects.get()
        assert (match.name, match.is_private, match.is_rated) == ("Friday night", True, False)
        assert (match.watch, match.watch_delay) == ("nobody", 0)
        assert Invitation.objects.get().user == other_user

    @pytest.mark.parametrize(
        "wrong",
        [
            {"invite": "nobody at all"},
            {"invite": ",".join(f"p{number}" for number in range(30))},
            {"name": "x" * 61},
            {"watchers": "friends"},
            {"watchers": "-1"},
            {"is_private": "yes", "opponent": "lobby"},
        ],
    )
    def test_what_cannot_be_comes_back_with_the_form(self, user_client, wrong):
        sent = {"title": "scrapbots", "opponent": "link", "terms": "yes", "turn_cap": "40", **wrong}
        answer = user_client.post("/matches/new/", sent)
        assert answer.status_code == 422
        assert answer.context["notice"].reason
        assert not Match.objects.exists()

    def test_a_players_page_leads_to_a_table_for_two(self, user, other_user, user_client):
        assert "/matches/?invite=gasket#create" in user_client.get("/players/gasket/").content.decode()
        assert "?invite=" not in user_client.get("/players/rivet/").content.decode()
        page = user_client.get("/matches/?invite=gasket").content.decode()
        assert 'value="gasket"' in page
        hostile = user_client.get("/matches/", {"invite": '"><script>alert(1)</script>'}).content.decode()
        assert "<script>alert" not in hostile
        assert (
            user_client.post("/matches/new/", {"title": "scrapbots", "invite": "gasket"}).status_code == 303
        )
        match = Match.objects.get()
        assert (match.status, match.is_listed, match.is_rated) == ("open", False, False)
        assert Invitation.objects.get(match=match).user == other_user

    def test_inviting_declining_and_taking_back_by_form(self, user, other_user, user_client, client_of):
        match = made(user)
        url = f"/matches/{match.pk}/"
        assert user_client.post(f"{url}invitations/", {"player": "gasket"}).status_code == 303
        page = user_client.get(url).content.decode()
        assert "Withdraw" in page
        friend = client_of(other_user)
        for place in ("/matches/", "/matches/mine/"):
            assert "invites you to" in friend.get(place).content.decode()
        answer = friend.post(f"{url}decline/")
        assert (answer.status_code, answer["Location"]) == (302, "/matches/mine/")
        assert "Declined" in user_client.get(url).content.decode()
        refused = user_client.post(f"{url}invitations/", {"player": "nobody at all"})
        assert refused.status_code == 422
        assert "There is no player called" in refused.content.decode()

    def test_a_seat_that_somebody_else_took_is_refused_politely(self, user, other_user, stranger, client_of):
        match = made(user)
        invite(match.pk, user, "gasket")
        join_match(match.pk, stranger)
        assert lobby(other_user).invitations == ()
        with pytest.raises(CannotJoin):
            join_match(match.pk, other_user)
