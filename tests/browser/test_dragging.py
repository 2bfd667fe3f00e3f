"""Dragging in all four games, by mouse and, on a phone, by finger: dropping does what pressing does."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.gestures import drag, drag_by_finger, tremble
from tests.browser.match_page import MatchPage
from tests.browser.tables import PHONE, TWO_BOTS, Table, Visit
from tests.browser.test_junkyard_page import play as play_junkyard
from tests.browser.test_scrap_knights_page import play as play_knights
from tests.browser.test_scrap_knights_page import set_up
from tests.browser.test_scrapyard_page import play as play_scrapyard

HAND = '[data-group="hand"] [data-drag]'
SCRAP = '[data-zone="scrap"]'


def test_a_card_dragged_to_the_scrap_pool_is_discarded(against_bot: MatchPage) -> None:
    page = against_bot.page
    drag(page, page.locator(HAND).first, page.locator(SCRAP))
    expect(page.locator(f"{SCRAP} dd")).not_to_have_text("0")
    expect(page.locator(".drag-ghost, .is-target, .is-dragged")).to_have_count(0)
    expect(page.locator(f"{HAND}[open]")).to_have_count(0)


@pytest.mark.soak(seconds=4)
def test_escape_ends_a_drag_and_nothing_is_played(against_bot: MatchPage) -> None:
    page, seq = against_bot.page, against_bot.seq
    page.locator(HAND).first.hover(position={"x": 14, "y": 14})
    page.mouse.down()
    page.locator(SCRAP).hover()
    expect(page.locator(f"{SCRAP}.is-target.is-over")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".drag-ghost, .is-target")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(f"{HAND}[open]")).to_have_count(0)
    assert against_bot.seq == seq


@pytest.mark.soak(seconds=4)
def test_what_was_let_go_elsewhere_is_dragged_no_further(against_bot: MatchPage) -> None:
    """It hung on the pointer, and the next press dropped it wherever that was."""
    page, seq = against_bot.page, against_bot.seq
    page.locator(HAND).first.hover(position={"x": 14, "y": 14})
    page.mouse.down()
    page.locator(SCRAP).hover()
    expect(page.locator(".drag-ghost")).to_have_count(1)
    # What the browser tells after the button came up over another window.
    page.evaluate("""() => {
        const told = { bubbles: true, pointerId: 1, pointerType: 'mouse', isPrimary: true, buttons: 0 };
        document.body.dispatchEvent(new PointerEvent('pointermove', told));
    }""")
    expect(page.locator(".drag-ghost, .is-target, .is-dragged")).to_have_count(0)
    page.mouse.up()
    assert against_bot.seq == seq


def test_a_finger_drags_after_a_long_press_only(visit: Visit) -> None:
    player = visit(**PHONE)
    player.start(opponent="greedy", turn_cap=40)
    player.wait_for_turn()
    page = player.page
    drag_by_finger(page, page.locator(HAND).first, page.locator(SCRAP), wait=0)
    expect(page.locator(f"{SCRAP} dd")).to_have_text("0")
    drag_by_finger(page, page.locator(HAND).first, page.locator(SCRAP))
    expect(page.locator(f"{SCRAP} dd")).not_to_have_text("0")


@pytest.mark.soak(seconds=7)
def test_a_finger_places_the_scrapbot_and_puts_a_card_into_a_register(visit: Visit) -> None:
    table = Table.set_up(visit(**PHONE), "junkyard", TWO_BOTS, round_cap="1")
    play_junkyard(table, until="placing")
    place = table.find("[data-zone^=space-]").first
    drag_by_finger(table.player.page, table.find('[data-drag="robot"]'), place)
    # It can head several ways there: dropping asks which.
    table.send(table.find(".junk-place[open] button").first)
    expect(table.find('[data-figure="robot-0"]')).to_have_count(1)
    play_junkyard(table, until="programming")
    # The bots' last step would replace the board under the finger.
    expect(table.find(".tag--hot", has_text="programming")).to_have_count(1, timeout=60_000)
    name = table.find(".program__card .junk-face__name").first.inner_text().strip()
    drag_by_finger(table.player.page, table.find(".program__card").first, table.find('[data-register="2"]'))
    expect(table.find('[data-register="2"] .junk-face')).to_contain_text(name)


@pytest.mark.soak(seconds=5)
def test_a_cube_is_dragged_from_the_supply_and_from_card_to_card(visit: Visit) -> None:
    table = Table.set_up(visit(), "scrapyard", TWO_BOTS, tiles="1")
    play_scrapyard(table, until="placing")
    page, supply = table.player.page, table.find('.plate [data-drag="cube:supply"]')
    zone = str(table.find("[data-zone]").first.get_attribute("data-zone"))
    drag(page, supply, table.find(f'[data-zone="{zone}"]'))
    cube = table.find(f'[data-key="plot-{zone.removeprefix("card:")}"]')
    expect(cube.locator(".cube")).to_have_count(1)
    # Another of the supply would be placed by a press now: the drag picks up this one first.
    goal = table.find(f'[data-zone="{zone}"] ~ [data-zone]').first
    key = str(goal.get_attribute("data-key"))
    drag(page, cube, goal)
    expect(table.find(f'[data-key="{key}"] .cube')).to_have_count(1)
    expect(cube.locator(".cube")).to_have_count(0)


@pytest.mark.soak(seconds=17)
def test_a_pawn_is_dragged_to_a_card_by_finger(visit: Visit) -> None:
    table = Table.set_up(visit(**PHONE), "scrapyard", TWO_BOTS, tiles="1")
    play_scrapyard(table, until="collecting")
    zone = str(table.find("[data-zone]").first.get_attribute("data-zone"))
    drag_by_finger(table.player.page, table.find('[data-drag="pawn"]'), table.find(f'[data-zone="{zone}"]'))
    pawn = table.find(f'[data-key="plot-{zone.removeprefix("card:")}"] .pawn')
    expect(pawn.first).to_be_visible()


@pytest.mark.soak(seconds=6)
def test_a_finger_that_trembles_at_the_edge_of_a_small_card_walks_nowhere(visit: Visit) -> None:
    table = Table.set_up(visit(**PHONE), "scrapyard", TWO_BOTS, tiles="1")
    play_scrapyard(table, until="collecting")
    page, mine = table.player.page, '[data-drag="pawn"]:is(td)'
    # In the leftmost column, so that there is a card to the right.
    table.send(table.find('[data-zone$="-1"] button').first)
    if not table.has(mine):
        play_scrapyard(table, until="collecting")
    seq = table.player.seq
    tremble(page, table.find(mine), by=14)
    expect(table.find(".drag-ghost, .is-target, .is-dragged")).to_have_count(0)
    page.wait_for_timeout(300)
    assert table.player.seq == seq


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
@pytest.mark.soak(seconds=5)
def test_an_act_is_dragged_onto_the_own_mech(visit: Visit, screen: dict[str, Any]) -> None:
    table = set_up(visit(**screen), "greedy")
    play_knights(table, until="choosing")
    # The bot's choice would replace the board under the mouse.
    expect(table.find(".mech .tag--hot")).to_have_count(1, timeout=60_000)
    seq = table.player.seq
    by_hand = drag_by_finger if screen else drag
    by_hand(
        table.player.page,
        table.find(".act[data-drag] .card, .act[data-drag]").first,
        table.find('[data-zone="mech"]'),
    )
    expect(table.player.board).not_to_have_attribute("data-seq", str(seq))
