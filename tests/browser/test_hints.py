"""A hint in a real Chromium: asked for by a press and by a key, on a phone too, shown and done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.match_page import MatchPage
from tests.browser.tables import PHONE, WIDTHS, screen


def check_market_is_in_view(player: MatchPage) -> None:
    """See that no card of the Market is cut in its pane on a phone; the fifth once was in the first turn."""
    player.page.get_by_role("link", name="Market").tap()
    pane, tiles = player.page.locator("#pane-2").bounding_box(), player.page.locator(".tile")
    assert pane
    expect(tiles).to_have_count(5)
    for number in range(5):
        tile = tiles.nth(number).bounding_box()
        assert tile
        assert tile["y"] + tile["height"] <= pane["y"] + pane["height"]


@pytest.mark.soak(seconds=4)
@WIDTHS
def test_a_hint_is_shown_and_done(visit: Callable[..., MatchPage], width: int) -> None:
    player = visit(**screen(width))
    player.start(opponent="greedy", turn_cap=40)
    player.wait_for_turn()
    before = player.seq
    if width == PHONE["viewport"]["width"]:
        check_market_is_in_view(player)
    player.page.keyboard.press("i")
    expect(player.page.locator(".advice__move")).to_be_visible()
    expect(player.page.locator("#hint")).to_be_focused()
    expect(player.page.locator(".is-advised").first).to_be_visible()
    # It once lay over the button that it advised to press.
    says, hand = (player.page.locator(part).bounding_box() for part in (".advice__says", ".hand"))
    assert says
    assert hand
    assert says["y"] + says["height"] <= hand["y"] or says["x"] >= hand["x"] + hand["width"]
    assert not player.scrolls_sideways()
    player.act(player.page.locator("#hint-do"))
    expect(player.page.locator(".advice")).to_have_count(0)
    assert player.seq > before
