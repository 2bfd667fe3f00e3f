"""What a player is asked for is in sight: nobody scrolls between what they decide on and what they press."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

from tests.browser import test_junkyard_page as junkyard
from tests.browser import test_scrap_knights_page as knights
from tests.browser import test_scrapyard_page as scrapyard
from tests.browser.tables import Table, Visit

LOW_DESK: dict[str, Any] = {"viewport": {"width": 1366, "height": 650}}
# What sends a move, picks something up or says what can be done with it.
PRESSED = """#board button[form=moves], #board a[href*='pick='], #board summary[aria-label^=Place],
    #board .thing.can-act > summary, .act button, .act select, .act label"""
OUT_OF_SIGHT = """things => {
    const bar = document.querySelector('.actions');
    const end = bar.getBoundingClientRect().top + 1;
    return things.filter((thing) => thing.checkVisibility() && !thing.disabled).filter((thing) => {
        if (thing.closest('.ready-mades, .hand__cards')) {  // a strip that scrolls sideways
            thing.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
            if (scrollY) return true;
        }
        const box = thing.getBoundingClientRect();
        const low = bar.contains(thing) ? innerHeight + 1 : end;
        return box.top < -1 || box.left < -1 || box.right > innerWidth + 1 || box.bottom > low;
    }).map((thing) => {
        const words = (thing.ariaLabel || thing.textContent).trim().replace(/\\s+/g, ' ');
        return `${words}, down to ${thing.getBoundingClientRect().bottom} of ${end}`;
    });
}"""


def check_in_sight(table: Table, pressed: Locator) -> None:
    """See that all of *pressed* are wholly in view at the top of the page, above the bar of actions."""
    table.player.page.evaluate("scrollTo(0, 0)")
    hidden = pressed.evaluate_all(OUT_OF_SIGHT)
    assert not hidden, f"{table.phase if table.has('.yard-status') else ''}: {hidden}"


def check_places(table: Table) -> None:
    """See that the ways to head are in view too, wherever the Scrapbot is placed."""
    for place in table.find(".junk-place > summary").all():
        place.click()
        check_in_sight(table, table.find(PRESSED))
        place.click()


def test_junkyard_is_played_on_a_low_desk_without_scrolling(visit: Visit) -> None:
    table = Table.set_up(visit(**LOW_DESK), "junkyard", {2: "random"}, round_cap="2")
    for _ in table.asked():
        check_in_sight(table, table.find(PRESSED))
        if table.phase.startswith("placing"):
            check_places(table)
        if table.phase.startswith("programming") and table.has(junkyard.HAND):
            junkyard.pick(table)
            check_in_sight(table, table.find(PRESSED))
            table.show(table.find("#put-down"), ".program__hand:not(:has(.is-picked))")
        junkyard.act(table)


def test_scrap_knights_is_played_on_a_low_desk_without_scrolling(visit: Visit) -> None:
    table = knights.set_up(visit(**LOW_DESK), "greedy", knights.READY_MADE)
    seen = set[str]()
    for _ in table.asked():
        seen.add(table.phase.split()[0])
        check_in_sight(table, table.find(PRESSED))
        if not table.phase.startswith("building"):
            check_in_sight(table, table.find(".duel-field, .gauges"))
        if table.has(".ready-made"):
            table.send(table.find(".ready-made").last)
            check_in_sight(table, table.find(PRESSED))
        knights.act(table)
    assert {"building", "choosing"} <= seen


def test_scrapbots_is_played_on_a_low_desk_without_scrolling(visit: Visit) -> None:
    player = visit(**LOW_DESK)
    player.start(opponent="greedy", turn_cap=6)
    table = Table(player)
    opened = set[str]()
    for _ in table.asked():
        check_in_sight(table, table.find(PRESSED))
        thing = player.wish()
        if thing is None:
            player.end_turn()
            continue
        player.press(thing)
        opened.add(str(thing.get_attribute("data-thing")).partition(":")[0])
        check_in_sight(table, table.find(PRESSED))
        drops = table.find(".drop:visible")
        player.act(drops.first if drops.count() else thing.locator(".tray__choice").first)
    assert {"hand", "market"} <= opened


def test_scrapyard_is_played_on_a_low_desk_without_scrolling(visit: Visit) -> None:
    table = Table.set_up(visit(**LOW_DESK), "scrapyard", {2: "random"}, tiles="1")
    seen = set[str]()
    for _ in table.asked():
        seen.add(table.phase.split()[0])
        check_in_sight(table, table.find(PRESSED))
        scrapyard.act(table)
    assert seen == {"peeking", "placing", "choosing", "collecting"}
