"""The deck builder in a real Chromium: by mouse and keys, without scripts, on a phone, without barriers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.looks import LOOKS, check_axe, few_of
from tests.browser.match_page import MatchPage
from tests.browser.test_failed_moves import HURRIED

Visit = Callable[..., MatchPage]
HERE = "/decks/scrap-knights/"
PHONE = {"width": 360, "height": 740}
HALF = "act=slash&act=stab&ult=tas-custom&bot=ad-chain&prep=slash&name=Biter"
ACTS = "act=slash&act=stab&act=vent&act=dash&act=step&act=wait"
WHOLE = f"{ACTS}&ult=1000-cuts&bot=ad-chain&bot=dd-burst&bot=md-dash&name=Biter"
PAGES = (
    "",
    f"?{HALF}",
    f"?{HALF}&q=cots:5",
    f"?{HALF}&q=nonsuch",
    "ready-made/",
    f"share/?{WHOLE}",
    f"compare/?{WHOLE}",
    f"compare/?{WHOLE}&with-act=slash&with-act=wait&with-bot=dd-burst&with-name=Chewer",
    "mine/",
    "bring/?match=aaaaaaaaaa",
)


def open_builder(visit: Visit, site: str, path: str = "", **options: object) -> Page:
    page = visit(**options).page
    page.goto(f"{site}{HERE}{path}")
    return page


def button(page: Page, label: str) -> Locator:
    """Return the button; what only is read out may stand apart from what is seen."""
    return page.get_by_role("button", name=re.compile(f"^{re.escape(label).replace(':', ' ?:')}$"))


def press(page: Page, label: str) -> None:
    button(page, label).click()


def test_a_mech_is_built_card_by_card_and_gone_back_on(visit: Visit, site: str) -> None:
    page = open_builder(visit, site)
    press(page, "Add to ACTs: Slash")
    expect(button(page, "Remove from ACTs: Slash")).to_be_focused()
    expect(page.locator(".deck-faults__one").first).to_contain_text("You still need 5 ACTs.")
    expect(page).to_have_url(f"{site}{HERE}?act=slash")
    press(page, "Add to ACTs: Stab")
    expect(page.locator(".deck-part__count").first).to_have_text("2 of 6")
    expect(page.locator("#deck-said")).to_contain_text("ACTs: 2 of 6.")
    press(page, "Remove Slash from ACTs")
    expect(page.locator(".deck-part__count").first).to_have_text("1 of 6")
    expect(page.locator("#deck-title")).to_be_focused()
    page.go_back()
    expect(page.locator(".deck-part__count").first).to_have_text("2 of 6")
    page.go_back()
    expect(page.locator(".deck-part__count").first).to_have_text("1 of 6")
    expect(page).to_have_url(f"{site}{HERE}?act=slash")


@pytest.mark.soak(seconds=3)
def test_a_name_typed_while_a_card_is_on_its_way_stays(visit: Visit, site: str) -> None:
    page, held = open_builder(visit, site), list[Route]()
    page.route("**/built/?*", lambda route: held.append(route))
    with page.expect_request("**/built/?*"):
        press(page, "Add to ACTs: Slash")
    page.locator("#deck-name").press_sequentially("Biter")
    held.pop().continue_()
    expect(page.locator(".deck-part__count").first).to_have_text("1 of 6")
    expect(page.locator("#deck-name")).to_have_value("Biter")
    expect(page.locator("#deck-name")).to_be_focused()


@pytest.mark.soak(seconds=5)
def test_what_is_pressed_while_a_card_is_on_its_way_waits_for_it(visit: Visit, site: str) -> None:
    """The second card was lost without a word, and words to search for called back the first."""
    page, held, asked = open_builder(visit, site), list[Route](), list[str]()

    def hold_the_first(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            held.append(route)
        else:
            route.continue_()

    page.route("**/built/?*", hold_the_first)
    with page.expect_request("**/built/?*"):
        press(page, "Add to ACTs: Slash")
    press(page, "Add to ACTs: Slash")
    press(page, "Add to ACTs: Stab")
    press(page, "Add to ACTs: Dash")
    page.get_by_role("searchbox").press_sequentially("name=vent")
    page.wait_for_timeout(400)  # longer than a search waits for more words
    assert len(asked) == 1
    held.pop().continue_()
    expect(page.locator(".deck-part__count").first).to_have_text("3 of 6")
    expect(page.locator(".finds .find__name").first).to_have_text("Vent")
    for card in ("Slash", "Stab", "Dash"):
        expect(button(page, f"Remove {card} from ACTs")).to_be_visible()


@pytest.mark.soak(seconds=4)
def test_a_mech_is_saved_with_the_card_that_is_on_its_way(visit: Visit, site: str) -> None:
    page, held = open_builder(visit, site, f"?{HALF}"), list[Route]()
    page.route("**/built/?*", lambda route: held.append(route))
    with page.expect_request("**/built/?*"):
        press(page, "Add to ACTs: Vent")
    page.get_by_role("button", name="Share or print").click()
    held.pop().continue_()
    expect(page).to_have_url(re.compile("/share/.*act=vent"))


@pytest.mark.soak(seconds=4)
def test_a_press_that_fails_says_so_where_it_was_made(visit: Visit, site: str) -> None:
    page = open_builder(visit, site)
    row = page.locator(".find", has=page.get_by_role("link", name="Slash", exact=True))
    page.route("**/built/?*", lambda route: route.abort())
    press(page, "Add to ACTs: Slash")
    expect(row.get_by_role("alert")).to_contain_text("The site didn’t answer.")
    name, why = (row.locator(part).bounding_box() for part in (".find__name", ".notice"))
    assert name
    assert why
    assert why["x"] < name["x"], "it stands below, and leaves what was pressed where it was"
    assert why["y"] > name["y"]
    page.unroute("**/built/?*")
    page.route("**/built/?*", lambda route: route.fulfill(status=429))
    press(page, "Add to ACTs: Slash")
    expect(row.get_by_role("alert")).to_contain_text("Wait a minute")
    page.unroute("**/built/?*")
    press(page, "Add to ACTs: Slash")
    expect(page.locator(".deck-part__count").first).to_have_text("1 of 6")
    expect(page.get_by_role("alert")).to_have_count(0)
    # Where a line was cut without a word, nothing could be pressed any more.
    page.evaluate(HURRIED)
    page.route("**/built/?*", lambda route: None)
    press(page, "Add to ACTs: Stab")
    expect(page.get_by_role("alert")).to_contain_text("The site didn’t answer.")


@pytest.mark.soak(seconds=3)
def test_adding_a_card_leaves_the_page_where_it_is(visit: Visit, site: str) -> None:
    """Each press threw whoever had scrolled to the end of the page."""
    page = open_builder(visit, site, viewport={"width": 1280, "height": 800})
    far = button(page, "Add to ACTs: Stonewall")
    far.scroll_into_view_if_needed()
    stood = far.bounding_box()
    far.click()
    expect(button(page, "Remove from ACTs: Stonewall")).to_be_focused()
    now = button(page, "Remove from ACTs: Stonewall").bounding_box()
    assert stood
    assert now
    assert page.evaluate("scrollY") > 300
    assert abs(now["y"] - stood["y"]) < 200


@pytest.mark.soak(seconds=3)
def test_searching_keeps_the_deck_and_the_focus(visit: Visit, site: str) -> None:
    page = open_builder(visit, site, f"?{HALF}")
    field = page.get_by_role("searchbox")
    field.press_sequentially("heat=0 type:defend", delay=30)
    expect(page.locator(".finds .find")).to_have_count(6)
    expect(field).to_be_focused()
    expect(field).to_have_value("heat=0 type:defend")
    expect(page).to_have_url(f"{site}{HERE}?{HALF}&q=heat%3D0+type%3Adefend")
    press(page, "Add to ACTs: Vent")
    expect(page.locator(".deck-part__count").first).to_have_text("3 of 6")
    expect(page.locator(".finds .find")).to_have_count(6)
    page.get_by_label("Type", exact=True).select_option("BOT")
    expect(page.get_by_text("No Scrap Knights b.0.0 card matches.")).to_be_visible()
    field.fill("")
    expect(page.locator(".finds .find")).to_have_count(8)


@pytest.mark.soak(seconds=3)
def test_a_search_half_typed_shows_no_empty_list(visit: Visit, site: str) -> None:
    """“0 cards” flashed while “type:” was written."""
    page = open_builder(visit, site)
    page.evaluate(
        """() => {
            window.counts = new Set();
            const look = () => counts.add(document.querySelector(".echo__count")?.textContent ?? "mistake");
            new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    field = page.get_by_role("searchbox")
    field.press_sequentially("type:defend", delay=300)
    expect(page.locator(".echo__count")).to_have_text("7 cards")
    assert not {"0 cards", "mistake"} & set(page.evaluate("[...counts]"))
    field.fill("nonsuch")
    expect(page.locator(".echo__count")).to_have_text("0 cards")
    field.fill("heat<")
    expect(page.locator(".mistake")).to_be_visible()


def test_a_mistake_in_a_search_is_marked_and_said_while_it_is_there(visit: Visit, site: str) -> None:
    """“0 cards found” was said, and the field was never marked, or for good."""
    page = open_builder(visit, site, "?q=cots:5")
    field, said = page.get_by_role("searchbox"), page.locator("#deck-said")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("name=slash")
    expect(said).to_contain_text("1 card found.")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    field.fill("heat<")
    expect(page.locator(".mistake")).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(said).to_contain_text(page.locator(".mistake__message").inner_text())


@pytest.mark.soak(seconds=3)
def test_a_prepared_deck_appears_with_its_ult(visit: Visit, site: str) -> None:
    page = open_builder(visit, site)
    press(page, "Choose this ULT: TEST")
    expect(page.get_by_role("heading", name="TEST’s deck")).to_contain_text("0 of 12")
    press(page, "Add to TEST’s deck: Slash")
    expect(page.get_by_role("heading", name="TEST’s deck")).to_contain_text("1 of 12")
    press(page, "Choose this ULT: TAS-Custom")
    expect(page.get_by_role("heading", name="TAS-Custom’s deck")).to_contain_text("1 of 3")


@pytest.mark.soak(seconds=4)
def test_a_mech_is_kept_renamed_and_thrown_away(visit: Visit, site: str) -> None:
    page = open_builder(visit, site, f"?{WHOLE}")
    page.get_by_label("Name").fill("Gnasher")
    press(page, "Save")
    expect(page.get_by_text("“Gnasher” has been saved to your mechs.")).to_be_visible()
    expect(page.get_by_text("unsaved changes", exact=True)).to_have_count(0)
    press(page, "Remove Wait from ACTs")
    expect(page.locator(".deck-part__count").first).to_have_text("5 of 6")
    expect(page.get_by_text("“Gnasher” has been saved to your mechs.")).to_have_count(0)
    expect(page.get_by_text("unsaved changes", exact=True)).to_be_visible()
    press(page, "Save changes to Gnasher")
    expect(page.get_by_text("unsaved changes", exact=True)).to_have_count(0)
    page.goto(f"{site}{HERE}mine/")
    expect(page.get_by_text("You still need 1 ACT.")).to_be_visible()
    page.get_by_text("Rename or delete").click()
    page.get_by_label("New name").fill("Chewer")
    press(page, "Rename")
    expect(page.get_by_role("heading", name="Chewer")).to_be_visible()
    page.get_by_text("Rename or delete").click()
    press(page, "Delete: Chewer")
    expect(page.get_by_text("You haven’t saved a mech yet.")).to_be_visible()
    press(page, "Restore")
    expect(page.get_by_role("heading", name="Chewer")).to_be_visible()


@pytest.mark.parametrize("size", [(1366, 650), (360, 740)])
@pytest.mark.soak(seconds=3, one_in=2)
def test_save_is_in_sight_without_scrolling(visit: Visit, site: str, size: tuple[int, int]) -> None:
    page = open_builder(visit, site, f"?{WHOLE}", viewport={"width": size[0], "height": size[1]})
    expect(button(page, "Save")).to_be_in_viewport(ratio=1)
    press(page, "Save")
    expect(button(page, "Save changes to Biter")).to_be_in_viewport(ratio=1)


@pytest.mark.soak(seconds=4)
def test_a_mech_is_handed_on_by_its_link(visit: Visit, site: str) -> None:
    page = open_builder(visit, site, f"?{WHOLE}", permissions=["clipboard-read", "clipboard-write"])
    press(page, "Share or print")
    press(page, "Copy")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    other = visit().page
    other.goto(link)
    expect(other.get_by_role("heading", name="Biter")).to_be_visible()
    expect(other.locator(".card")).to_have_count(10)
    other.get_by_role("link", name="Open in the builder").click()
    expect(other.locator(".deck-state--ready")).to_be_visible()


@pytest.mark.soak(seconds=5)
def test_it_prints_on_two_sheets(visit: Visit, site: str) -> None:
    page = open_builder(visit, site, f"share/?{WHOLE}")
    for paper in ("A4", "Letter"):
        assert page.pdf(format=paper).count(b"/Type /Page\n") == 2


@pytest.mark.soak(seconds=5)
def test_without_scripts_all_of_it_works(visit: Visit, site: str) -> None:
    page = open_builder(visit, site, java_script_enabled=False)
    press(page, "Add to ACTs: Slash")
    expect(page).to_have_url(f"{site}{HERE}?act=slash#found")
    page.get_by_role("searchbox").fill("type:bot")
    press(page, "Search")
    expect(page.locator(".finds .find")).to_have_count(8)
    press(page, "Add to BOTs: MD-Dash")
    expect(page.locator(".deck-part__count").nth(2)).to_have_text("1 of 3")
    press(page, "Remove Slash from ACTs")
    expect(page.locator(".deck-part__count").first).to_have_text("0 of 6")
    page.get_by_label("Name").fill("Plain")
    press(page, "Save")
    expect(page.get_by_text("“Plain” has been saved to your mechs.")).to_be_visible()
    page.get_by_role("link", name="Yours").click()
    page.get_by_role("link", name=re.compile("Open in the builder ?: Plain")).click()
    expect(page.get_by_role("button", name="Save changes")).to_be_visible()


@pytest.mark.soak(seconds=5)
def test_by_the_keyboard_alone(visit: Visit, site: str) -> None:
    page = open_builder(visit, site)
    field = page.get_by_role("searchbox")
    field.focus()
    page.keyboard.type("name:slash")
    expect(page.locator(".finds .find")).to_have_count(1)
    expect(page).to_have_url(re.compile("name%3Aslash$"))
    for _ in range(5):
        page.keyboard.press("Tab")
    expect(button(page, "Add to ACTs: Slash")).to_be_focused()
    page.keyboard.press("Enter")
    expect(button(page, "Remove from ACTs: Slash")).to_be_focused()
    page.keyboard.press("Enter")
    expect(button(page, "Add to ACTs: Slash")).to_be_focused()


@pytest.mark.soak(seconds=5)
@LOOKS
def test_no_barriers_and_nothing_sticks_out(visit: Visit, site: str, scheme: str, width: int) -> None:
    page = visit(color_scheme=scheme, viewport={"width": width, "height": 800}).page
    page.goto(f"{site}{HERE}?{WHOLE}")
    press(page, "Save")
    for path in few_of(PAGES, (2, 5, 7), scheme, width):
        page.goto(f"{site}{HERE}{path}")
        check_axe(page, path)
        too_wide = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert too_wide <= 0, path
