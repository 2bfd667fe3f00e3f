"""Pages that cost: bounded for each address, generously, with a page that says when to come back."""

from __future__ import annotations

import pytest
from django.test import Client

from scrapsite.common.limits import LIMITS
from scrapsite.common.requests import network

pytestmark = pytest.mark.django_db

SEARCHES = [
    *("/rules/search/?q=card", "/cards/?q=robot", "/cards/found/?q=robot"),
    *("/cards/export/?q=scout", "/cards/export/found/cards.csv?q=scout"),
]
HEAVY = [
    "/rules/scrapbots/compare/",
    "/rules/scrapbots/3.6-2020-07/",
    "/rules/scrapbots/coverage/3.6-2020-07/",
    "/games/scrapbots/players/",
    "/bots/greedy/",
    "/cards/junkyard/stash/plays/?edition=0.1",
    "/cards/export/scrapbots/3.6/nandeck.csv",
]


@pytest.mark.parametrize(
    "what, path", [("searches", path) for path in SEARCHES] + [("heavy-pages", path) for path in HEAVY]
)
@pytest.mark.soak(seconds=0.2, one_in=4)
def test_too_many_are_a_page_that_says_when_to_come_back(
    monkeypatch: pytest.MonkeyPatch, what: str, path: str
) -> None:
    monkeypatch.setitem(LIMITS, what, (2, 3))
    for _ in range(3):
        assert Client().get(path).status_code == 200
    refused = Client().get(path, headers={"X-Forwarded-For": "192.0.2.77"})
    assert refused.status_code == 429
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert "Please slow down" in refused.text
    assert refused["Cache-Control"] == "private, no-store"
    assert Client(REMOTE_ADDR="192.0.2.2").get(path).status_code == 200


def test_an_account_has_a_limit_of_its_own(user_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "searches", (2, 300))
    statuses = [user_client.get("/cards/found/?q=robot").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert Client().get("/cards/found/?q=robot").status_code == 200


def test_who_reads_and_searches_all_day_never_meets_a_limit() -> None:
    """Four a second by one person, and a hundred people behind one address with six a minute each."""
    for what in ("searches", "heavy-pages"):
        of_account, of_address = LIMITS[what]
        assert of_account >= 4 * 60
        assert of_address >= 100 * 6


@pytest.mark.parametrize(
    "client, counted",
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("", ""),
        ("not:an:address", "not:an:address"),
    ],
)
def test_an_ipv6_customer_counts_as_one_address(client: str, counted: str) -> None:
    assert network(client) == counted
