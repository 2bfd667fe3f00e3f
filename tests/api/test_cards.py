"""The catalogue by program: the same language, the same mistakes, and validators."""

import json
from typing import Any

import pytest
from django.test import Client

from games import catalog
from scrapsite.api import api

pytestmark = pytest.mark.django_db
CARDS = [card for title in catalog.titles() for edition in title.editions.values() for card in edition.cards]


def get(path: str, status: int = 200, **headers: str) -> Any:
    answer = Client().get(
        f"/api/v1/cards{path}", headers={k.replace("_", "-"): v for k, v in headers.items()}
    )
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"].startswith("application/json")
    return json.loads(answer.content)


def test_a_question_finds_cards() -> None:
    found = get("?q=game:scrapbots+edition:3.6+cost%3E=10+order:cost+direction:desc")
    assert [card["slug"] for card in found["cards"]] == ["golem", "enforcer", "rocket-pod"]
    assert (
        found["english"]
        == "Scrapbots cards of edition 3.6 whose cost is at least 10, by cost, in reverse order"
    )
    assert (found["count"], found["page"], found["pages"], found["next"]) == (3, 1, 1, None)


def test_a_card_has_all_that_is_on_it() -> None:
    card = get("/scrapbots/scout?edition=3.6")
    assert card == {
        "game": "scrapbots",
        "edition": "3.6",
        "slug": "scout",
        "name": "Scout",
        "type": "Scrapbot",
        "sub": "",
        "figures": {"cost": 5, "health": 50},
        "lines": [
            {"cost": "3 Energy", "text": "20 damage."},
            {"cost": "5 Energy", "text": "20 damage. Heads: 10 splash."},
        ],
        "text": "3 Energy: 20 damage. 5 Energy: 20 damage. Heads: 10 splash.",
        "reminders": [],
        "facets": ["damage", "flip", "splash"],
        "quantity": 5,
        "url": "/cards/scrapbots/scout/?edition=3.6",
        "picture": "/cards/scrapbots/scout/picture.png?edition=3.6",
    }


def test_a_card_says_what_its_text_alone_would_get_wrong() -> None:
    card = get("/scrap-knights/cross-lunge")
    assert card["text"] == "Move 1 forward. From distance 0: 3 damage."
    assert card["reminders"] == [{"text": "The distance before the move counts.", "rule": "distance-2"}]


def test_a_card_of_which_each_copy_has_a_number_says_first_and_last() -> None:
    card = get("/junkyard/dead-weight")
    assert card["figures"] == {"initiative": 101, "initiative_last": 109, "charge": -2, "value": 8}
    assert [found["slug"] for found in get("?q=initiative:105")["cards"]] == ["dead-weight"]


def test_a_part_says_its_finer_type() -> None:
    card = get("/scrapyard/lens-7")
    assert (card["type"], card["sub"], card["figures"]) == ("Part", "Lens", {"value": 7})
    assert get("?q=sub:lens+value%3E8")["count"] == 1


def test_without_an_edition_the_newest_that_has_the_card_is_shown() -> None:
    assert get("/scrapbots/scout")["edition"] == "3.6-2020-07"
    assert get("/scrapbots/armor-plate")["edition"] == "3.4"


@pytest.mark.parametrize(
    "path",
    ["/chess/pawn", "/scrapbots/pawn", "/scrapbots/scout?edition=9", "/scrapbots/armor-plate?edition=3.6"],
)
def test_what_is_not_there_is_a_404(path: str) -> None:
    assert get(path, 404)["code"] == "not-found"


def test_a_mistake_is_a_400_that_says_where() -> None:
    assert get("?q=scout+cots:5", 400) == {
        "code": "search/unknown-operator",
        "rule": "",
        "reason": "“cots” isn’t a condition. Did you mean “cost”?",
        "position": 6,
        "length": 4,
        "suggestion": "scout cost:5",
    }
    assert get("?q=" + "a" * 501, 400)["position"] == 500
    assert get("?q=cost:x", 400)["suggestion"] is None


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999999999999999"])
def test_a_page_is_a_number_from_one(page: str) -> None:
    assert get(f"?page={page}", 422)["code"] == "request/invalid"


def test_the_pages_lead_through_all_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cards.api.A_PAGE", 20)
    found, path = [], "?q=edition:any"
    while path:
        answer = get(path)
        found += [(card["game"], card["edition"], card["slug"]) for card in answer["cards"]]
        path = (answer["next"] or "").removeprefix("/api/v1/cards")
    assert found == [(card.game, card.edition, card.slug) for card in CARDS]
    assert get("?q=scout&page=1000")["cards"] == []


@pytest.mark.parametrize("path", ["/api/v1/cards?q=scout", "/api/v1/cards/scrapbots/scout"])
def test_who_has_the_answer_already_gets_304(path: str) -> None:
    first = Client().get(path)
    assert first["Cache-Control"] == "public, no-cache"
    by_tag = Client().get(path, headers={"If-None-Match": first["ETag"]})
    by_date = Client().get(path, headers={"If-Modified-Since": first["Last-Modified"]})
    for again in (by_tag, by_date):
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]
    changed = {"If-None-Match": '"other"', "If-Modified-Since": first["Last-Modified"]}
    assert Client().get(path, headers=changed).status_code == 200
    old = {"If-Modified-Since": "Wed, 01 Jan 2020 00:00:00 GMT"}
    assert Client().get(path, headers=old).status_code == 200


def test_what_a_caller_with_a_token_gets_is_kept_by_nobody(caller) -> None:
    answer = Client().get("/api/v1/cards", headers={"Authorization": f"Bearer {caller.token}"})
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["ETag"]


def test_the_description_has_both_addresses_with_their_errors() -> None:
    paths = api.get_openapi_schema()["paths"]
    assert set(paths["/api/v1/cards"]["get"]["responses"]) == {200, 304, 400, 422, 429}
    assert set(paths["/api/v1/cards/{game}/{slug}"]["get"]["responses"]) == {200, 304, 404, 422}
