"""Whatever is sent, the answer is a clear JSON error and nothing has changed."""

import json

import pytest
from django.test import Client

from games.matches.models import Match, Step
from scrapsite.api import api

pytestmark = pytest.mark.django_db

NEW = {"game": "scrapbots", "edition": "3.6", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]}
MOVE = {"seen": 0, "client_move_id": "a", "move": {"type": "end-turn"}}

UNREADABLE = [
    "",
    "{",
    "nonsense",
    "[" * 100_000,
    '{"a":' * 50_000,
    b"\xff\xfe",
    '{"seen": 1e999}',
    '{"a": "\\ud800"}',
    "NaN",
]


@pytest.mark.parametrize("body", UNREADABLE)
def test_a_body_that_is_no_json_is_refused(caller, duel, body):
    before = Match.objects.count()
    for path in ("/matches", f"/matches/{duel}/moves", f"/matches/{duel}/undo"):
        status, refusal = caller.post(path, body)
        assert status in (400, 422)
        assert set(refusal) == {"code", "rule", "reason"}
    assert (Match.objects.count(), Step.objects.count()) == (before, 1)


@pytest.mark.parametrize(
    "change",
    [
        {"seen": "0"},
        {"seen": 0.5},
        {"seen": True},
        {"seen": None},
        {"seen": -2},
        {"seen": 10**30},
        {"client_move_id": ""},
        {"client_move_id": 7},
        {"client_move_id": "a b"},
        {"client_move_id": "x" * 65},
        {"client_move_id": "a\n"},
        {"move": None},
        {"move": []},
        {"move": "end-turn"},
        {"move": {}},
        {"move": {"type": "end-turn", "card": "scout"}},
        {"move": {"type": "buy-card", "card": "x" * 5000}},
        {"move": {"type": "buy-card", "card": ["scout"]}},
        {"move": {"type": "attack", "lane": 3, "attack": 0}},
        {"move": {"type": "attack", "lane": "0", "attack": 0}},
        {"seat": 1},
        {"user": 1},
    ],
)
@pytest.mark.soak(seconds=0.1, one_in=3)
def test_a_move_of_the_wrong_form_is_a_422(duel, turns, change):
    status, refusal = turns[0].post(f"/matches/{duel}/moves", MOVE | change)
    assert status == 422
    assert refusal["code"] in ("request/invalid", "move/malformed")
    assert refusal["reason"]
    assert len(refusal["reason"]) < 1000
    assert Step.objects.count() == 1


@pytest.mark.parametrize("body", [[], [MOVE], "text", 7, None, True])
def test_a_body_that_is_no_object_is_a_422(duel, turns, body):
    assert turns[0].post(f"/matches/{duel}/moves", json.dumps(body))[0] == 422


def test_a_deeply_nested_move_is_a_422(duel, turns):
    move = {"type": "end-turn"}
    for _ in range(500):
        move = {"type": "end-turn", "more": move}
    assert turns[0].post(f"/matches/{duel}/moves", MOVE | {"move": move})[0] == 422


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"game": 7},
        {"game": "x" * 100_000},
        {"edition": "1.0"},
        {"edition": 3.6},
        {"options": {"turn_cap": 1}},
        {"options": {"turn_cap": "100"}},
        {"options": {"speed": 2}},
        {"options": []},
        {"seats": {}},
        {"seats": []},
        {"seats": ["me", "bot"]},
        {"seats": [{"kind": "me"}] * 2},
        {"seats": [{"kind": "me"}] * 1000},
        {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "deep-blue"}]},
        {"listed": "yes"},
        {"winner": 0},
    ],
)
def test_a_match_of_the_wrong_form_is_a_422(caller, change):
    status, refusal = caller.post("/matches", NEW | change)
    assert status == 422
    assert refusal["code"] in ("request/invalid", "match/bad-options")
    assert not Match.objects.exists()


def test_a_huge_body_is_a_413(caller):
    status, refusal = caller.post("/matches", NEW | {"game": "x" * 300_000})
    assert (status, refusal["code"]) == (413, "request/too-large")


@pytest.mark.parametrize(
    "header",
    ["Bearer nonsense", "Bearer ", "Bearer scrap_" + "x" * 500, "Basic YTpi", "scrap_x", "Bearer \x00"],
)
def test_a_token_that_does_not_hold_is_a_401(duel, header):
    for call in (
        lambda client: client.get(f"/api/v1/matches/{duel}"),
        lambda client: client.post("/api/v1/matches", NEW, content_type="application/json"),
    ):
        answer = call(Client(headers={"Authorization": header}, enforce_csrf_checks=True))
        assert answer.status_code == 401
        assert answer.json()["code"] == "auth/required"


def test_without_token_and_session_it_is_a_401(duel):
    assert Client(enforce_csrf_checks=True).get(f"/api/v1/matches/{duel}").status_code == 401
    assert (
        Client(enforce_csrf_checks=True)
        .post("/api/v1/matches", NEW, content_type="application/json")
        .status_code
        == 401
    )


def test_a_bad_token_is_refused_even_in_a_signed_in_browser(duel, caller, client_of):
    browser = client_of(caller.user)
    assert browser.get(f"/api/v1/matches/{duel}").status_code == 200
    assert browser.get(f"/api/v1/matches/{duel}", headers={"Authorization": "Bearer x"}).status_code == 401


def test_a_browsers_session_needs_its_csrf_token_for_changes(caller, client_of):
    browser = client_of(caller.user, enforce_csrf_checks=True)
    refused = browser.post("/api/v1/matches", NEW, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "auth/forbidden")
    browser.get("/matches/")
    token = {"X-CSRFToken": browser.cookies["csrftoken"].value}
    assert (
        browser.post("/api/v1/matches", NEW, content_type="application/json", headers=token).status_code
        == 200
    )


@pytest.mark.parametrize(
    "method, path, status",
    [
        ("GET", "/nothing", 404),
        ("POST", "/matches/", 404),
        ("GET", "/matches/a/b/c/d", 404),
        ("PUT", "/matches", 405),
        ("GET", "/matches", 405),
        ("DELETE", "/games", 405),
        ("GET", "/guests", 405),
    ],
)
def test_unknown_addresses_and_methods_answer_in_json_too(caller, method, path, status):
    answer = caller.call(method, path)
    assert answer[0] == status
    assert set(answer[1]) == {"code", "rule", "reason"}


def test_too_many_requests_are_asked_to_wait(caller, settings):
    settings.RATE_LIMIT_FACTOR = 1 / 60
    assert caller.post("/matches", NEW)[0] == 200
    status, refusal = caller.post("/matches", NEW)
    assert (status, refusal["code"]) == (429, "limit/too-many")
    settings.RATE_LIMIT_FACTOR = 0
    assert caller.post("/matches", NEW)[0] == 200
    settings.RATE_LIMIT_FACTOR = 1 / 60
    client = Client()
    answers = [client.post("/api/v1/guests") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert int(answers[1]["Retry-After"]) >= 1


def test_the_description_names_every_answer():
    paths = api.get_openapi_schema()["paths"]
    answers = {
        f"{method} {path.removeprefix('/api/v1')}": set(operation["responses"])
        for path, methods in paths.items()
        for method, operation in methods.items()
    }
    assert answers["post /matches/{match_id}/moves"] == {
        200, 400, 401, 403, 404, 409, 413, 422, 429,
    }  # fmt: skip
    assert answers["get /matches/{match_id}"] >= {200, 401, 404, 429}
    assert answers["post /matches"] >= {200, 401, 422, 429}
    assert Client().get("/api/v1/docs").status_code == 200
    assert Client().get("/api/v1/openapi.json").json()["info"]["title"] == "Scrapsite"


def test_a_whole_number_may_be_written_as_json_schema_allows(duel, turns):
    """`0.0` is an integer to JSON Schema; requests that fit the description were refused for it."""
    assert turns[0].post(f"/matches/{duel}/moves", MOVE | {"seen": 0.0})[0] == 200
