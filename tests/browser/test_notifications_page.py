"""The page of notifications in a real Chromium: choosing by kind, game and channel, the feeds, axe."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import LOOKS, check_axe
from tests.browser.match_page import MatchPage
from tests.browser.signing_up import sign_up
from tests.conftest import PASSWORD

Visit = Callable[..., MatchPage]
PHONE = {"viewport": {"width": 360, "height": 740}}


def member(visit: Visit, site: str, **options: object) -> Page:
    """Return the page of somebody who has just made an account, at their alerts."""
    page = visit(**options).page
    sign_up(page, site, "/me/alerts/")
    return page


@pytest.mark.parametrize("script", [True, False], ids=["with-script", "without-script"])
@pytest.mark.soak(seconds=4, one_in=2)
def test_a_kind_is_chosen_for_all_games_and_for_one(visit: Visit, site: str, script: bool) -> None:
    page = member(visit, site, java_script_enabled=script)
    page.get_by_label("Chat: E-mail", exact=True).check()
    junkyard = page.locator("details", has_text="Junkyard")
    junkyard.locator("summary").click()
    junkyard.get_by_label("Use different settings for Junkyard").check()
    junkyard.get_by_label("Your turn: E-mail (Junkyard)").uncheck()
    page.get_by_label("One e-mail a day").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".notice--success")).to_be_visible()
    expect(page.get_by_label("Chat: E-mail", exact=True)).to_be_checked()
    expect(page.get_by_label("One e-mail a day")).to_be_checked()
    expect(junkyard.get_by_label("Your turn: E-mail (Junkyard)")).not_to_be_checked()
    expect(page.locator("details", has_text="Scrapyard")).to_contain_text("same as for all games")


@pytest.mark.soak(seconds=2)
def test_the_feeds_are_made_read_and_ended(visit: Visit, site: str) -> None:
    page = member(visit, site)
    page.get_by_role("button", name="Turn on the feeds").click()
    address = page.get_by_label("News (Atom)").input_value()
    assert address.startswith(f"{site}/feeds/")
    assert page.request.get(address).status == 200
    assert page.request.get(page.get_by_label("Deadlines (iCalendar)").input_value()).status == 200
    page.get_by_role("button", name="Turn off the feeds").click()
    expect(page.get_by_role("button", name="Turn on the feeds")).to_be_visible()
    assert page.request.get(address).status == 404


@pytest.mark.soak(seconds=4)
def test_an_address_is_given_on_the_way(visit: Visit, site: str) -> None:
    page = member(visit, site)
    page.get_by_role("link", name="Add an address").click()
    page.get_by_label("Your address").fill(f"{secrets.token_hex(4)}@example.org")
    page.get_by_role("button", name="Save").click()
    page.fill("[name=password]", PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("main")).to_contain_text("isn’t confirmed yet")
    page.get_by_role("link", name="Notifications").click()
    expect(page.get_by_role("main")).to_contain_text(
        "isn’t confirmed yet, so we don’t send notifications there"
    )


@pytest.mark.soak(seconds=6)
@LOOKS
def test_there_are_no_barriers(visit: Visit, site: str, scheme: str, width: int) -> None:
    page = member(visit, site, color_scheme=scheme, viewport={"width": width, "height": 800})
    for game in page.locator("summary").all():
        game.click()
    check_axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{site}/me/news/")
    check_axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
