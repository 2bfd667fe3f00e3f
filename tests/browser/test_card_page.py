"""The page of a card in a real Chromium: explained words, statistics that load when opened, no barriers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import LOOKS, SCHEMES, check_axe
from tests.browser.match_page import MatchPage

Visit = Callable[..., MatchPage]
SCOUT = "/cards/scrapbots/scout/?edition=3.6"


def open_card(visit: Visit, site: str, **options: object) -> Page:
    page = visit(**options).page
    page.goto(f"{site}{SCOUT}")
    return page


@pytest.mark.soak(seconds=3)
def test_a_word_is_explained_by_pointing_and_by_keyboard_and_put_away(visit: Visit, site: str) -> None:
    page = open_card(visit, site)
    word = page.locator(".card-lines .tip", has_text="splash")
    tip = page.get_by_role("tooltip")
    expect(tip).to_have_count(0)
    word.hover()
    expect(tip).to_contain_text("Lanes next to")
    page.mouse.move(0, 0)
    expect(tip).to_have_count(0)
    page.locator(".card-lines .tip", has_text="Heads").focus()
    page.keyboard.press("Tab")
    expect(tip).to_contain_text("Lanes next to")
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)


def test_counts_of_matches_load_when_somebody_opens_them(visit: Visit, site: str) -> None:
    """Nothing that one is about to press moves before."""
    page = open_card(visit, site)
    page.locator("#plays").scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("heading", name="Played by")).to_have_count(0)
    page.get_by_text("Show who used it and won").click()
    expect(page.get_by_role("heading", name="Played by people with a rating")).to_be_visible()


def test_without_scripts_everything_is_there(visit: Visit, site: str) -> None:
    page = open_card(visit, site, java_script_enabled=False)
    page.get_by_text("What the terms mean").click()
    expect(page.locator("#word-term-splash")).to_be_visible()
    page.get_by_text("Show who used it and won").click()
    page.get_by_role("link", name="How it did in matches").click()
    expect(page.get_by_role("heading", name="Played by the greedy bot")).to_be_visible()


@LOOKS
def test_axe_finds_nothing(visit: Visit, site: str, scheme: str, width: int) -> None:
    page = open_card(visit, site, viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.get_by_text("What the terms mean").click()
    page.get_by_text("Show who used it and won").click()
    expect(page.get_by_role("heading", name="Played by people with a rating")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    check_axe(page)


@SCHEMES
@pytest.mark.parametrize(
    "path", ["junkyard/dead-weight/", "scrapyard/lens-7/", "?q=game:junkyard", "?q=game:scrapyard"]
)
@pytest.mark.soak(seconds=3)
def test_axe_finds_nothing_in_other_games(visit: Visit, site: str, scheme: str, path: str) -> None:
    page = visit(viewport={"width": 360, "height": 800}, color_scheme=scheme).page
    page.goto(f"{site}/cards/{path}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check_axe(page)
