"""Cards that somebody names in a message: links to them in the edition that is played."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import catalog
from games.engine.cards import Card
from games.talk import actions as talk
from games.talk.mentions import mentions
from tests.playing import match_of


def named(text: str, title: str = "scrapbots", edition: str = "3.6") -> list[str]:
    """Return the slugs of the cards that *text* names."""
    return [part.slug for part in mentions(text, title, edition) if isinstance(part, Card)]


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("Why not the Scout?", ["scout"]),
        ("I scout, you drone on.", []),
        ("spare parts and SPARE PARTS", ["spare-parts", "spare-parts"]),
        ("Scouting, Sentinels", []),
        ("", []),
    ],
)
def test_a_message_names_a_card_by_its_printed_name(text: str, slugs: list[str]) -> None:
    assert named(text) == slugs


def test_every_card_is_found_and_no_word_is_lost() -> None:
    for title in catalog.titles():
        for card in title.newest.cards:
            parts = mentions(f"so {card.name}!", title.slug, card.edition)
            assert [part if isinstance(part, str) else part.name for part in parts] == ["so ", card.name, "!"]


def test_what_the_site_no_longer_has_names_no_cards() -> None:
    assert mentions("Scout", "scrapbots", "0.0") == ["Scout"]


@pytest.mark.django_db
def test_a_named_card_is_a_link_to_the_edition_of_the_match_and_the_rest_stays_plain(
    user: User, other_user: User, client: Client
) -> None:
    match = match_of(user, other_user, edition="3.4")
    talk.say(match.pk, user, "<b>Scout</b> wins")
    client.force_login(other_user)
    page = client.get(f"/matches/{match.pk}/talk/").content.decode()
    assert "&lt;b&gt;<a " in page
    assert 'href="/cards/scrapbots/scout/?edition=3.4"' in page
    assert "</a>&lt;/b&gt; wins" in page
