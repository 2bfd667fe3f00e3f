"""Whole matches by pressing on a low desk: what a player is asked for is in sight, and nobody scrolls between
what they decide on and what they press. The same on phones is beside axe's looks, in the pages' own tests.
Two of the games here are for the soak."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import test_junkyard_page as junkyard
from tests.browser import test_match_page as scrapbots
from tests.browser import test_scrap_knights_page as knights
from tests.browser import test_scrapyard_page as scrapyard
from tests.browser.sight import PRESSED, check_in_sight
from tests.browser.tables import PHONE, TWO_BOTS, Table, Visit
from tests.soak.tenths import soaking

# Mechs about which there is no more to say than usual, and those of them whose plates are cut.
PLATES = ".mech:not(:has(.mech__carries, .gauge.is-over, .bot.is-used))"
CUT = """plates => plates.filter((plate) => plate.scrollHeight > plate.clientHeight + 4).map(
    (plate) => plate.innerText,
)"""
LOW_DESK: dict[str, Any] = {"viewport": {"width": 1366, "height": 650}}
SCROLL = "top => scrollTo({top, behavior: 'instant'})"
BOTTOM = 9999


def check_places(table: Table) -> None:
    """See that the ways to head are in view too, wherever the Scrapbot is placed."""
    places = table.find(".junk-place > summary").all()
    assert places
    for place in places:
        place.click()
        check_in_sight(table, table.find(PRESSED))
        # They once lay over their own place, and stayed open over what was pressed next.
        there, ways = place.bounding_box(), table.find(".junk-place[open] > div").bounding_box()
        assert there
        assert ways
        assert any(
            ways[at] >= there[at] + there[size] or ways[at] + ways[size] <= there[at]
            for at, size in (("x", "width"), ("y", "height"))
        )
        table.find(".yard-status").click(position={"x": 1, "y": 1})
        expect(table.find(".junk-place[open]")).to_have_count(0)


@pytest.mark.soak(seconds=9)
def test_junkyard_is_played_on_a_low_desk_without_scrolling(visit: Visit) -> None:
    table = Table.set_up(visit(**LOW_DESK), "junkyard", TWO_BOTS, round_cap="2")
    for _ in table.asked():
        check_in_sight(table, table.find(PRESSED))
        if table.phase.startswith("placing"):
            check_places(table)
        if table.phase.startswith("programming") and table.has(junkyard.HAND):
            junkyard.pick(table)
            check_in_sight(table, table.find(PRESSED))
            table.show(table.find("#put-down"), ".program__hand:not(:has(.is-picked))")
        junkyard.act(table)
    expect(table.find("#result-title")).to_be_visible()
    expect(table.find(".result__score")).to_have_count(3)
    expect(table.find(".junk-back")).to_have_count(0)


def test_scrap_knights_is_played_on_a_low_desk_without_scrolling(visit: Visit) -> None:
    table = knights.set_up(visit(**LOW_DESK), "greedy", knights.READY_MADE)
    seen = set[str]()
    for _ in table.asked():
        seen.add(table.phase.split()[0])
        check_in_sight(table, table.find(PRESSED))
        if not table.phase.startswith("building"):
            check_in_sight(table, table.find(".duel-field, .gauges"))
            assert not table.find(PLATES).evaluate_all(CUT), table.phase
        if table.has(".ready-made"):
            table.send(table.find(".ready-made", has_text="Riptide"))
            check_in_sight(table, table.find(PRESSED))
        knights.act(table)
    assert {"building", "choosing"} <= seen
    expect(table.find("#result-title")).to_be_visible()
    expect(table.find(".result__score")).to_have_count(2)
    expect(table.find(".result__score").first).to_contain_text("HP")


@pytest.mark.soak(seconds=15)
def test_scrapbots_is_played_on_a_low_desk_without_scrolling(visit: Visit) -> None:
    player, turn_cap = visit(**LOW_DESK), 12
    player.start(opponent="greedy", turn_cap=turn_cap)
    table = Table(player)
    opened = scrapbots.press_through(table, lambda: check_in_sight(table, table.find(PRESSED)), turn_cap)
    assert {"hand", "market"} <= opened
    expect(table.find("#result-title")).to_be_visible()
    expect(table.find(".proof__values")).to_contain_text("Seed")
    player.page.get_by_role("button", name="Play again").click()
    expect(player.board).to_have_attribute("data-status", "running")


@pytest.mark.soak(seconds=10)
def test_scrapyard_is_played_on_a_low_desk_without_scrolling(visit: Visit) -> None:
    table = Table.set_up(visit(**LOW_DESK), "scrapyard", TWO_BOTS, tiles="1")
    seen = set[str]()
    for _ in table.asked():
        seen.add(table.phase.split()[0])
        check_in_sight(table, table.find(PRESSED))
        scrapyard.act(table)
    assert seen == scrapyard.PHASES
    expect(table.find("#result-title")).to_be_visible()
    expect(table.find(".plate__score")).to_have_count(3)
    expect(table.find(".plate__hidden")).to_have_count(0)
    expect(table.find(".plot:not(.is-known):not(.is-gone)")).to_have_count(0)


@pytest.mark.parametrize("screen", [LOW_DESK, soaking(PHONE, seconds=5)])
def test_the_next_question_comes_into_sight_if_one_has_scrolled_away(
    visit: Visit, screen: dict[str, Any]
) -> None:
    """After “Ready”, at the cards to build with, the first ACTs were far above the screen."""
    table = knights.set_up(visit(**screen), "greedy", knights.READY_MADE)
    page = table.player.page
    expect(table.player.board).to_contain_text("Greedy bot is ready")
    table.send(table.find(".ready-made:not(.is-mine)").first)
    page.evaluate(SCROLL, BOTTOM)
    table.send(table.find(knights.FINISH))
    expect(table.find(knights.GO).first).to_be_in_viewport(ratio=1)
    check_in_sight(table, table.find(knights.GO).first)
    # What is in sight stays where it is.
    page.evaluate(SCROLL, 40)
    asked = table.find(".yard-status h2").inner_text()
    knights.act(table)
    expect(table.find(".yard-status h2")).not_to_have_text(asked)
    table.wait()
    assert page.evaluate("scrollY") == 40


@pytest.mark.parametrize(
    ("place", "is_brought"),
    [soaking("#talk-text", False, seconds=6), soaking(".site-footer a", True, seconds=6)],
)
def test_the_next_question_takes_neither_the_focus_nor_whoever_writes_away(
    visit: Visit, place: str, is_brought: bool
) -> None:
    host = knights.set_up(visit(**LOW_DESK), "link", knights.READY_MADE)
    friend = Table.joined(visit(), host)
    page = host.player.page
    for table in (host, friend):
        table.send(table.find(".ready-made:not(.is-mine)").first)
    host.send(host.find(knights.FINISH))
    page.evaluate(SCROLL, BOTTOM)
    page.locator(place).first.focus()
    was = page.evaluate("scrollY")
    assert was > 300
    friend.send(friend.find(knights.FINISH))
    host.find(knights.GO).first.wait_for()
    assert (page.evaluate("scrollY") < 100) == is_brought
    assert host.has_focus(place)
