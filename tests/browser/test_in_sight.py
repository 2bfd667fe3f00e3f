"""What a player is asked for is in sight: nobody scrolls between what they decide on and what they press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator

from tests.browser import test_junkyard_page as junkyard
from tests.browser import test_scrap_knights_page as knights
from tests.browser import test_scrapyard_page as scrapyard
from tests.browser.match_page import MatchPage
from tests.browser.tables import PHONE, Table, Visit

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

# On a phone one swipe shows another pane, or the rest of a pane or strip: the page itself never scrolls.
OUT_OF_REACH = """things => {
    const bar = document.querySelector('.actions');
    const end = bar.getBoundingClientRect().top + 1;
    const places = [...document.querySelectorAll('.panes, .pane, [data-keep-scroll]')].map(
        (one) => [one, { left: one.scrollLeft, top: one.scrollTop }],
    );
    const isIn = (thing) => {
        const { top, left, right, bottom } = thing.getBoundingClientRect();
        return top > -1 && left > -1 && right < innerWidth + 1
            && bottom < (bar.contains(thing) ? innerHeight + 1 : end);
    };
    const swipeTo = (thing) => {
        const strip = thing.closest('[data-keep-scroll]:not(.panes)');
        const pane = thing.closest('.pane');
        for (const scroller of [strip, pane].filter(Boolean)) {
            const [from, to] = [scroller, thing].map((one) => one.getBoundingClientRect());
            const left = to.left + to.width / 2 - from.left - from.width / 2;
            const top = to.top + to.height / 2 - from.top - from.height / 2;
            const swipes = Math.max(Math.abs(left) / from.width, Math.abs(top) / from.height);
            if (scroller === pane && swipes > 1.5) return;
            scroller.scrollBy({ left, top, behavior: 'instant' });
        }
        pane?.closest('.panes').scrollTo({ left: pane.offsetLeft, behavior: 'instant' });
    };
    const lost = things.filter((thing) => thing.checkVisibility() && !thing.disabled).map((thing) => {
        if (isIn(thing)) return '';
        swipeTo(thing);
        const words = (thing.ariaLabel || thing.textContent).trim().replace(/\\s+/g, ' ');
        const { top, left, right, bottom } = thing.getBoundingClientRect();
        return isIn(thing) ? '' : `${words}: ${[left, top, right, bottom]}, bar at ${end}`;
    }).filter(Boolean);
    places.forEach(([one, place]) => one.scrollTo({ ...place, behavior: 'instant' }));
    return lost;
}"""


IN_VIEW = """selector => {
    const { left, right } = document.querySelector(selector).getBoundingClientRect();
    return left > -1 && right < innerWidth + 1;
}"""


def check_in_sight(table: Table, pressed: Locator) -> None:
    """See that all of *pressed* are wholly in view at the top of the page, above the bar of actions."""
    table.player.page.evaluate("scrollTo(0, 0)")
    hidden = pressed.evaluate_all(OUT_OF_SIGHT)
    assert not hidden, f"{table.phase if table.has('.yard-status') else ''}: {hidden}"


def check_in_reach(table: Table, pressed: Locator) -> None:
    """See that each of *pressed* is in view, or is after a swipe, and that a tab says what is shown."""
    page = table.player.page
    page.evaluate("scrollTo(0, 0)")
    lost = pressed.evaluate_all(OUT_OF_REACH)
    assert not lost, f"{table.phase if table.has('.yard-status') else ''}: {lost}"
    assert not table.player.scrolls_sideways()
    tabs = table.find(".pane-tabs a:visible")
    assert not tabs.count() or table.find(".pane-tabs a[aria-current]").count() == 1


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
    play_scrap_knights(visit(**LOW_DESK), check_in_sight)


def play_scrap_knights(player: MatchPage, check: Callable[[Table, Locator], None]) -> None:
    """Play a short match. *check:* looks at what can be pressed, and at both mechs when they stand."""
    table = knights.set_up(player, "greedy", knights.READY_MADE)
    seen = set[str]()
    for _ in table.asked():
        seen.add(table.phase.split()[0])
        check(table, table.find(PRESSED))
        if not table.phase.startswith("building"):
            check(table, table.find(".duel-field, .gauges"))
        if table.has(".ready-made"):
            table.send(table.find(".ready-made").last)
            check(table, table.find(PRESSED))
        knights.act(table)
    assert {"building", "choosing"} <= seen


def play_scrapbots(player: MatchPage, check: Callable[[Table], None]) -> None:
    """Play a short match. *check:* looks at the page when something is asked, and when a thing is open."""
    player.start(opponent="greedy", turn_cap=6)
    table = Table(player)
    opened = set[str]()
    for _ in table.asked():
        check(table)
        thing = player.wish()
        if thing is None:
            player.end_turn()
            continue
        player.press(thing)
        opened.add(str(thing.get_attribute("data-thing")).partition(":")[0])
        check(table)
        drops = table.find(".drop:visible")
        player.act(drops.first if drops.count() else thing.locator(".tray__choice").first)
    assert {"hand", "market"} <= opened


def test_scrapbots_is_played_on_a_low_desk_without_scrolling(visit: Visit) -> None:
    play_scrapbots(visit(**LOW_DESK), lambda table: check_in_sight(table, table.find(PRESSED)))


def test_scrapyard_is_played_on_a_low_desk_without_scrolling(visit: Visit) -> None:
    table = Table.set_up(visit(**LOW_DESK), "scrapyard", {2: "random"}, tiles="1")
    seen = set[str]()
    for _ in table.asked():
        seen.add(table.phase.split()[0])
        check_in_sight(table, table.find(PRESSED))
        scrapyard.act(table)
    assert seen == {"peeking", "placing", "choosing", "collecting"}


def test_scrapbots_is_played_on_a_phone_by_swipes(visit: Visit) -> None:
    play_scrapbots(visit(**PHONE), lambda table: check_in_reach(table, table.find(PRESSED)))


def test_scrapyard_is_played_on_a_phone_by_swipes(visit: Visit) -> None:
    table = Table.set_up(visit(**PHONE), "scrapyard", {2: "random"}, tiles="1")
    smallest = 44
    for _ in table.asked():
        check_in_reach(table, table.find(PRESSED))
        sizes = table.find(".plot button").evaluate_all(
            "plots => plots.map((plot) => Math.min(plot.offsetWidth, plot.offsetHeight))"
        )
        assert min(sizes, default=smallest) >= smallest
        stood = (
            table.find("[data-mine]").first.get_attribute("data-key") if table.has("[data-mine]") else None
        )
        scrapyard.act(table)
        if table.has(f"[data-mine]:not([data-key='{stood}'])"):
            table.player.page.wait_for_function(IN_VIEW, arg="[data-mine]")


def test_junkyard_is_played_on_a_phone_by_swipes(visit: Visit) -> None:
    table = Table.set_up(visit(**PHONE), "junkyard", {2: "random"}, round_cap="2")
    for _ in table.asked():
        check_in_reach(table, table.find(PRESSED))
        if table.phase.startswith("programming") and table.has(junkyard.HAND):
            assert table.player.page.evaluate(IN_VIEW, ".program__hand")
            junkyard.pick(table)
            assert table.player.page.evaluate(IN_VIEW, ".program__put")
            check_in_reach(table, table.find(PRESSED))
            table.show(table.find("#put-down"), ".program__hand:not(:has(.is-picked))")
        elif table.phase.startswith("placing"):
            assert table.player.page.evaluate(IN_VIEW, ".junk-place")
        junkyard.act(table)


def test_scrap_knights_is_played_on_a_phone_by_swipes(visit: Visit) -> None:
    play_scrap_knights(visit(**PHONE), check_in_reach)
