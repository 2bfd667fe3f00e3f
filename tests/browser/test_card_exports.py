"""Exports in a real Chromium, drawn by the real worker: from the card list to the file."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.looks import LOOKS, check_axe
from tests.browser.match_page import MatchPage
from tests.soak.tenths import soaking

Visit = Callable[..., MatchPage]
PATIENCE = 30_000


def download(page: Page) -> Path:
    """Press the download that the progress page ends with."""
    link = page.get_by_role("link", name="Download")
    expect(link).to_be_visible(timeout=PATIENCE)
    with page.expect_download() as coming:
        link.click()
    return Path(coming.value.path())


def leave_unasked(route: Route) -> None:
    """Open a page, but answer no question of its own, so that nothing of it is replaced."""
    if route.request.is_navigation_request():
        route.continue_()


@pytest.mark.parametrize("has_scripts, pages", [(True, 4), soaking(False, 2, seconds=5)])
def test_from_the_list_to_a_file(visit: Visit, site: str, has_scripts: bool, pages: int) -> None:
    page = visit(java_script_enabled=has_scripts).page
    page.goto(f"{site}/cards/?q=edition:3.6+health>=50")
    page.get_by_text("Filter, sort, print").click()
    page.get_by_role("link", name="Print or export these cards").click()
    page.get_by_role("button", name="A4 with backs" if has_scripts else "A4, fronts only").click()
    assert len(pypdf.PdfReader(download(page)).pages) == pages


@pytest.mark.parametrize("has_scripts", [True, False])
@pytest.mark.soak(seconds=3, one_in=2)
def test_choosing_a_box_shows_its_files(visit: Visit, site: str, has_scripts: bool) -> None:
    """With scripts at once: who chose Scrapyard and pressed “Print the whole game” got Scrapbots."""
    page = visit(java_script_enabled=has_scripts).page
    page.goto(f"{site}/cards/export/")
    page.get_by_label("Game and edition").select_option("scrapbots/3.4")
    if not has_scripts:
        page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("link", name="JSON")).to_have_attribute(
        "href", "/cards/export/scrapbots/3.4/cards.json"
    )
    expect(page.get_by_role("link", name="Print the whole game")).to_have_attribute(
        "href", "/cards/export/scrapbots/3.4/box/"
    )
    expect(page.locator("main")).to_have_count(1)


@pytest.mark.soak(seconds=4)
def test_a_game_is_made_as_the_settings_show(visit: Visit, site: str) -> None:
    """Who chose to save ink and pressed “Make the file” got full colour."""
    page = visit().page
    page.goto(f"{site}/cards/export/scrapyard/1.0/box/")
    page.get_by_label("Ink").select_option("light")
    expect(page).to_have_url(re.compile("ink=light"))
    page.get_by_role("button", name="Make the file").click()
    expect(page.get_by_role("link", name="Download")).to_contain_text("-light.zip", timeout=PATIENCE)
    expect(page.get_by_label("Ink")).to_have_value("light")


@pytest.mark.soak(seconds=6)
def test_a_choice_while_a_file_is_made_is_answered(visit: Visit, site: str) -> None:
    """The answer had no place if the page had asked meanwhile how far the file was."""
    page = visit().page
    page.goto(f"{site}/cards/export/scrapyard/1.0/box/?paper=letter&ink=light")
    page.get_by_role("button", name="Make the file").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    choices: list[Route] = []

    def hold(route: Route) -> None:
        if "ink=full" in route.request.url:
            choices.append(route)
        else:
            route.continue_()

    page.route("**/box/?*", hold)
    with page.expect_request(re.compile("ink=full")):
        page.get_by_label("Ink").select_option("full")
    with page.expect_response("**ink=light"):
        pass
    choices[0].continue_()
    expect(page.get_by_role("button", name="Make the file")).to_be_visible()
    # Nor does a choice that isn't answered stand there as if it had been.
    page.unroute("**/box/?*")
    page.route("**/box/?*", lambda route: route.fulfill(status=503))
    page.get_by_label("Ink").select_option("light")
    expect(page.get_by_role("alert")).to_contain_text("choose again", ignore_case=True)
    expect(page.get_by_label("Ink")).to_have_value("full")


@pytest.mark.soak(seconds=4)
def test_a_file_that_nobody_asked_for_has_a_button(visit: Visit, site: str) -> None:
    page = visit(java_script_enabled=False).page
    page.goto(f"{site}/cards/export/found/nandeck.zip?q=name:golem+edition:3.6")
    page.get_by_role("button", name="Make the file").press("Enter")
    assert zipfile.is_zipfile(download(page))


@LOOKS
@pytest.mark.parametrize(
    "path",
    ["", "?q=name:scout", "?q=toaster", "scrapbots/3.6/print-letter.pdf/progress/", "scrapyard/1.0/box/"],
)
def test_axe_finds_nothing(visit: Visit, site: str, path: str, scheme: str, width: int) -> None:
    page = visit(viewport={"width": width, "height": 800}, color_scheme=scheme).page
    page.route("**/progress/", leave_unasked)
    page.goto(f"{site}/cards/export/{path}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    check_axe(page)
