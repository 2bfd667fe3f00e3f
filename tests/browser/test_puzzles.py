"""Puzzles in a real Chromium: from the list to the table and back, on a phone and on a desk."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.looks import check_axe
from tests.browser.match_page import MATCH_URL, MatchPage
from tests.browser.tables import screen
from tests.soak.tenths import soaking

Visit = Callable[..., MatchPage]


@pytest.mark.soak(seconds=10)
@pytest.mark.parametrize("width", [360, soaking(1280, seconds=6)])
def test_a_visitor_misses_a_puzzle_tries_again_and_reads_the_solution(visit: Visit, width: int) -> None:
    player = visit(**screen(width))
    page = player.page
    page.goto(f"{player.address}/puzzles/")
    check_axe(page)
    assert not player.scrolls_sideways()
    page.get_by_role("link", name="Puzzle 1", exact=True).first.click()
    page.wait_for_url(re.compile("/puzzles/scrapbots-1/"))
    check_axe(page)
    assert not player.scrolls_sideways()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(MATCH_URL)
    goal = page.locator(".puzzle")
    expect(goal).to_contain_text("this turn")
    check_axe(page)
    goal.get_by_role("button", name="Start again").click()
    expect(goal).to_contain_text("All in this turn")
    goal.get_by_role("link", name="Puzzle 1").click()
    page.get_by_text("Show the solution").click()
    expect(page.locator(".puzzle-solution li").first).to_be_visible()
