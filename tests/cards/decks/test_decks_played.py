"""From a shared deck to a match against a bot in one press, and to a table in Tabletop Simulator."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from cards.decks.building import deck_list, spread_out
from cards.decks.context import DeckContext
from cards.decks.draft import Draft
from cards.exports import delivery
from cards.exports.lists import CardList, edition_list
from cards.exports.tabletop.saved_object import saved_object
from cards.exports.tabletop.sheets import card_ids
from games.match_page.fold import board
from games.matches import access
from games.matches.models import Match
from tests.playing import send_form

pytestmark = pytest.mark.django_db
HERE = "/decks/scrap-knights/"


@pytest.fixture
def fields(context: DeckContext) -> dict[str, Any]:
    """What the form of a ready-made mech sends."""
    lists = context.rules.ready_made[0].lists
    chosen = {f"deck-{key}": list(slugs) for key, slugs in lists.items()}
    return {"title": "scrap-knights", "opponent": "greedy", **chosen}


def play(client: Client, fields: dict[str, Any]) -> tuple[Match, str]:
    """Return the new match and the text of its page."""
    answer = send_form(client, "/matches/new/", fields)
    assert answer.status_code == 303, answer.content
    return Match.objects.get(), html.unescape(client.get(answer["Location"]).content.decode())


def draft_in(match: Match, user: Any) -> Any:
    return board(match, access.seat_of(user, match)).view.players[0].draft


def test_a_shared_deck_is_played_in_one_press(client: Client, context: DeckContext) -> None:
    made = context.rules.ready_made[0]
    shared = client.get(context.address("deck_share", made.lists, name=made.name)).content.decode()
    assert "Play this mech against the novice bot" in shared
    for slot, slugs in made.lists.items():
        for slug in slugs:
            assert f'name="deck-{slot}" value="{slug}"' in shared
    half = client.get(f"{HERE}share/?act=slash").content.decode()
    assert "Play this mech" not in half


def test_the_match_begins_with_the_deck_brought(
    user_client: Client, user: Any, fields: dict[str, Any], context: DeckContext
) -> None:
    match, page = play(user_client, fields)
    draft, wanted = draft_in(match, user), context.rules.ready_made[0].lists
    assert (draft.acts, (draft.ult,), draft.bots) == (wanted["acts"], wanted["ult"], wanted["bots"])
    assert "You have brought your mech." in page


def test_a_visitor_plays_it_too(client: Client, fields: dict[str, Any]) -> None:
    _, page = play(client, fields)
    assert "You have brought your mech." in page


@pytest.mark.parametrize(
    "changes", [{"deck-acts": ["toaster"]}, {"deck-acts": ["slash"] * 99}, {"decks": "2"}]
)
def test_a_deck_that_cannot_be_brought_is_named_and_the_match_is_there(
    user_client: Client, fields: dict[str, Any], changes: dict[str, Any]
) -> None:
    match, page = play(user_client, fields | changes)
    assert match.status == "running"
    assert "The mech couldn’t be brought into the match." in page


def test_one_press_on_the_home_page_brings_the_mech_that_the_lobby_proposes(
    client: Client, context: DeckContext
) -> None:
    """The same press in the lobby brought one, and the home page’s none."""
    home = client.get("/").text
    assert re.findall(r'name="ready-made"\s+value="([\w-]+)"', home) == [context.rules.easiest.slug]


@pytest.mark.parametrize("decks", ["", "1"])
def test_a_new_match_begins_with_the_ready_made_mech_of_the_form(
    user_client: Client, user: Any, context: DeckContext, decks: str
) -> None:
    """The form offers them by level, the easiest first, and that one is chosen unless told."""
    made = next(made for made in context.rules.ready_made if made.level == "easy")
    for address in ("/games/scrap-knights/", "/matches/"):
        form = user_client.get(address).content.decode()
        choices = re.findall(
            r'<option value="([\w-]*)"( selected)?>\s*([^<]*\((?:easy|medium|hard)\))<', form
        )
        assert len(choices) == len(context.rules.ready_made)
        assert choices[0] == (made.slug, " selected", f"{made.name} (easy)")
        assert "(hard)" in choices[-1][2]
    sent = {"title": "scrap-knights", "opponent": "greedy", "decks": decks, "ready-made": made.slug}
    match, page = play(user_client, sent)
    assert draft_in(match, user).acts == made.lists["acts"]
    assert f"Your mech is {made.name}." in page


@pytest.mark.parametrize("changes", [{"decks": "2"}, {"opponent": "link"}, {"ready-made": "toaster"}])
def test_the_mech_that_a_form_has_chosen_is_left_out_where_none_is_brought(
    user_client: Client, changes: dict[str, Any]
) -> None:
    sent = {"title": "scrap-knights", "opponent": "greedy", "ready-made": "fishmonger", **changes}
    _, page = play(user_client, sent)
    assert "mech couldn’t be brought" not in page
    assert "You have brought" not in page


def test_a_deck_for_a_table_lies_in_piles_with_the_pictures_of_its_edition(context: DeckContext) -> None:
    made = next(one for one in context.rules.ready_made if one.lists.get("prep"))
    spread = spread_out(context, Draft(context.tidy(made.lists), made.name))
    saved = saved_object(deck_list(spread), lambda file: f"https://here.example/{file}")
    piles = json.loads(saved)["ObjectStates"]
    assert [pile["Nickname"] for pile in piles if pile["Name"] == "DeckCustom"] == [
        part.slot.name for part in spread.parts if len(part.lines) > 1
    ]
    assert len({pile["Transform"]["posX"] for pile in piles}) == len(piles)
    cards = [card for pile in piles for card in pile.get("ContainedObjects", [pile])]
    assert [card["Nickname"] for card in cards] == [card.name for card in spread.cards]
    whole = edition_list("scrap-knights", context.edition.slug)
    assert whole is not None
    numbers = card_ids(whole)
    assert [card["CardID"] for card in cards] == [numbers[card.slug] for card in spread.cards]


def test_a_decks_pictures_are_those_of_the_edition(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are drawn once for all decks, and drawn again when they are lost."""
    asked: list[CardList] = []
    monkeypatch.setattr(delivery.tasks, "ask_for", lambda cards, drawing: asked.append(cards))
    for slug in ("slash", "stab"):
        at = f"{HERE}files/tabletop-simulator.json"
        assert client.get(f"{at}?act={slug}").status_code == 303
        assert client.post(f"{at}/progress/?act={slug}", headers={"Sec-Fetch-Site": "same-origin"})
    assert [cards.name for cards in asked] == ["Scrap Knights b.0.0 (release date unknown)"] * 2
