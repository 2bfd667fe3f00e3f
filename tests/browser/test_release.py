"""A page that is open during a release: its scripts are old, and what it fetches is new."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.browser.looks import check_axe
from tests.browser.match_page import MatchPage


@pytest.mark.soak(seconds=3)
def test_an_open_page_says_that_the_site_has_been_updated(visit: Callable[..., MatchPage], site: str) -> None:
    player = visit(viewport={"width": 360, "height": 740})
    page = player.page

    files = "b2"

    def released(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "X-Site-Files": files})

    page.goto(f"{site}/cards/")
    page.route("**/cards/found/**", released)
    search, notice = page.locator("[name=q]").first, page.locator(".renewed")
    search.fill("scout")
    expect(notice).to_contain_text("Scrapsite has been updated")
    assert not player.scrolls_sideways()
    check_axe(page, has_scheme=False)
    notice.get_by_role("button", name="Later").click()
    expect(notice).to_have_count(0)
    # It is said once of each release, though old and new processes answer in turn for a while.
    old = page.locator("body").get_attribute("data-files")
    for answered, word in ((old, "Drone"), ("b2", "Sentinel")):
        files = answered
        search.fill(word)
        expect(page.locator("#cards-found")).to_contain_text(word)
        expect(notice).to_have_count(0)
    files = "b3"
    search.fill("scout")
    notice.get_by_role("link", name="Reload the page").click()
    expect(search).to_have_value("scout")
    expect(notice).to_have_count(0)
