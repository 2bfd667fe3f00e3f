"""Two decks compared: what is in one of them only, what is in both, and how the second is chosen."""

from __future__ import annotations

import html
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client

from cards.decks.comparing import compare
from cards.decks.context import DeckContext
from cards.decks.draft import Draft
from cards.decks.public.figures import fingerprint
from cards.models import PublicDeck, SavedDeck

HERE = "/decks/scrap-knights/"
COMPARE = f"{HERE}compare/"
FIRST = "act=slash&act=stab&bot=ad-chain&name=Biter"
SECOND = "with-act=stab&with-act=vent&with-name=Chewer"


def text_of(answer: Any) -> str:
    return " ".join(html.unescape(answer.content.decode()).split())


def slugs_of(column: Any) -> list[str]:
    return [copies.line.card.slug for group in column.groups for copies in group.cards]


def test_each_card_stands_in_one_column(context: DeckContext) -> None:
    first = Draft(context.tidy({"acts": ["slash", "stab"], "bots": ["ad-chain"]}), "Biter")
    second = Draft(context.tidy({"acts": ["stab", "vent"]}))
    found = compare(context, first, second)
    assert [column.label for column in found.columns] == [
        "Only in Biter",
        "In both",
        "Only in the second mech",
    ]
    assert [slugs_of(column) for column in found.columns] == [["slash", "ad-chain"], ["stab"], ["vent"]]
    assert [column.count for column in found.columns] == [2, 1, 1]


def test_a_card_in_another_slot_is_another_card(context: DeckContext) -> None:
    first = Draft(context.tidy({"acts": ["slash"], "ult": ["test"]}))
    second = Draft(context.tidy({"ult": ["test"], "prep": ["slash"]}))
    found = compare(context, first, second)
    assert [slugs_of(column) for column in found.columns] == [["slash"], ["test"], ["slash"]]


@pytest.mark.django_db
class TestPages:
    def test_both_decks_are_in_the_address(self, client: Client) -> None:
        page = text_of(client.get(f"{COMPARE}?{FIRST}&{SECOND}"))
        for told in ("Biter and Chewer", "Only in Biter", "2 cards", "In both", "1 card<", "Swap the two"):
            assert told in page

    def test_decks_without_names_are_told_apart_by_their_links(self, client: Client) -> None:
        page = text_of(client.get(f"{COMPARE}?act=slash&with-act=stab"))
        for which in ("first", "second"):
            assert page.count(f'<span class="visually-hidden">: the {which} mech</span>') == 2

    def test_bars_of_both_have_one_scale(self, client: Client) -> None:
        """One card had been drawn as tall as five."""
        whole = "act=slash&act=stab&act=vent"
        found = client.get(f"{COMPARE}?{whole}&name=Big&with-act=slash&with-name=Small").context["comparison"]
        (_, _, big), (_, _, small) = found.decks
        heights = {
            bar.height / bar.count for charts in (big, small) for bar in charts[0].drawing.bars if bar.count
        }
        assert max(heights) - min(heights) < 1

    def test_the_way_back_leads_where_one_came_from(self, client: Client) -> None:
        came = {"Referer": f"http://testserver{HERE}public/?order=new"}
        assert f'href="{HERE}public/?order=new"' in text_of(
            client.get(f"{COMPARE}?{FIRST}&{SECOND}", headers=came)
        )
        for other in ("https://elsewhere.example/", f"http://testserver{COMPARE}?act=stab", "http://[", "//"):
            answer = client.get(f"{COMPARE}?{FIRST}&{SECOND}", headers={"Referer": other})
            assert "← Back" not in text_of(answer), other

    def test_one_may_choose_among_saved_public_and_ready_made_decks(
        self, user: User, user_client: Client, context: DeckContext
    ) -> None:
        lists = {key: list(slugs) for key, slugs in context.rules.ready_made[0].lists.items()}
        SavedDeck.objects.create(user=user, game="scrap-knights", name="My own", lists=lists)
        PublicDeck.objects.create(
            owner=user,
            game="scrap-knights",
            edition="b.0.0",
            name="Hammer",
            lists=lists,
            fingerprint=fingerprint("scrap-knights", "b.0.0", lists),
        )
        answer = user_client.get(f"{COMPARE}?{FIRST}")
        labels = [label for label, _ in answer.context["groups"]]
        assert labels == ["Your mechs", "Public mechs", "Ready-made"]
        for _, decks in answer.context["groups"]:
            name, address = decks[0]
            assert f"Only in {name}" in text_of(user_client.get(address))

    def test_a_link_names_the_second(self, user: User, client: Client, context: DeckContext) -> None:
        lists = {"acts": ["vent"]}
        deck = PublicDeck.objects.create(
            owner=user, game="scrap-knights", edition="b.0.0", name="Hammer", lists=lists, fingerprint="x"
        )
        for link in (
            "https://scrapsite.example/decks/scrap-knights/share/?act=vent&name=Hammer",
            f"https://scrapsite.example{HERE}public/{deck.pk}/",
        ):
            answer = client.get(f"{COMPARE}?{FIRST}&{urlencode({'link': link})}")
            assert answer.status_code == 302
            assert answer["Location"] == f"{COMPARE}?{FIRST}&with-act=vent&with-name=Hammer"

    @pytest.mark.parametrize("link", ["nonsense", "http://[", "/decks/scrap-knights/public/999/", "/rules/"])
    def test_what_is_no_link_to_a_deck_is_said_to_be_none(self, client: Client, link: str) -> None:
        answer = client.get(f"{COMPARE}?{FIRST}&{urlencode({'link': link})}")
        assert answer.status_code == 422
        assert "That isn’t a link to a mech of Scrap Knights. “Share or print” has one" in text_of(answer)

    def test_an_unknown_card_is_left_out_and_named(self, client: Client) -> None:
        page = text_of(client.get(f"{COMPARE}?{FIRST}&{SECOND}&with-act=toaster"))
        assert "Scrap Knights has no card “toaster”; it was left out." in page

    def test_too_many_cards_are_refused(self, client: Client) -> None:
        assert client.get(f"{COMPARE}?{FIRST}&{'with-act=slash&' * 61}").status_code == 400


def test_a_deck_compared_with_itself_is_said_to_be_the_same(client: Client) -> None:
    """The page showed two columns without cards beside everything."""
    text = text_of(client.get(f"{COMPARE}?{FIRST}&with-act=stab&with-act=slash&with-bot=ad-chain"))
    assert "Both mechs have exactly the same cards." in text
    assert "Only in" not in text
    assert "In both" in text


def test_a_deck_is_not_offered_to_compare_with_itself(
    client: Client, user: User, user_client: Client, context: DeckContext
) -> None:
    made = context.rules.ready_made[0]
    lists = {key: list(slugs) for key, slugs in made.lists.items()}
    SavedDeck.objects.create(user=user, game="scrap-knights", name="The same", lists=lists)
    text = text_of(user_client.get(context.address("deck_compare", made.lists)))
    assert "The same" not in text
    assert "Mechs with exactly the same cards are not listed here." in text
    assert made.name not in text
    assert context.rules.ready_made[1].name in text
