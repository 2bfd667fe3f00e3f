"""A designer changes Scrapbots in a real Chromium, and plays the change."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.gestures import by_keyboard
from tests.browser.looks import check_axe
from tests.browser.match_page import MATCH_URL, THINKING, MatchPage
from tests.browser.tables import screen
from tests.browser.test_designers_way import make_draft
from tests.soak.tenths import soaking

Visit = Callable[..., MatchPage]
STORED = re.compile("/workshop/[a-z2-9]{10}/$")


@pytest.mark.parametrize("width", [360, soaking(1280, seconds=30)])
def test_a_designer_changes_scrapbots_and_plays_the_change(visit: Visit, width: int) -> None:
    player = visit(**screen(width))
    page = player.page
    page.goto(f"{player.address}/workshop/")
    page.get_by_role("link", name="New draft").click()
    page.get_by_role("radio", name=re.compile("^Scrapbots 3.6 ")).check()
    page.get_by_label("Name").fill("Cheap drones")
    page.get_by_role("button", name="Make the draft").click()
    page.wait_for_url(re.compile("/workshop/[a-z2-9]{10}/$"))
    address = page.url

    page.goto(f"{address}cards/drone/")
    page.get_by_label("Scrap", exact=True).fill("3")
    page.get_by_label("Amount").first.fill("20")
    preview = page.locator("#card-preview")
    expect(preview).to_contain_text("20 damage.")
    expect(preview.locator(".card__figure").first).to_contain_text("3")
    assert not player.scrolls_sideways()
    page.get_by_role("button", name="Save the card").click()
    page.wait_for_url(STORED)

    add_power_claw(player, address)
    page.goto(f"{address}rules/")
    page.get_by_label("Cards in a new hand").fill("6")
    check_axe(page)
    page.get_by_role("button", name="Save the rules").click()
    page.wait_for_url(STORED)
    differing = page.locator(".diffs")
    expect(differing).to_contain_text("10 damage. Heads: draw 1.")
    expect(differing.locator(".diffs__group")).to_have_count(3)
    check_axe(page)
    assert not player.scrolls_sideways()

    give_other_words(player, address)
    page.get_by_role("button", name="Save revision 1").click()
    page.get_by_role("button", name="Play the casual bot").click(timeout=THINKING)
    page.wait_for_url(MATCH_URL)
    make_a_move(player)
    read_the_rule(player)
    page.get_by_role("link", name="Changes of this draft edition").click()
    expect(page.locator(".diffs").first).to_contain_text("Power Claw")
    page.goto(f"{address}1/rulebook/#draw-1")
    expect(page.locator("#draw-1")).to_be_in_viewport()
    check_axe(page)
    assert not player.scrolls_sideways()


def give_other_words(player: MatchPage, address: str) -> None:
    """Give the rule about hands other words; the preview follows, and the draft's page shows what changes."""
    page = player.page
    page.goto(f"{address}rulebook/")
    check_axe(page)
    page.get_by_role("link", name="Rule 3.10").first.click()
    page.wait_for_url(re.compile("/rulebook/draw-1/"))
    page.wait_for_load_state()
    page.get_by_label("Text").fill("Draw **six** cards.")
    expect(page.locator(".preview__text strong")).to_have_text("six")
    check_axe(page)
    assert not player.scrolls_sideways()
    page.get_by_role("button", name="Save the words").click()
    page.wait_for_url(re.compile("/rulebook/#draw-1$"))
    page.goto(f"{address}discussion/")
    check_axe(page)
    page.goto(address)
    expect(page.locator(".text-diff ins")).to_contain_text("six")


def add_power_claw(player: MatchPage, address: str) -> None:
    """Add a Component with two effects, the second inside a condition; a wrong figure is told at once."""
    page = player.page
    page.goto(f"{address}cards/")
    page.get_by_role("link", name="New Component").click()
    page.get_by_label("Name").fill("Power Claw")
    page.get_by_role("button", name="Add text").click()
    expect(page.locator(".node")).to_have_count(1)
    add_effect(page, "What it does", "On heads")
    page.get_by_role("button", name="Remove Damage").last.click()
    expect(page.locator("#at-does-0-effects-1-then .node")).to_have_count(0)
    add_effect(page, "What happens on heads", "Draw cards")
    expect(page.locator("#card-preview")).to_contain_text("draw 1.")
    page.get_by_label("Scrap", exact=True).fill("99")
    page.get_by_role("link", name="Scrap goes from 0 to 20.").click()
    expect(page.get_by_label("Scrap", exact=True)).to_be_focused()
    page.get_by_label("Scrap", exact=True).fill("5")
    expect(page.locator("#card-preview .card")).to_be_visible()
    check_axe(page)
    assert not player.scrolls_sideways()
    page.get_by_role("button", name="Add the card").click()
    page.wait_for_url(STORED)


def add_effect(page: Page, place: str, verb: str) -> None:
    """Add an effect at the *place*, and wait until it stands there."""
    effects = page.locator(".node")
    count = effects.count()
    page.get_by_label(f"Effect to add: {place}").select_option(label=verb)
    page.get_by_role("button", name=f"Add to: {place}").click()
    # A condition comes with an effect inside.
    expect(effects).to_have_count(count + (2 if verb == "On heads" else 1))


def test_a_press_in_the_form_of_a_card_leaves_the_focus_where_one_goes_on(visit: Visit) -> None:
    player = visit()
    page = player.page
    player.open(f"{make_draft(player, 'scrapbots', 'Focus')}cards/drone/")
    page.locator("#at-does-0-effects-verb").select_option(label="On heads")
    page.get_by_role("button", name="Add to: What it does").first.press("Enter")
    expect(page.locator("#at-does-0-effects-1-do")).to_be_focused()
    page.locator("#at-does-0-effects-1-then").get_by_role("button", name="Remove Damage").press("Enter")
    expect(page.locator("#at-does-0-effects-1-then-verb")).to_be_focused()
    page.get_by_role("button", name="Save the card").press("Enter")
    expect(page.locator("#card-preview .errorlist")).to_be_focused()


@pytest.mark.soak(seconds=4)
def test_a_card_that_did_not_reach_the_site_is_told_and_keeps_what_was_filled_in(visit: Visit) -> None:
    """The press did nothing, and the designer left believing that the card was saved."""
    player = visit()
    page = player.page
    address = make_draft(player, "scrapbots", "Lost presses")
    player.open(f"{address}cards/drone/")
    page.get_by_label("Scrap", exact=True).fill("3")
    save, said = page.get_by_role("button", name="Save the card"), page.locator("#card-failed")
    page.route("**/cards/drone/", lambda route: route.abort())
    save.click()
    expect(said).to_contain_text("the site didn’t answer")
    expect(said).to_be_focused()
    for status, why in ((404, "signed out"), (429, "Wait a minute"), (503, "the site had a problem")):
        page.route("**/cards/drone/", told(status))
        save.click()
        expect(said).to_contain_text(why)
    expect(page.get_by_label("Scrap", exact=True)).to_have_value("3")
    page.unroute("**/cards/drone/")
    save.click()
    page.wait_for_url(STORED)


def told(status: int) -> Callable[[Route], None]:
    """Return what answers every press with a whole page of that status."""
    return lambda route: route.fulfill(status=status, body="<!doctype html>")


def make_a_move(player: MatchPage) -> None:
    """Wait for the turn and end it: six cards are drawn then."""
    board = player.page.locator("#board")
    expect(board).to_have_attribute("data-my-turn", "yes", timeout=THINKING)
    before = player.seq
    by_keyboard(player.page.locator("#end-turn"))
    player.be_sure()
    expect(board).not_to_have_attribute("data-seq", str(before), timeout=THINKING)
    expect(player.page.locator("#board")).to_contain_text("drew 6")


def read_the_rule(player: MatchPage) -> None:
    """Read the rule about hands beside the board, from the log: it has the draft's words there."""
    page = player.page
    page.locator(".log .rule-link", has_text="3.10").first.click()
    panel = page.locator("#panel-body")
    expect(panel.locator(".paragraph__text")).to_contain_text("six")
    expect(panel).to_contain_text("Changed in this draft")
    expect(panel.get_by_role("link", name="Read on in the rulebook of this draft")).to_have_attribute(
        "href", re.compile("/1/rulebook/#draw-1$")
    )
    page.keyboard.press("Escape")


@pytest.mark.soak(seconds=4)
def test_what_is_typed_while_a_press_is_on_its_way_stays(visit: Visit) -> None:
    """The answer brought the form as it had been sent: a name was gone while it was being typed."""
    player, held = visit(), list[Route]()
    page = player.page
    player.open(f"{make_draft(player, 'scrapbots', 'Quick words')}cards/drone/")
    page.route("**/cards/drone/", lambda route: held.append(route), times=1)
    with page.expect_request("**/cards/drone/"):
        page.get_by_role("combobox", name="Effect", exact=True).first.select_option(label="Draw cards")
    page.get_by_label("Name").fill("Typed meanwhile")
    held[0].continue_()
    expect(page.locator("#card-preview")).to_contain_text(re.compile("Typed meanwhile.*Energy:Draw 1"))
    expect(page.get_by_label("Name")).to_have_value("Typed meanwhile")
