"""The home page has a place for every game of the catalogue."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games import catalog
from rules.wiki import shipped
from tests.playing import send_form
from tests.toy import bolts

pytestmark = pytest.mark.django_db


def games_on(page: str) -> dict[str, str]:
    """Return what stands in the place of each game that can be played, by slug."""
    places = re.findall(r'<li class="game">(.*?)</ul>', page, re.DOTALL)
    return {re.search(r'name="title" value="([^"]+)"', place)[1]: place for place in places}


def test_every_game_has_its_line_its_cards_and_its_ways_in(client: Client) -> None:
    page = client.get("/").content.decode()
    assert list(games_on(page)) == [title.slug for title in catalog.titles()]
    for title in catalog.titles():
        assert title.tagline.replace("'", "&#x27;") in page
        for address in (
            f"/games/{title.slug}/",
            f"/rules/{title.slug}/{title.newest.slug}/",
            f"/cards/?q=game:{title.slug}",
            f"/cards/export/{title.slug}/{title.newest.slug}/box/",
        ):
            assert f'href="{address}"' in page


def test_a_game_with_decks_leads_to_building_one(client: Client) -> None:
    for page in (client.get("/").text, client.get("/games/scrap-knights/").text):
        assert 'href="/decks/scrap-knights/"' in page
        assert 'href="/decks/scrap-knights/public/"' in page


def test_the_cards_that_stand_for_a_game_are_the_title_s_own_choice(client: Client) -> None:
    places = games_on(client.get("/").content.decode())
    for title in catalog.titles():
        assert re.findall(r'data-card="([^"]+)"', places[title.slug]) == list(title.showcase)
        assert len(title.showcase) == 3


def test_each_is_played_against_a_bot_by_one_button(client: Client) -> None:
    for title in catalog.titles():
        answer = send_form(client, "/matches/new/", {"title": title.slug, "opponent": "greedy"})
        assert answer.status_code == 303
        assert answer["Location"].startswith("/matches/")


def test_the_bot_for_a_first_game_is_that_of_the_big_button(client: Client) -> None:
    """The words named one bot, the button began against another."""
    page = client.get("/").text
    assert "For a first game, play the novice bot" in page
    for place in games_on(page).values():
        big = re.search(r'<button class="button button--go"(.*?)>', place, re.DOTALL)
        assert big
        assert 'value="novice"' in big[1]
        assert "(good for a first game)" in big[1]


def test_another_game_appears_by_itself(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, bolts.TITLE)
    monkeypatch.setattr(shipped, "TEXT", bolts.RULEBOOKS)
    page = client.get("/?with=bolts").content.decode()
    assert list(games_on(page))[-1] == bolts.SLUG
    assert bolts.TITLE.tagline in page
