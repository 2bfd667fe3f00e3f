"""Where a card is seen, the page says which it is and leads to it; where it isn't, the page says nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import catalog
from tests.games.yard import Yard, slot
from tests.playing import match_of

pytestmark = pytest.mark.django_db


def page_of(yard: Yard, user: User) -> str:
    return yard.sent(user)["page"]


def cards_at(html: str, selector: str) -> list[str]:
    """Return the slugs of the cards that the elements with the class *selector* lead to or stand for."""
    tags = re.findall(rf"<\w+[^>]*\b{selector}\b[^>]*>", html)
    found = [re.search(r'data-peek="([^"]+)"|href="/cards/[\w-]+/([\w-]+)/\?edition=', tag) for tag in tags]
    return [match[1] or match[2] for match in found if match]


@pytest.mark.soak(seconds=1)
def test_the_piles_of_the_yard_lead_to_their_top_cards(user: User, other_user: User) -> None:
    yard = Yard.programming(user, other_user)
    tops = [pile.top.card for pile in yard.board(user).view.piles]
    assert cards_at(page_of(yard, user), "junk-pile__press") == tops


def test_a_board_says_what_can_be_done_with_a_card_by_touch_and_by_mouse(
    user: User, other_user: User, client_of: Any
) -> None:
    """Nobody found that a long press shows a card, and on a desk nobody is told of long presses."""
    yard = Yard.programming(user, other_user)

    def told(address: str) -> list[str]:
        return re.findall(r'class="for-(?:touch|mouse)">([^<]+)<', client_of(user).get(address).text)

    assert told(f"/matches/{yard.id}/") == [
        "Hold a card to read or drag it.",
        "Point at a card to read it; you can also drag it.",
    ]
    assert told(f"/matches/{yard.id}/?pick=hand:2") == []


@pytest.mark.soak(seconds=2)
def test_a_program_is_named_to_its_player_only(user: User, other_user: User) -> None:
    yard = Yard.programming(user, other_user)
    mine = [face.card for face in yard.board(user).view.players[0].hand if face]
    assert cards_at(page_of(yard, user), "program__card") == mine
    yard.play(user, slot(0, 1))
    assert cards_at(page_of(yard, user), "junk-face__name") == [mine[0]]
    view: Any = yard.board(other_user).view
    assert cards_at(page_of(yard, other_user), "program__card") == [f.card for f in view.players[1].hand if f]
    assert not cards_at(page_of(yard, other_user), "junk-face__name")


@pytest.mark.soak(seconds=1)
def test_only_the_cards_that_a_player_knows_of_the_field_have_faces(user: User, other_user: User) -> None:
    yard = Yard.begin(user, other_user, title="scrapyard")
    yard.play_first()
    seen = {
        one: [plot.card for plot in yard.board(one).view.cards if plot.card and plot.taken_by < 0]
        for one in (user, other_user)
    }
    assert seen[user] != seen[other_user]
    for one, cards in seen.items():
        assert cards_at(page_of(yard, one), "plot__press") == cards


def test_the_page_says_once_where_the_faces_of_its_edition_are(
    user: User, other_user: User, client: Client
) -> None:
    match = match_of(user, other_user, edition="3.4")
    client.force_login(user)
    html = client.get(f"/matches/{match.pk}/").content.decode()
    assert html.count('data-cards="/cards/scrapbots/"') == html.count('data-edition="3.4"') == 1
    slugs = set(re.findall(r'data-card="([^"]+)"', html))
    assert slugs
    for slug in slugs:
        assert client.get(f"/cards/scrapbots/{slug}/face/?edition=3.4").status_code == 200
    # What is in a pile is known from the edition that is played, too.
    chips = re.findall(r'<a class="chip[^>]*href="([^"]+)"', html)
    assert chips
    assert all(address.endswith("?edition=3.4") for address in chips)


def test_the_face_of_every_card_can_be_had_by_its_name_and_edition(client: Client) -> None:
    for title in catalog.titles():
        card = title.newest.cards[0]
        answer = client.get(f"/cards/{title.slug}/{card.slug}/face/?edition={card.edition}")
        assert card.name in answer.content.decode()
        assert answer["Cache-Control"].startswith("public")
