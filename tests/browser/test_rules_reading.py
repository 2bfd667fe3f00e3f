"""Reading rulebooks in a real Chromium: explained words and cards, one's place kept, pages that print."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from pypdf import PdfReader

from tests.browser.looks import LOOKS, check_axe
from tests.browser.match_page import MatchPage
from tests.soak.tenths import soaking

Visit = Callable[..., MatchPage]
BOOK = "/rules/scrapbots/3.6/"
CHECKS = "/rules/scrapbots/coverage/3.6/attack-1/"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def read(visit: Visit, site: str, path: str = BOOK, **options: object) -> Page:
    page = visit(**options).page
    page.goto(f"{site}{path}")
    return page


# --- Words and cards


def test_a_word_is_explained_to_the_pointer_which_may_go_there(visit: Visit, site: str) -> None:
    page = read(visit, site)
    tip = page.get_by_role("tooltip")
    page.locator("#setup-4 .term", has_text="Lanes").hover()
    expect(tip).to_contain_text("One of the three places")
    tip.hover()
    page.wait_for_timeout(400)
    expect(tip).to_be_visible()
    page.mouse.move(2, 2)
    expect(tip).to_have_count(0)


def test_a_word_is_explained_to_the_keyboard_and_put_away_by_escape(visit: Visit, site: str) -> None:
    page = read(visit, site, f"{BOOK}setup-4/")
    word = page.locator(".paragraph > .paragraph__text .term", has_text="Lanes")
    tip = page.get_by_role("tooltip")
    page.locator(".eyebrow a").last.focus()
    page.keyboard.press("Tab")
    expect(word).to_be_focused()
    expect(tip).to_contain_text("One of the three places")
    expect(word).to_have_accessible_description(tip.inner_text())
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    expect(word).to_be_focused()


@pytest.mark.soak(seconds=3)
def test_the_first_touch_explains_and_the_second_goes_there(visit: Visit, site: str) -> None:
    page = read(visit, site, **PHONE)
    word = page.locator("#setup-4 .term", has_text="Lanes")
    word.tap()
    expect(page.get_by_role("tooltip")).to_contain_text("One of the three places")
    assert "#" not in page.url
    word.tap()
    page.wait_for_url("**/#term-lane")


def test_a_card_shows_its_face_in_the_edition_of_the_book(visit: Visit, site: str) -> None:
    page = read(visit, site, "/rules/scrapbots/3.4/")
    page.locator(".rulebook__text .card-link").first.hover()
    face = page.get_by_role("tooltip").locator(".card")
    expect(face).to_be_visible()
    expect(face.locator(".card__foot")).to_contain_text("3.4")


@pytest.mark.soak(seconds=2)
def test_a_face_that_does_not_come_leaves_the_link(visit: Visit, site: str) -> None:
    page = read(visit, site)
    page.route("**/face/*", lambda route: route.abort())
    link = page.locator(".rulebook__text .card-link").first
    link.hover()
    page.wait_for_timeout(300)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    link.click()
    page.wait_for_url("**/cards/scrapbots/**")


@pytest.mark.soak(seconds=3)
def test_a_face_that_does_not_come_leaves_the_link_to_a_finger_too(visit: Visit, site: str) -> None:
    """Each touch waited for the face in vain, and none followed the link."""
    page = read(visit, site, **PHONE)
    page.route("**/face/*", lambda route: route.fulfill(status=503))
    link = page.locator(".rulebook__text .card-link").first
    with page.expect_response("**/face/*"):
        link.tap()
    page.wait_for_timeout(100)
    assert page.url.endswith(BOOK)
    link.tap()
    page.wait_for_url("**/cards/scrapbots/**")


# --- One's place


@pytest.mark.soak(seconds=3)
def test_another_edition_is_read_at_the_same_paragraph(visit: Visit, site: str) -> None:
    page = read(visit, site, f"{BOOK}#build-2")
    page.get_by_role("navigation", name="Editions").get_by_role("link", name="3.4").click()
    page.wait_for_url("**/rules/scrapbots/3.4/#build-2")
    expect(page.locator("#build-2")).to_be_in_viewport()
    expect(page.locator("[data-lost-place]")).to_be_hidden()


@pytest.mark.soak(seconds=3)
def test_where_the_paragraph_is_missing_one_lands_on_the_nearest_before_it_and_is_told(
    visit: Visit, site: str
) -> None:
    def without_three_rules(route: Route) -> None:
        body = route.fetch().text()
        for gone in ("build-4", "build-2", "build-3"):
            body = body.replace(f'id="{gone}"', f'id="not-{gone}"')
        route.fulfill(body=body, content_type="text/html; charset=utf-8")

    page = read(visit, site, f"{BOOK}#build-3")
    page.route("**/rules/scrapbots/3.4/", without_three_rules)
    page.get_by_role("navigation", name="Editions").get_by_role("link", name="3.4").click()
    told = page.locator("[data-lost-place]")
    expect(told).to_contain_text("What was rule 4.16 where you came from isn’t in this text.")
    expect(told).to_contain_text("rule 4.13")
    expect(page.locator("#build-1")).to_be_in_viewport()


@pytest.mark.soak(seconds=2)
def test_an_address_of_no_paragraph_says_so(visit: Visit, site: str) -> None:
    page = read(visit, site, f"{BOOK}#attack-99")
    expect(page.locator("[data-lost-place]")).to_contain_text("no paragraph “attack-99”")


@pytest.mark.soak(seconds=3)
def test_the_contents_mark_where_one_reads(visit: Visit, site: str) -> None:
    page = read(visit, site)
    page.locator("#attack-1").evaluate("law => law.scrollIntoView()")
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents.locator("[aria-current]")).to_have_text("Attacking")
    page.locator("#end-2").evaluate("law => law.scrollIntoView()")
    expect(contents.locator("[aria-current]")).to_contain_text("End of the game")
    expect(contents.get_by_role("link", name="Attacking")).to_be_hidden()


# --- What one does with a paragraph


@pytest.mark.soak(seconds=3)
def test_address_and_citation_can_be_copied(visit: Visit, site: str) -> None:
    page = read(visit, site, permissions=["clipboard-read", "clipboard-write"])
    law = page.locator("#attack-1")
    law.hover()
    law.get_by_text("Copy link").click()
    expect(law.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}{BOOK}#attack-1"
    law.get_by_role("link", name="More").click()
    page.get_by_role("button", name="Copy the citation").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).startsWith('Scrapbots')")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Scrapbots 3.6, rule 4.20: Only a Ready Scrapbot can attack.")
    assert copied.endswith(f"{site}{BOOK}#attack-1")


def test_copying_the_address_of_a_paragraph_leaves_its_page_as_it_is(visit: Visit, site: str) -> None:
    """The page was fetched anew: nobody read “Copied”, and what was typed in it was gone."""
    page = read(visit, site, f"{BOOK}attack-1/", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("window.isTheSame = true")
    page.get_by_role("link", name="Copy the link").click()
    expect(page.locator(".paragraph__tools").get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}{BOOK}attack-1/"
    assert page.evaluate("window.isTheSame")


def test_the_menu_of_a_paragraph_works_by_keyboard(visit: Visit, site: str) -> None:
    page = read(visit, site)
    opener = page.locator("#attack-1").get_by_role("link", name="More")
    opener.focus()
    page.keyboard.press("Enter")
    menu = page.get_by_role("group", name="More about this paragraph")
    expect(menu).to_contain_text("Rule 4.20")
    expect(menu.get_by_role("button", name="Copy the citation")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    menu.get_by_role("link", name="Ask or discuss").click()
    page.wait_for_url(f"**{BOOK}attack-1/#talk")


def test_without_scripts_everything_is_a_link(visit: Visit, site: str) -> None:
    page = read(visit, site, java_script_enabled=False)
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="Attacking").click()
    law = page.locator("#attack-1")
    expect(law).to_be_in_viewport()
    law.get_by_role("link", name="More").click()
    page.wait_for_url(f"**{BOOK}attack-1/")
    expect(page.get_by_role("button", name="Copy the citation")).to_be_hidden()


# --- Print, barriers


@pytest.mark.soak(seconds=6)
def test_a_printed_book_has_its_rules_and_its_source_and_nothing_of_the_site(visit: Visit, site: str) -> None:
    page = read(visit, site)
    pages = [found.extract_text() for found in PdfReader(io.BytesIO(page.pdf(format="A4"))).pages]
    text = " ".join(" ".join(pages).split())
    assert "4.20 Only a Ready Scrapbot can attack." in text
    assert "CC BY-NC-SA 4.0." in " ".join(pages[-1].split())
    for chrome in ("Sign in", "Contents", "Copy link", "Enforced and confirmed"):
        assert chrome not in text
    for number, found in enumerate(pages, 1):
        assert f"{number} / {len(pages)}" in found
        assert BOOK in found


@LOOKS
@pytest.mark.parametrize(
    "path", [soaking(BOOK, seconds=7), f"{BOOK}attack-1/", "/rules/scrapbots/history/", "/rules/", CHECKS]
)
def test_axe_finds_nothing(visit: Visit, site: str, path: str, scheme: str, width: int) -> None:
    options = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    page = read(visit, site, path, **options)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for opener in page.locator("summary").all():
        if opener.is_visible():
            opener.click()
    check_axe(page)
