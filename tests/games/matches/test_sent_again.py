"""A request that comes again is carried out once and gets the first answer, whatever happened meanwhile."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.actions.resign import resign
from games.matches.actions.undo import undo_move
from games.matches.errors import IdReused
from games.matches.models import Match, Seat, Step
from games.talk.models import ChatMessage
from scrapsite.accounts.tokens import issue_token
from tests.games.duel import FLIP, PASS, Duel, lay
from tests.playing import send_form

MAKE = {"game": "bolts", "edition": "1", "seats": [{"kind": "me"}, {"kind": "open"}]}


class Program:
    """A program that plays through the API."""

    def __init__(self, user: User) -> None:
        self.headers: dict[str, Any] = {"HTTP_AUTHORIZATION": f"Bearer {issue_token(user)}"}

    def post(self, path: str, body: Any, key: str = "") -> Any:
        more = {"HTTP_IDEMPOTENCY_KEY": key} if key else {}
        sent = json.dumps(body)
        return Client().post(f"/api/v1/{path}", sent, content_type="application/json", **self.headers, **more)


@pytest.mark.parametrize("behind", [-3, 0, 1, 2, 50])
def test_a_move_gets_its_first_answer_whatever_one_says_to_have_seen(duel: Duel, behind: int) -> None:
    """29 of 30 repeats were refused: those that had looked at the match in between."""
    mover, seen = duel.mover, duel.match.seq
    first = play_move(duel.id, mover, seen, "again", PASS)
    duel.play(PASS)
    assert play_move(duel.id, mover, duel.match.seq - behind, "again", PASS) == first
    assert duel.steps() == 3


def test_a_moves_id_stands_for_no_other_move(duel: Duel) -> None:
    mover = duel.mover
    play_move(duel.id, mover, 0, "again", FLIP)
    with pytest.raises(IdReused):
        play_move(duel.id, mover, 1, "again", PASS)


def test_an_undo_gets_its_first_answer(duel: Duel) -> None:
    mover = duel.mover
    play_move(duel.id, mover, 0, "a", lay(duel.hand()[0]))
    first = undo_move(duel.id, mover, 1, "b")
    assert undo_move(duel.id, mover, 2, "b") == first
    assert undo_move(duel.id, mover, 99, "b") == first


def test_who_resigns_again_gets_the_same_answer(duel: Duel) -> None:
    first = resign(duel.id, duel.players[0])
    assert resign(duel.id, duel.players[0]) == first
    assert first.result
    assert Step.objects.filter(match=duel.id, kind="resign").count() == 1


def test_a_match_is_made_once(user: User) -> None:
    program = Program(user)
    first = program.post("matches", MAKE, "key-1")
    assert first.status_code == 200
    assert program.post("matches", MAKE, "key-1").json()["id"] == first.json()["id"]
    assert Match.objects.count() == 1
    assert program.post("matches", MAKE, "key-2").json()["id"] != first.json()["id"]


def test_a_key_stands_for_one_request(user: User) -> None:
    program = Program(user)
    program.post("matches", MAKE, "key-1")
    refused = program.post("matches", {**MAKE, "name": "Another"}, "key-1")
    assert (refused.status_code, refused.json()["code"]) == (422, "request/key-reused")


def test_a_key_is_its_users_own(user: User, other_user: User) -> None:
    first = Program(user).post("matches", MAKE, "key-1").json()["id"]
    assert Program(other_user).post("matches", MAKE, "key-1").json()["id"] != first


def test_a_refused_request_leaves_its_key_free(user: User) -> None:
    program = Program(user)
    assert program.post("matches", {**MAKE, "seats": []}, "key-1").status_code == 422
    assert program.post("matches", MAKE, "key-1").status_code == 200


def test_a_seat_is_taken_once(user: User, other_user: User) -> None:
    match = Program(user).post("matches", MAKE).json()["id"]
    program = Program(other_user)
    assert [program.post(f"matches/{match}/join", {}, "key").status_code for _ in range(2)] == [200, 200]
    assert Seat.objects.filter(user=other_user).count() == 1


def test_a_word_is_said_once(duel: Duel) -> None:
    program = Program(duel.players[0])
    for key in ("a", "a", "b"):
        assert program.post(f"matches/{duel.id}/talk", {"text": "Hello"}, key).status_code == 200
    assert ChatMessage.objects.count() == 2


def test_a_form_that_is_sent_twice_makes_one_match(user: User, client_of: Any) -> None:
    client: Client = client_of(user)
    form = {"title": "bolts", "opponent": "link", "request_id": "once"}
    places = {client.post(reverse("games:match_create"), form)["Location"] for _ in range(2)}
    assert len(places) == 1
    assert Match.objects.count() == 1


def test_a_form_that_is_changed_is_another_request(duel: Duel, client_of: Any) -> None:
    client, place = client_of(duel.players[0]), reverse("games:talk_list", args=[duel.id])
    for text in ("Hello", "Hello", "Hello again"):
        client.post(place, {"text": text, "request_id": "once"})
    assert ChatMessage.objects.count() == 2


def test_forms_bring_an_id_of_their_own(duel: Duel, client_of: Any) -> None:
    client = client_of(duel.players[0])
    for place in (reverse("games:match_list"), reverse("games:match_detail", args=[duel.id])):
        assert 'name="request_id"' in client.get(place).content.decode()
    said = client.post(
        reverse("games:talk_list", args=[duel.id]), {"text": "Hello"}, headers={"HX-Request": "true"}
    )
    assert 'id="talk-request" hx-swap-oob="true"' in said.content.decode()


@pytest.mark.django_db
class TestVisitors:
    """A form of nobody's that came twice seated two guests, and the visitor was the one who only watches."""

    FORM = {"title": "scrapbots", "pace": "live", "opponent": "link", "request_id": "again"}

    def lose_the_answer(self, path: str) -> tuple[Client, Any]:
        """Return a browser that sends the form again, as no answer came, and the answer to that."""
        Client().post(path, self.FORM)
        browser = Client()
        return browser, send_form(browser, path, self.FORM)

    def test_who_joins_has_the_seat_after_a_lost_answer(self, user: User) -> None:
        match = create_match(user, "scrapbots", "3.6", {}, MAKE["seats"])
        browser, answer = self.lose_the_answer(f"/matches/{match.pk}/join/")
        assert answer.status_code == 303
        assert str(Seat.objects.get(match=match, number=1).user_id) == browser.session["_auth_user_id"]

    def test_nobody_meets_their_own_ghost(self) -> None:
        browser, answer = self.lose_the_answer("/matches/pair/")
        match = Match.objects.get()
        assert (match.status, answer["Location"]) == ("open", f"/matches/{match.pk}/")
        assert str(match.created_by_id) == browser.session["_auth_user_id"]

    @pytest.mark.parametrize("path", ["/matches/pair/", "/matches/new/", "join"])
    def test_who_sends_the_form_once_more_as_a_guest_comes_to_the_same_seat(
        self, path: str, user: User
    ) -> None:
        match = create_match(user, "scrapbots", "3.6", {}, MAKE["seats"])
        address = f"/matches/{match.pk}/join/" if path == "join" else path
        browser = Client()
        first, again = (send_form(browser, address, self.FORM) for _ in range(2))
        assert first.status_code == again.status_code == 303
        assert first["Location"] == again["Location"]
        assert Match.objects.count() == (1 if path == "join" else 2)

    def test_the_form_is_sent_again_with_the_token_it_has(self, user: User) -> None:
        """Signing in makes a new token, which that form can't know."""
        match = create_match(user, "scrapbots", "3.6", {}, MAKE["seats"])
        browser = Client(enforce_csrf_checks=True)
        browser.get("/accounts/login/")
        form = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
        assert send_form(browser, f"/matches/{match.pk}/join/", form).status_code == 303

    def test_a_browser_without_cookies_is_asked_once(self, user: User) -> None:
        match = create_match(user, "scrapbots", "3.6", {}, MAKE["seats"])
        asked = Client().post(f"/matches/{match.pk}/join/?key=x")
        assert (asked.status_code, asked["Location"]) == (307, f"/matches/{match.pk}/join/?key=x&as=guest")
        assert Client().post(asked["Location"]).status_code == 303

    def test_who_is_refused_becomes_no_guest(self, duel: Duel) -> None:
        people = User.objects.count()
        for path in (f"/matches/{duel.id}/join/", "/matches/pair/", "/matches/new/"):
            assert Client().post(path, {"title": "nothing"}).status_code == 422
        assert User.objects.count() == people
