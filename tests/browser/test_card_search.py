"""The card list in a real Chromium: answers while typing, presses, pages, no scripts, no barriers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from playwright.sync_api import Page, expect

from tests.browser.looks import LOOKS, check_axe
from tests.browser.match_page import MatchPage

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


def test_typing_is_answered_once_one_pauses(visit: Visit, site: str) -> None:
    page = open_list(visit, site)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url) if "/cards/found/" in request.url else None)
    field = page.get_by_role("searchbox")
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
    field = page.get_by_role("searchbox")
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


def test_a_mistake_is_mended_by_one_press(visit: Visit, site: str) -> None:
    page = open_list(visit, site)
    field = page.get_by_role("searchbox")
    field.fill("cots:5")
    expect(page.locator(".mistake__wrong")).to_have_text("cots")
    expect(field).to_have_attribute("aria-invalid", "true")
    page.get_by_role("link", name="Search for cost:5").click()
    expect(field).to_have_value("cost:5")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator(".echo")).to_contain_text("whose cost is exactly 5")


def test_without_scripts_all_of_it_works(visit: Visit, site: str) -> None:
    page = open_list(visit, site, java_script_enabled=False)
    page.get_by_role("searchbox").fill("game:scrapbots edition:3.4")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Resource").click()
    expect(page.locator("#cards-found .card")).to_have_count(5)
    page.get_by_role("link", name="Text", exact=True).click()
    page.get_by_label("Edition").select_option("3.6")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".texts__card")).to_have_count(5)
    expect(page.locator(".echo")).to_contain_text("Scrapbots cards of type Resource of edition 3.6")


@LOOKS
def test_no_barriers_and_nothing_sticks_out(visit: Visit, site: str, scheme: str, width: int) -> None:
    page = visit(color_scheme=scheme, viewport={"width": width, "height": 800}).page
    for path in PAGES:
        page.goto(f"{site}{path}")
        check_axe(page, path)
        too_wide = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert too_wide <= 0, path
