"""What the form for a new match says of mistakes, and of what counts."""

import json
import re

import pytest
from django.core.cache import cache
from django.test import Client

from games import catalog
from games.matches.models import Invitation, Match
from scrapsite.common.limits import LIMITS
from scrapsite.common.players import new_guest

pytestmark = pytest.mark.django_db
WHOLE = {"title": "scrapbots", "opponent": "link", "terms": "yes", "turn_cap": "40"}


@pytest.fixture
def guest_client(db):
    client = Client()
    client.force_login(new_guest(), backend="django.contrib.auth.backends.ModelBackend")
    return client


def ticked(page):
    return 'name="is_rated" value="yes" checked' in re.sub(r"\s+", " ", page)


def test_the_address_of_the_form_leads_to_the_form_when_it_is_opened_again(client):
    answer = client.get("/matches/new/")
    assert (answer.status_code, answer["Location"]) == (302, "/matches/#create")


def test_the_bot_for_a_first_game_is_chosen_as_on_the_home_page(client):
    """Greedy was, who comes third and wins against beginners."""
    page = " ".join(client.get("/games/scrap-knights/").text.split())
    assert re.findall(r'name="opponent" value="(\w+)" checked', page) == ["novice"]


def test_a_wrong_name_is_told_at_the_field_and_the_field_has_the_focus(user_client):
    page = user_client.post("/matches/new/", {**WHOLE, "invite": "nobody at all"}).content.decode()
    [field] = re.findall(r'<input id="invite"[^>]*>', page)
    assert 'aria-invalid="true"' in field
    assert "autofocus" in field
    assert 'aria-describedby="invite-mistake invite-help"' in field
    assert page.count("autofocus") == 1


def test_another_mistake_is_told_at_the_head_of_the_form(user_client):
    page = user_client.post(
        "/matches/new/", {**WHOLE, "invite": "nobody", "turn_cap": "501"}
    ).content.decode()
    form = page[page.index('<form class="create"') :]
    assert re.search(r'<p class="notice notice--error"[^>]*autofocus', form)
    assert 'id="invite-mistake"' not in page
    assert page.count('role="alert"') == 1


def test_a_mistake_in_the_quick_form_keeps_whom_one_invites(user_client):
    page = user_client.post("/matches/new/", {"title": "scrapyard", "invite": "nobody"}).content.decode()
    form = page[page.index('id="create"') :]
    assert re.search(r'<p class="notice notice--error"[^>]*autofocus', form)
    assert 'value="nobody"' in form
    assert len(re.findall(r'class="create-game"\s+open', form)) == 1
    assert re.search(r'class="create-game"\s+open\s*>\s*<summary>Scrapyard', form)


def test_the_empty_lobby_leads_to_a_table_of_the_game_that_is_looked_for(client):
    page = client.get("/matches/?box=scrapbots/3.4").content.decode()
    assert 'href="/games/scrapbots/#play">create a match like that' in page
    assert 'href="#create">create a match like that' in client.get("/matches/?rated=no").content.decode()


def test_a_match_set_up_by_a_guest_does_not_count(client, guest_client, user_client):
    assert ticked(user_client.get("/games/scrapbots/").content.decode())
    for visitor in (client, guest_client):
        page = visitor.get("/games/scrapbots/").content.decode()
        assert 'name="is_rated"' not in page
        assert "Guests can’t create rated matches" in page
    guest_client.post("/matches/new/", {**WHOLE, "is_rated": "yes"})
    guest_client.post("/matches/new/", {"title": "scrapbots", "opponent": "lobby"})
    assert list(Match.objects.values_list("is_rated", flat=True)) == [False, False]
    user_client.post("/matches/new/", {**WHOLE, "is_rated": "yes"})
    assert Match.objects.filter(is_rated=True).count() == 1


def test_the_form_says_that_private_matches_do_not_count(user_client):
    page = user_client.get("/games/scrapbots/").content.decode()
    assert "It isn’t rated, even if you tick “Rated” above." in page


@pytest.mark.parametrize("title", [title.slug for title in catalog.titles()])
def test_a_match_that_begins_with_one_press_can_be_a_short_one(user_client, title):
    """A new player wanted to try a game and could only begin matches of their full length."""
    assert f'data-keep-tick="short-{title}"' in user_client.get("/").text
    short = {option.name: option.short for option in catalog.title(title).options if option.short is not None}
    assert short
    for length, expected in ({"length": "short"}, short), ({}, {}):
        user_client.post("/matches/new/", {"title": title, "opponent": "link", **length})
        options = json.loads(Match.objects.latest("created_at").options)
        assert {name: options.get(name) for name in short} == {
            option.name: expected.get(option.name, option.default)
            for option in catalog.title(title).options
            if option.name in short
        }


def test_a_refused_short_match_is_ticked_again_and_only_that(user_client):
    sent = {"title": "scrapyard", "length": "short", "opponent": "nobody-we-know"}
    page = user_client.post("/matches/new/", sent).text
    ticks = re.findall(r'data-keep-tick="short-([a-z-]+)"\s*(checked)?', page)
    assert dict(ticks)["scrapyard"] == "checked"
    assert [title for title, tick in ticks if tick] == ["scrapyard"]


def test_each_invitation_counts_and_none_of_a_form_that_is_sent_again(
    user_client, other_user, make_user, monkeypatch
):
    """A match with twenty invitations counted as one."""
    make_user("damper")
    sent = {**WHOLE, "invite": "gasket, damper", "request_id": "once"}
    monkeypatch.setitem(LIMITS, "invitations", (1, 100))
    assert user_client.post("/matches/new/", sent).status_code == 429
    assert not Match.objects.exists()
    cache.clear()
    monkeypatch.setitem(LIMITS, "invitations", (2, 100))
    assert [user_client.post("/matches/new/", sent).status_code for _ in "ab"] == [303, 303]
    assert (Match.objects.count(), Invitation.objects.count()) == (1, 2)
    assert user_client.post("/matches/new/", {**sent, "request_id": "again"}).status_code == 429
