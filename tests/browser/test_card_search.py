"""The card list in a real Chromium: answers while typing, presses, pages, no scripts, no barriers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.looks import LOOKS, check_axe, few_of
from tests.browser.match_page import MatchPage
from tests.browser.test_failed_moves import HURRIED

Visit = Callable[..., MatchPage]
NOON = datetime(2026, 5, 4, 12)
PHONE = {"width": 360, "height": 740}
PAGES = (
    "/cards/",
    "/cards/?q=scout+cots:5",
    "/cards/?q=edition:any+order:name&as=checklist",
    "/cards/?q=type:resource&as=text",
    "/cards/?q=armor",
    "/cards/help/",
)


def open_list(visit: Visit, site: str, path: str = "/cards/", **options: object) -> Page:
    page = visit(**options).page
    page.goto(f"{site}{path}")
    return page


def unfold(page: Page) -> None:
    """Open what narrows and sorts the list."""
    page.get_by_text("Filter, sort, print").click()


@pytest.mark.parametrize(
    ("window", "most"), [({"width": 1280, "height": 800}, 330), (PHONE, 460)], ids=["desk", "phone"]
)
@pytest.mark.soak(seconds=2, one_in=2)
def test_cards_are_on_the_first_screen(visit: Visit, site: str, window: dict[str, int], most: int) -> None:
    page = open_list(visit, site, viewport=window)
    tops = [card.bounding_box() for card in page.locator("#cards-found .card").all()[:2]]
    assert all(top and top["y"] <= most for top in tops), tops
    assert tops[0]["y"] == tops[1]["y"], "two in a row"


def test_suggestions_are_taken_by_keyboard(visit: Visit, site: str) -> None:
    page = open_list(visit, site)
    page.keyboard.press("/")
    field = page.get_by_role("combobox", name="What are you looking for?")
    expect(field).to_be_focused()
    field.press_sequentially("ty")
    suggestions = page.get_by_role("listbox", name="Suggestions")
    options = suggestions.get_by_role("option")
    expect(field).to_have_attribute("aria-expanded", "true")
    field.press("ArrowDown")
    chosen = suggestions.get_by_role("option", selected=True)
    expect(chosen).to_contain_text("type:")
    expect(field).to_have_attribute("aria-activedescendant", str(chosen.get_attribute("id")))
    field.press("Enter")
    expect(field).to_have_value("type:")
    # With the condition chosen, its values are next.
    expect(options.first).to_contain_text("type:")
    field.press_sequentially("res")
    expect(options).to_have_count(1)
    field.press("ArrowUp")
    field.press("Enter")
    expect(field).to_have_value("type:Resource ")
    expect(options).to_have_count(0)
    expect(page.locator(".echo")).to_contain_text("Resource cards")
    field.press_sequentially("med")
    expect(options.first).to_be_visible()
    field.press("Escape")
    expect(options).to_have_count(0)
    expect(field).to_have_value("type:Resource med")


@pytest.mark.soak(seconds=4)
def test_tab_takes_only_the_suggestion_that_the_arrow_keys_went_to(visit: Visit, site: str) -> None:
    page = open_list(visit, site)
    field = page.get_by_role("combobox", name="What are you looking for?")
    options = page.get_by_role("listbox", name="Suggestions").get_by_role("option")
    field.press_sequentially("ty")
    expect(options.first).to_be_visible()
    field.press("ArrowDown")
    field.press("Tab")
    # A condition without a value goes on here.
    expect(field).to_have_value("type:")
    expect(field).to_be_focused()
    field.press_sequentially("res")
    expect(options).to_have_count(1)
    field.press("ArrowDown")
    field.press("Tab")
    expect(field).to_have_value("type:Resource ")
    expect(page.get_by_role("button", name="Search", exact=True)).to_be_focused()
    expect(page.locator(".echo")).to_contain_text("Resource cards")
    expect(options).to_have_count(0)
    field.fill("sen")
    expect(options.first).to_be_visible()
    field.press("Tab")
    expect(field).to_have_value("sen")
    expect(field).not_to_be_focused()
    field.focus()
    field.press("ArrowDown")
    expect(options.first).to_be_visible()
    field.press("ArrowDown")
    field.press("Shift+Tab")
    expect(field).to_have_value("sen")


@pytest.mark.soak(seconds=4)
def test_a_late_answer_leaves_what_was_typed_since(visit: Visit, site: str) -> None:
    page = open_list(visit, site)
    page.clock.install()
    page.reload()
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    field = page.get_by_role("combobox", name="What are you looking for?")
    found = page.locator("#cards-found")
    held: list[Route] = []
    page.route("**/cards/found/?q=sen&*", lambda route: held.append(route))
    field.fill("sen")
    with page.expect_request("**/cards/found/?q=sen&*"):
        page.clock.run_for(300)
    field.fill("sensor")
    page.get_by_role("button", name="Search", exact=True).focus()
    held[0].continue_()
    expect(found).to_have_attribute("data-query", "sen")
    page.clock.run_for(100)
    expect(field).to_have_value("sensor")
    page.clock.run_for(300)
    expect(found).to_have_attribute("data-query", "sensor")


@pytest.mark.soak(seconds=3)
def test_a_search_that_brings_nothing_says_why(visit: Visit, site: str) -> None:
    page = open_list(visit, site)
    echo, field = page.locator("#cards-echo"), page.get_by_role("combobox", name="What are you looking for?")
    page.route("**/cards/found/?*", lambda route: route.abort())
    field.press_sequentially("heat")
    expect(echo).to_contain_text("didn’t answer")
    page.unroute("**/cards/found/?*")
    field.press_sequentially("=0")
    expect(echo.locator(".echo__count")).to_contain_text("card")
    page.evaluate(HURRIED)
    page.route("**/cards/found/?*", lambda route: None)
    field.press_sequentially("0")
    expect(echo).to_contain_text("didn’t answer")


@pytest.mark.soak(seconds=3)
def test_words_that_could_be_a_condition_are_offered_as_one(visit: Visit, site: str) -> None:
    page = open_list(visit, site)
    field = page.get_by_role("combobox", name="What are you looking for?")
    field.fill("Scrap 4")
    page.get_by_role("link", name="cost:4").click()
    expect(field).to_have_value("cost:4")
    expect(page.locator(".echo")).to_contain_text("whose cost is exactly 4")
    expect(page.locator(".echo")).not_to_contain_text("Did you mean")


@pytest.mark.soak(seconds=6)
@pytest.mark.soak(seconds=3)
def test_a_suggestion_stands_for_what_it_was_made_for_though_the_caret_has_moved(
    visit: Visit, site: str
) -> None:
    page = open_list(visit, site)
    field = page.get_by_role("combobox", name="What are you looking for?")
    options = page.get_by_role("listbox", name="Suggestions").get_by_role("option")
    field.press_sequentially("cost:3 type:res")
    expect(options).to_have_count(1)
    field.press("Home")
    field.press("ArrowDown")
    field.press("Enter")
    expect(field).to_have_value("cost:3 type:Resource ")


def test_a_suggestion_is_taken_by_a_press(visit: Visit, site: str) -> None:
    page = open_list(visit, site)
    field = page.get_by_role("combobox", name="What are you looking for?")
    field.press_sequentially("sentry")
    expect(page.get_by_role("option", name="Sentry Gun")).to_be_visible()
    check_axe(page)
    page.get_by_role("option", name="Sentry Gun").click()
    expect(field).to_be_focused()
    expect(page.locator("#cards-found .card")).to_have_count(1)


@pytest.mark.soak(seconds=3)
def test_the_table_is_sorted_by_its_heads(visit: Visit, site: str) -> None:
    page = open_list(visit, site, "/cards/?q=type:scrapbot&as=checklist")
    head = page.get_by_role("columnheader", name="Health")
    head.get_by_role("link").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    head.get_by_role("link").click()
    expect(head).to_have_attribute("aria-sort", "descending")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Golem")
    unfold(page)
    expect(page.get_by_label("Sort by")).to_have_value("health")


@pytest.mark.soak(seconds=3)
def test_another_way_of_showing_leaves_the_page_where_it_is(visit: Visit, site: str) -> None:
    """The browser went to the end of the list."""
    page = open_list(visit, site, viewport=PHONE)
    unfold(page)
    link = page.get_by_role("link", name="Checklist")
    link.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    assert before
    link.click()
    expect(page.get_by_role("table").first).to_be_visible()
    page.wait_for_timeout(100)
    assert abs(page.evaluate("scrollY") - before) < 100


def test_typing_is_answered_once_one_pauses(visit: Visit, site: str) -> None:
    page = open_list(visit, site)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url) if "/cards/found/" in request.url else None)
    field = page.get_by_role("combobox", name="What are you looking for?")
    # However long a busy machine takes for the keys, on the page's clock nobody pauses.
    page.clock.install(time=NOON)
    page.clock.pause_at(NOON + timedelta(seconds=1))
    field.press_sequentially("game:scrapbots health>=70")
    assert not asked
    page.clock.resume()
    expect(page.locator(".echo")).to_contain_text("whose health is at least 70")
    expect(page.locator("#cards-found .card")).to_have_count(2)
    expect(field).to_be_focused()
    expect(field).to_have_value("game:scrapbots health>=70")
    expect(page).to_have_url(f"{site}/cards/?q=game%3Ascrapbots+health%3E%3D70")
    assert len(asked) == 1


def test_facet_links_change_question_and_address_and_can_be_gone_back_on(visit: Visit, site: str) -> None:
    page = open_list(visit, site, "/cards/?q=game:scrapbots+edition:3.4")
    field = page.get_by_role("combobox", name="What are you looking for?")
    unfold(page)
    page.get_by_role("link", name="Wound").click()
    expect(field).to_have_value("game:scrapbots edition:3.4 type:Wound")
    expect(page.locator("#cards-found .card")).to_have_count(1)
    page.get_by_role("link", name="Checklist").click()
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_label("Edition").select_option("any")
    expect(page.locator(".echo")).to_contain_text("of all editions")
    expect(page).to_have_url(f"{site}/cards/?q=game%3Ascrapbots+type%3AWound+edition%3Aany&as=checklist")
    page.go_back()
    expect(page.locator(".echo")).to_contain_text("of edition 3.4")
    expect(field).to_have_value("game:scrapbots edition:3.4 type:Wound")


def test_the_theme_can_still_be_chosen_after_the_way_back(visit: Visit, site: str) -> None:
    """The way back brings the page as it is without scripts, and the button stayed hidden."""
    page = open_list(visit, site)
    unfold(page)
    page.get_by_role("link", name="Checklist").click()
    expect(page.get_by_role("table").first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("table")).to_have_count(0)
    page.get_by_role("button", name="Theme: system").click()
    expect(page.get_by_role("button", name="Theme: light")).to_be_visible()


@pytest.mark.soak(seconds=3)
def test_a_mistake_is_mended_by_one_press(visit: Visit, site: str) -> None:
    page = open_list(visit, site)
    field = page.get_by_role("combobox", name="What are you looking for?")
    field.fill("cots:5")
    expect(page.locator(".mistake__wrong")).to_have_text("cots")
    expect(field).to_have_attribute("aria-invalid", "true")
    page.get_by_role("link", name="Search for cost:5").click()
    expect(field).to_have_value("cost:5")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator(".echo")).to_contain_text("whose cost is exactly 5")


@pytest.mark.soak(seconds=4)
def test_without_scripts_all_of_it_works(visit: Visit, site: str) -> None:
    page = open_list(visit, site, java_script_enabled=False)
    page.get_by_role("searchbox").fill("game:scrapbots edition:3.4")
    page.get_by_role("button", name="Search").click()
    unfold(page)
    page.get_by_role("link", name="Resource").click()
    expect(page.locator("#cards-found .card")).to_have_count(5)
    page.get_by_role("link", name="Text", exact=True).click()
    unfold(page)
    page.get_by_label("Edition").select_option("3.6")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".texts__card")).to_have_count(5)
    expect(page.locator(".echo")).to_contain_text("Scrapbots cards of type Resource of edition 3.6")


@LOOKS
def test_no_barriers_and_nothing_sticks_out(visit: Visit, site: str, scheme: str, width: int) -> None:
    page = visit(color_scheme=scheme, viewport={"width": width, "height": 800}).page
    for path in few_of(PAGES, (1, 3), scheme, width):
        page.goto(f"{site}{path}")
        page.locator("#card-fold").evaluate_all("folds => folds.forEach((fold) => { fold.open = true; })")
        check_axe(page, path)
        too_wide = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert too_wide <= 0, path
