"""What is read out where less is seen: the words of cards, and the heads of a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.match_page import MatchPage
from tests.browser.tables import Visit
from tests.browser.test_deck_builder import WHOLE


@pytest.mark.soak(seconds=4)
def test_a_card_in_the_hand_says_what_it_does(against_bot: MatchPage) -> None:
    page = against_bot.page
    held = against_bot.press(page.locator("details.held").first)
    # The first hand may have no card with a text.
    said = (
        "tray => tray.insertAdjacentHTML('beforeend', '<ul class=tray__text role=list><li>Draw 2.</li></ul>')"
    )
    held.locator(".tray").evaluate(said)
    expect(held.get_by_role("listitem").filter(has_text="Draw 2.")).to_have_count(1)
    page.keyboard.press("Escape")
    # Elsewhere the whole card is in its tray, and says it already.
    tile = against_bot.press(page.locator("details.tile:has(.tray__text)").first)
    expect(tile.locator(".tray__card")).to_be_visible()
    expect(tile.locator(".tray__text")).to_be_hidden()


def test_the_table_of_bots_has_as_many_heads_as_columns_on_a_phone(visit: Visit) -> None:
    player = visit(viewport={"width": 360, "height": 740})
    player.open(f"{player.address}/bots/")
    table = player.page.locator(".levels__table").first
    assert not player.scrolls_sideways()
    expect(table.locator("thead").get_by_role("columnheader")).to_have_count(
        table.locator("thead th").count()
    )


def test_the_texts_of_compared_cards_are_always_there(visit: Visit) -> None:
    player = visit()
    other = "with-act=slash&with-act=wait&with-bot=dd-burst&with-name=Chewer"
    player.open(f"{player.address}/decks/scrap-knights/compare/?{WHOLE}&{other}")
    texts = player.page.locator(".compared__text:not(:empty)")
    assert texts.count()
    assert all(texts.evaluate_all("nodes => nodes.map((node) => node.checkVisibility())"))
    covers = "nodes => nodes.some((node) => getComputedStyle(node).position === 'absolute')"
    assert not texts.evaluate_all(covers)
