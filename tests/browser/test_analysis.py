"""The analysis of a finished match in a browser, made by the real worker."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.looks import check_axe
from tests.browser.match_page import MatchPage

MADE_MILLISECONDS = 180_000  # it works at the lowest priority, beside whatever else the machine does


@pytest.mark.soak(seconds=20)
def test_a_match_that_is_over_is_analysed_by_a_press(over: MatchPage) -> None:
    page = over.page
    page.get_by_role("link", name="Analysis").click()
    page.get_by_role("button", name="Analyse this match").click()
    expect(page.get_by_role("heading", name="What you could have done better")).to_be_visible(
        timeout=MADE_MILLISECONDS
    )
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        # A page that has just been loaded is laid out once more.
        page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
    check_axe(page)
    page.get_by_role("table", name="").first.get_by_role("link").last.click()
    page.wait_for_url("**/analysis/?seat=1")
    expect(page.get_by_role("heading", name="could have done better")).not_to_contain_text("you could")
