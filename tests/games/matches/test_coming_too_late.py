"""Links that no longer lead where they did: the page says why, and tells of nothing hidden."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.seats import cancel_match
from tests.playing import ME, OPEN, match_of

pytestmark = pytest.mark.django_db

GONE = "Somebody else took the seat"


@pytest.fixture
def match(user, other_user):
    """A running match of rivet and gasket."""
    return match_of(user, other_user)


def follow(client, match):
    answer = client.get(f"/matches/{match.pk}/join/", follow=True)
    assert answer.redirect_chain == [(f"/matches/{match.pk}/", 302)]
    return answer.content.decode()


def test_who_comes_too_late_for_a_seat_is_told_so_and_watches(match, stranger, client_of):
    for client in (Client(), client_of(stranger)):
        page = follow(client, match)
        assert GONE in page
        assert "You are watching" in page


def test_who_sits_at_the_table_is_only_led_there(match, user, other_user, client_of):
    for client in (client_of(user), client_of(other_user)):
        assert GONE not in follow(client, match)


def test_who_comes_after_the_end_is_told_that_it_is_over(match, user):
    resign(match.pk, user)
    assert "Somebody else took the seat, and the match is over." in follow(Client(), match)


def test_an_invitation_to_a_match_called_off_says_what_may_be(user):
    match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN])
    cancel_match(match.pk, user)
    page = html.unescape(Client().get(f"/matches/{match.pk}/join/").content.decode())
    assert "may be private, or may have been called off" in page


@pytest.mark.parametrize("address", ["/nope", "/decks/scrapbots/", "/games/nope/"])
def test_other_absent_pages_say_nothing_of_matches(address):
    answer = Client().get(address)
    assert answer.status_code == 404
    assert "ten letters" not in answer.content.decode()
