"""Talk about rules in a real Chromium: quoting what one selects, commenting in place, and without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.gestures import by_mouse
from tests.browser.looks import LOOKS, check_axe, few_of
from tests.browser.match_page import MatchPage
from tests.browser.signing_up import sign_up
from tests.browser.test_failed_moves import HURRIED

Visit = Callable[..., MatchPage]

PARAGRAPH = "/rules/scrapbots/3.6/setup-1/"
# Selects from the first *start* to the end of the last *end* among the words of the paragraph.
SELECT = """([start, end]) => {
  const walker = document.createTreeWalker(
    document.querySelector(".paragraph__text"), NodeFilter.SHOW_TEXT
  );
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  const first = texts.find((text) => text.data.includes(start));
  const last = texts.findLast((text) => text.data.includes(end));
  const range = document.createRange();
  range.setStart(first, first.data.indexOf(start));
  range.setEnd(last, last.data.lastIndexOf(end) + end.length);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}"""


def member(visit: Visit, site: str, **options: object) -> Page:
    """Return a page of somebody who has just made an account."""
    page = visit(**options).page
    sign_up(page, site)
    return page


def begin(page: Page, site: str, words: str = "Is that so?") -> None:
    """Begin a thread by the form on a page of its own."""
    page.goto(f"{site}{PARAGRAPH}threads/")
    page.fill("#thread-text", words)
    by_mouse(page.get_by_role("button", name="Start the thread"))
    expect(page.locator(".thread__tags")).to_contain_text("Question on rule")


@pytest.mark.soak(seconds=4)
def test_what_one_selects_is_quoted_across_links_and_names_of_cards(visit: Visit, site: str) -> None:
    page = member(visit, site)
    page.goto(f"{site}{PARAGRAPH}")
    quote = page.get_by_role("button", name="Quote this")
    expect(quote).to_be_hidden()
    page.evaluate(SELECT, ["starts with", "Circuitry"])
    quote.click()
    expect(page.get_by_label("Your text")).to_be_focused()
    page.keyboard.type("Is that so?")
    page.get_by_role("button", name="Start the thread").click()
    expect(page.locator(".thread__quote")).to_contain_text(
        "a deck of eight cards: four Spare Parts and four Circuitry"
    )


def test_a_comment_comes_in_place_and_a_refused_one_keeps_its_words(visit: Visit, site: str) -> None:
    page = member(visit, site)
    begin(page, site)
    words = page.get_by_label("Your comment")
    words.fill("(" * 30)
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("nested")
    expect(words).to_have_value("(" * 30)
    expect(words).to_be_focused()
    words.fill("It *is*.")
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.locator(".comment")).to_have_count(2)
    expect(page.get_by_text("Your comment is posted.")).to_be_focused()
    expect(words).to_have_value("")


@pytest.mark.soak(seconds=4)
def test_who_was_signed_out_meanwhile_keeps_the_words(visit: Visit, site: str) -> None:
    page = member(visit, site)
    begin(page, site)
    page.context.clear_cookies()
    page.get_by_label("Your comment").fill("Long and dear words.")
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("wasn’t sent")
    expect(page.get_by_label("Your comment")).to_have_value("Long and dear words.")


@pytest.mark.soak(seconds=5)
def test_what_did_not_reach_the_site_is_told_and_keeps_the_words(visit: Visit, site: str) -> None:
    """The press did nothing, and nothing said why."""
    page = member(visit, site)
    begin(page, site)
    words, send = page.get_by_label("Your comment"), page.get_by_role("button", name="Comment", exact=True)
    words.fill("Long and dear words.")
    page.route("**/comments/", lambda route: route.abort())
    send.click()
    expect(page.get_by_role("alert")).to_contain_text("the site didn’t answer")
    page.route("**/comments/", lambda route: route.fulfill(status=503, body="<!doctype html>"))
    send.click()
    expect(page.get_by_role("alert")).to_contain_text("the site had a problem")
    expect(words).to_have_value("Long and dear words.")
    page.unroute("**/comments/")
    send.click()
    expect(page.locator(".comment")).to_have_count(2)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.evaluate(HURRIED)
    page.route("**/comments/", lambda route: None)
    words.fill("More of them.")
    send.click()
    expect(page.get_by_role("alert")).to_contain_text("the site didn’t answer")


@pytest.mark.soak(seconds=4)
def test_who_comments_in_a_thread_that_is_gone_is_not_called_signed_out(visit: Visit, site: str) -> None:
    page = member(visit, site)
    begin(page, site)
    page.get_by_label("Your comment").fill("Long and dear words.")
    gone = f"{site}/rules/threads/999999/comments/"
    page.route("**/comments/", lambda route: route.continue_(url=gone))
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("the thread can’t be read any more")
    expect(page.get_by_label("Your comment")).to_have_value("Long and dear words.")


@pytest.mark.soak(seconds=5)
def test_what_is_typed_while_a_comment_is_on_its_way_stays(visit: Visit, site: str) -> None:
    page, held = member(visit, site), list[Route]()
    begin(page, site)
    words = page.get_by_label("Your comment")
    page.route("**/comments/", lambda route: held.append(route))

    def send(name: str) -> None:
        with page.expect_request("**/comments/"):
            page.get_by_role("button", name=name, exact=True).click()
        words.focus()
        page.keyboard.press("End")

    words.fill("First,")
    send("Preview")
    page.keyboard.type(" and second.")
    held.pop().continue_()
    expect(page.get_by_label("Preview", exact=True)).to_contain_text("First,")
    expect(words).to_have_value("First, and second.")
    send("Comment")
    page.keyboard.type(" And third.")
    held.pop().continue_()
    expect(page.locator(".comment").last).to_contain_text("First, and second.")
    expect(words).to_have_value("And third.")


@pytest.mark.soak(seconds=5)
def test_all_of_it_works_without_scripts(visit: Visit, site: str) -> None:
    page = member(visit, site, java_script_enabled=False)
    page.goto(f"{site}{PARAGRAPH}")
    page.get_by_text("Ask a question or comment on this paragraph").click()
    expect(page.get_by_text("press “Quote this”")).to_be_hidden()
    page.get_by_label("Quote the whole paragraph").check()
    page.get_by_label("Your text").fill("Is that so?")
    page.get_by_role("button", name="Start the thread").click()
    expect(page.locator(".thread__quote")).to_contain_text("four Spare Parts and four Circuitry.")
    page.get_by_label("Your comment").fill("It is.")
    page.get_by_role("button", name="Comment", exact=True).click()
    expect(page.locator(".comment")).to_have_count(2)
    page.get_by_role("link", name="Edit or delete").first.click()
    page.get_by_label("Your text").fill("Is it so?")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".said-by__edited")).to_have_count(1)


@pytest.mark.soak(seconds=5)
@LOOKS
def test_pages_are_narrow_enough_and_can_be_read_by_all(
    visit: Visit, site: str, width: int, scheme: str
) -> None:
    page = member(visit, site, viewport={"width": width, "height": 800}, color_scheme=scheme)
    begin(page, site, "> quoted\n\n    typed words that are long " + "and longer " * 20)
    thread = page.url
    pages = [thread, f"{site}{PARAGRAPH}", f"{site}{PARAGRAPH}threads/"]
    pages += [f"{site}/rules/scrapbots/talk/", f"{site}/rules/following/"]
    for address in few_of(pages, (0, 3), scheme, width):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        check_axe(page, address)
