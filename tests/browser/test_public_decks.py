"""Public decks in a real Chromium: published by one person, liked, copied, compared and played by another."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import LOOKS, check_axe, few_of
from tests.browser.match_page import MatchPage
from tests.browser.signing_up import sign_up
from tests.browser.test_deck_builder import HERE, WHOLE, press

Visit = Callable[..., MatchPage]


def publish(page: Page, site: str) -> str:
    """Publish a mech of a new account's, and return the path of its page."""
    sign_up(page, site)
    page.goto(f"{site}{HERE}?{WHOLE}")
    press(page, "Save")
    page.get_by_role("link", name="Yours").click()
    page.get_by_role("link", name=re.compile("Publish ?: Biter")).click()
    page.get_by_label("Description").fill("Bite first.\nThen hold on.")
    press(page, "Publish")
    expect(page.get_by_text("“Biter” is public now.")).to_be_visible()
    return urlsplit(page.url).path


@pytest.mark.soak(seconds=8)
def test_a_mech_is_published_liked_and_copied(visit: Visit, site: str) -> None:
    path = publish(visit().page, site)
    other = visit(java_script_enabled=False).page
    sign_up(other, site)
    other.goto(f"{site}{HERE}public/")
    other.locator(f'a[href="{path}"]').click()
    expect(other.get_by_text("Then hold on.")).to_be_visible()
    other.get_by_role("button", name="Like Biter").click()
    expect(other.get_by_text("You like it.")).to_be_visible()
    press(other, "Copy to my mechs")
    expect(other.get_by_text("“Biter” has been saved to your mechs, copied from “Biter” by")).to_be_visible()
    expect(other.get_by_role("button", name="Save changes")).to_be_visible()


@pytest.mark.soak(seconds=5)
def test_a_visitor_compares_it_and_plays_it(visit: Visit, site: str) -> None:
    path = publish(visit().page, site)
    page = visit().page
    page.goto(f"{site}{path}")
    page.get_by_role("link", name="Compare with …").click()
    page.get_by_label("Link to a mech").fill(f"{site}{HERE}share/?act=slash&name=Chewer")
    press(page, "Compare")
    expect(page.get_by_role("heading", name="Only in Biter")).to_contain_text("9 cards")
    expect(page.get_by_role("heading", name="In both")).to_contain_text("1 card")
    page.goto(f"{site}{path}")
    page.get_by_role("button", name=re.compile("^Play this mech against the novice bot")).click()
    expect(page).to_have_url(re.compile("/matches/[a-z2-9]{10}/$"))
    said = page.get_by_text("You have brought your mech.")
    expect(said).to_be_visible()
    page.get_by_role("button", name="Ready").first.click()
    expect(said).to_have_count(0)


@LOOKS
@pytest.mark.soak(seconds=7)
def test_no_barriers_and_nothing_sticks_out(visit: Visit, site: str, scheme: str, width: int) -> None:
    page = visit(color_scheme=scheme, viewport={"width": width, "height": 800}).page
    path = publish(page, site)
    pages = (path, f"{path}describe/", f"{HERE}public/", f"{HERE}mine/")
    for address in few_of(pages, (0, 2), scheme, width):
        page.goto(f"{site}{address}")
        check_axe(page, address)
        too_wide = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert too_wide <= 0, f"{address} at {width} px: {too_wide} px"
