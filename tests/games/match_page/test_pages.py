"""The pages of matches: plain forms first, fragments for htmx, refusals with a reason and a rule."""

import json
import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.seats import cancel_match
from games.matches.models import Match
from scrapsite.common.players import is_guest
from tests.playing import bot_match, legal_moves, send_form

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def duel(scrapbots_duel):
    """Pages are tried with Scrapbots, which has a board to draw."""
    return scrapbots_duel


@pytest.fixture
def mover_client(duel, client_of):
    return client_of(duel.mover)


def url(duel, rest=""):
    return f"/matches/{duel.id}/{rest}"


def form(duel, move, **fields):
    return {"seen": duel.match.seq, "client_move_id": "page-1", "move": json.dumps(move)} | fields


def test_a_visitor_presses_play_and_is_a_guest_in_a_running_match(client):
    answer = send_form(
        client, "/matches/new/", {"title": "scrapbots"}, headers={"Sec-Fetch-Site": "same-origin"}
    )
    assert answer.status_code == 303
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert is_guest(match.created_by)
    assert (match.status, match.edition, match.bots) == ("running", "3.6-2020-07", ["", "greedy"])
    assert client.get(answer["Location"]).status_code == 200


def test_a_form_from_elsewhere_makes_no_match():
    strict = Client(enforce_csrf_checks=True)
    for headers in ({}, {"Sec-Fetch-Site": "cross-site"}):
        assert strict.post("/matches/new/", {"title": "scrapbots"}, headers=headers).status_code == 403
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "setup",
    [
        {},
        {"title": "chess"},
        {"title": "scrapbots", "edition": "9"},
        {"title": "scrapbots", "opponent": "deep-blue"},
        {"title": "scrapbots", "turn_cap": "many"},
        {"title": "scrapbots", "turn_cap": "501"},
        {"title": "scrapbots", "turn_cap": "9" * 5000},
    ],
)
def test_a_match_that_cannot_be_brings_back_the_lobby_with_a_notice(client, setup):
    answer = client.post("/matches/new/", setup)
    assert answer.status_code == 422
    assert answer.context["notice"].reason
    assert not Match.objects.exists()


@pytest.mark.parametrize("opponent, status, listed", [("link", "open", False), ("lobby", "open", True)])
def test_an_open_seat_is_offered_by_link_or_in_the_lobby(
    user_client, client_of, other_user, opponent, status, listed
):
    user_client.post("/matches/new/", {"title": "scrapbots", "opponent": opponent, "turn_cap": "40"})
    match = Match.objects.get()
    assert (match.status, match.is_listed) == (status, listed)
    guest = client_of(other_user)
    assert "rivet" in guest.get(f"/matches/{match.pk}/join/").content.decode()
    assert (match.pk in guest.get("/matches/").content.decode()) is listed
    assert guest.post(f"/matches/{match.pk}/join/").status_code == 303
    match.refresh_from_db()
    assert match.status == "running"
    assert guest.get(f"/matches/{match.pk}/join/").status_code == 302


@pytest.mark.parametrize(
    ("title", "edition", "bots", "opens", "words"),
    [
        ("scrapbots", "3.6", [], 1, "rivet is waiting for you. Join, and the match begins."),
        ("junkyard", "0.1", [], 2, "rivet is waiting for you. Join, and the match begins when all seats"),
        ("junkyard", "0.1", ["greedy"], 2, "rivet and Greedy bot are waiting for you. Join, and"),
        ("junkyard", "0.1", ["greedy", "random"], 1, "rivet, Greedy bot and Random bot are waiting for you."),
    ],
)
def test_an_invitation_reads_well_with_any_number_of_players(
    client, user, title, edition, bots, opens, words
):
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in bots), *[{"kind": "open"}] * opens]
    match = create_match(user, title, edition, {}, seats)
    page = client.get(f"/matches/{match.pk}/join/").content.decode()
    assert words in " ".join(strip_tags(page).split())


def test_a_visitor_who_follows_an_invitation_sits_down_as_a_guest(client, user):
    match = create_match(user, "scrapbots", "3.6", {}, [{"kind": "me"}, {"kind": "open"}])
    assert client.get(f"/matches/{match.pk}/join/").status_code == 200
    assert not client.session.get("_auth_user_id"), "a look makes nobody a player"
    assert send_form(client, f"/matches/{match.pk}/join/").status_code == 303
    assert match.seats.get(number=1).user_id == int(client.session["_auth_user_id"])


def test_a_move_by_a_plain_form_leads_back_to_the_page(duel, mover_client):
    move = duel.legal()[0]
    answer = mover_client.post(url(duel, "moves/"), form(duel, move))
    assert (answer.status_code, answer["Location"]) == (303, url(duel))
    assert duel.match.seq == 1


def test_a_move_by_htmx_brings_the_fresh_board(duel, mover_client):
    answer = mover_client.post(url(duel, "moves/"), form(duel, duel.legal()[0]), headers=HTMX)
    assert answer.status_code == 200
    assert 'data-seq="1"' in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_a_double_click_is_one_move(duel, mover_client):
    fields = form(duel, duel.legal()[0])
    first, second = (mover_client.post(url(duel, "moves/"), fields) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert duel.steps() == 2


def test_a_refused_move_says_why_and_cites_the_rule(duel, mover_client):
    attack = {"type": "attack", "lane": 0, "attack": 0}
    for headers in ({}, HTMX):
        answer = mover_client.post(url(duel, "moves/"), form(duel, attack), headers=headers)
        assert answer.status_code == 422
        notice = answer.context["notice"]
        assert notice.rule_url == f"/rules/scrapbots/3.6/{notice.rule}/"
        assert notice.reason in answer.content.decode().replace("&#x27;", "'")
        assert ("<html" in answer.content.decode()) is not bool(headers)
    assert duel.steps() == 1


def test_a_stale_page_gets_the_fresh_board_and_a_notice(duel, mover_client):
    stale = form(duel, duel.legal()[0], client_move_id="late")
    duel.play(duel.legal()[0])
    for headers in ({}, HTMX):
        answer = mover_client.post(url(duel, "moves/"), stale, headers=headers)
        assert answer.status_code == 409
        assert answer.context["notice"].code == "match/stale"
        assert 'data-seq="1"' in answer.content.decode()


@pytest.mark.parametrize(
    "change",
    [
        {"move": ""},
        {"move": "{"},
        {"move": "[]"},
        {"move": "null"},
        {"move": "[" * 3000},
        {"move": '{"type": "end-turn", "x": 1}'},
        {"move": '{"type": "' + "x" * 9000 + '"}'},
        {"move": '{"type": "\\ud800"}'},
        {"seen": ""},
        {"seen": "-1"},
        {"seen": "one"},
        {"seen": "٣"},
        {"seen": "9" * 400},
        {"client_move_id": ""},
        {"client_move_id": "a b"},
    ],
)
@pytest.mark.soak(seconds=0.1, one_in=3)
def test_a_form_without_sense_changes_nothing(duel, mover_client, change):
    fields = form(duel, {"type": "end-turn"}) | change
    answer = mover_client.post(url(duel, "moves/"), fields)
    assert answer.status_code == 422
    assert duel.steps() == 1


def test_who_has_no_seat_can_watch_but_not_play(duel, client, client_of, stranger):
    for watcher in (client, client_of(stranger)):
        page = watcher.get(url(duel))
        assert page.status_code == 200
        assert page.context["board"].viewer.is_spectator
        for action in ("moves/", "undo/"):
            assert watcher.post(url(duel, action), form(duel, {"type": "end-turn"})).status_code == 403
        assert watcher.post(url(duel, "resign/")).status_code == 403
        assert watcher.post(url(duel, "cancel/")).status_code == 422
        assert watcher.post(url(duel, "again/")).status_code == 404
    assert duel.steps() == 1


def test_hidden_and_absent_look_the_same(client_of, user, stranger):
    hidden = create_match(user, "scrapbots", "3.6", {}, [{"kind": "me"}, {"kind": "open"}])
    cancel_match(hidden.pk, user)
    watcher = client_of(stranger)
    for rest in ("", "board/", "join/", "resign/"):
        answers = [watcher.get(f"/matches/{name}/{rest}") for name in (hidden.pk, "aaaaaaaaaa", "nonsense")]
        assert [answer.status_code for answer in answers] == [404, 404, 404]
        assert len({_without_tokens(answer.content.decode()) for answer in answers}) == 1
    assert client_of(user).get(f"/matches/{hidden.pk}/").status_code == 200


def _without_tokens(page):
    return re.sub(r'(csrfmiddlewaretoken" value|X-CSRFToken\W*)[^>]*', "", page)


def test_undo_and_resign_work_as_plain_forms(duel, mover_client):
    gain = next(move for move in duel.legal() if move["type"] == "gain-scrap")
    duel.play(gain)
    undo = {"seen": 1, "client_move_id": "back"}
    assert mover_client.post(url(duel, "undo/"), undo).status_code == 303
    again = mover_client.post(url(duel, "undo/"), {"seen": 2, "client_move_id": "back-2"})
    assert again.status_code == 422
    assert again.context["notice"].rule == "turn-4"
    assert mover_client.get(url(duel, "resign/")).status_code == 200
    assert duel.match.status == "running", "asking is not resigning"
    assert mover_client.post(url(duel, "resign/")).status_code == 303
    assert duel.match.status == "finished"
    assert mover_client.get(url(duel, "resign/")).status_code == 302
    again = mover_client.post(url(duel, "resign/"), headers=HTMX)
    assert again.status_code == 200, "a repeated resignation is answered like the first one"


def test_another_match_like_this_one(duel, mover_client, user_client):
    resign(duel.id, duel.mover)
    answer = mover_client.post(url(duel, "again/"))
    assert answer.status_code == 303
    new = Match.objects.exclude(pk=duel.id).get()
    assert (new.status, new.edition, new.options) == ("open", "3.6", duel.match.options)


def test_calling_off_leads_to_the_lobby(user_client, user):
    match = create_match(user, "scrapbots", "3.6", {}, [{"kind": "me"}, {"kind": "open"}])
    answer = user_client.post(f"/matches/{match.pk}/cancel/")
    assert (answer.status_code, answer["Location"]) == (302, "/matches/")
    assert "The match was called off." in user_client.get("/matches/").content.decode()
    assert user_client.get(f"/matches/{match.pk}/").context["board"].status == "cancelled"


def test_changes_are_made_by_post_only(duel, mover_client):
    for action in ("moves/", "undo/", "cancel/", "again/"):
        assert mover_client.get(url(duel, action)).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(duel.mover, backend="django.contrib.auth.backends.ModelBackend")
    assert strict.post(url(duel, "moves/"), form(duel, {"type": "end-turn"})).status_code == 403


def test_reload_shows_the_same_board_and_nothing_is_cached(duel, mover_client):
    pages = [mover_client.get(url(duel, "board/")) for _ in range(2)]
    shown = [
        re.sub(
            r'(client_move_id" value|request_id" value|csrfmiddlewaretoken" value)="[^"]*"',
            "",
            p.content.decode(),
        )
        for p in pages
    ]
    assert shown[0] == shown[1]
    assert pages[0]["Cache-Control"] == "private, no-store"


def test_a_guest_who_becomes_an_account_keeps_the_matches(client):
    send_form(client, "/matches/new/", {"title": "scrapbots"})
    match = Match.objects.get()
    words = {"username": "welder", "password1": "a-rusty-old-gearbox", "password2": "a-rusty-old-gearbox"}
    client.post("/accounts/convert/", words)
    match.refresh_from_db()
    assert not is_guest(match.created_by)
    client.logout()
    client.post("/accounts/login/", {"login": "welder", "password": "a-rusty-old-gearbox"})
    page = client.get(f"/matches/{match.pk}/")
    assert page.context["board"].me is not None


def test_too_many_moves_in_a_minute_are_asked_to_wait(duel, mover_client, settings):
    settings.RATE_LIMIT_FACTOR = 2 / 600
    move = form(duel, {"type": "attack", "lane": 0, "attack": 0})
    answers = [mover_client.post(url(duel, "moves/"), move) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [422, 422, 429]
    assert 1 <= int(answers[2]["Retry-After"]) <= 60
    assert answers[2].context["notice"].code == "limit/too-many"


def test_one_address_makes_only_so_many_guests_a_minute(settings):
    settings.RATE_LIMIT_FACTOR = 2 / 60
    answers = [send_form(Client(), "/matches/new/", {"title": "scrapbots"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert answers[2]["Retry-After"]
    assert Match.objects.count() == 2


def test_the_page_of_a_game(client):
    assert client.get("/games/scrapbots/").status_code == 200
    assert client.get("/games/chess/").status_code == 404


class TestWithoutScripts:
    """Nobody tells such a page that others have moved: it asks again, or offers to."""

    ASKS = '<meta http-equiv="refresh"'
    LOOK_AGAIN = ">Look again</a></noscript>"

    def test_a_page_that_waits_for_a_bot_asks_again(self, user, client_of):
        match, client = bot_match(user), client_of(user)
        if match.to_act == [0]:
            move = next(move for move in legal_moves(match, user) if move["type"] == "end-turn")
            sent = {"seen": match.seq, "client_move_id": "no-scripts", "move": json.dumps(move)}
            client.post(f"/matches/{match.pk}/moves/", sent)
        page = client.get(f"/matches/{match.pk}/").content.decode()
        assert 'data-my-turn="no"' in page
        assert self.ASKS in page
        assert self.LOOK_AGAIN in page

    def test_a_page_of_somebody_who_is_to_act_stays(self, duel, mover_client):
        page = mover_client.get(url(duel)).content.decode()
        assert self.ASKS not in page
        assert self.LOOK_AGAIN not in page

    def test_a_page_that_waits_for_a_person_offers_it(self, duel, client_of):
        page = client_of(duel.waiter).get(url(duel)).content.decode()
        assert self.ASKS not in page, "it would take what is typed into the chat away"
        assert self.LOOK_AGAIN in page
