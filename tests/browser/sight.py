"""Whether a player has in sight what they are asked for."""

from __future__ import annotations

from playwright.sync_api import Locator

from tests.browser.tables import Table

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
# A swipe goes as far as the strip or pane is wide or high. Only ready-made mechs are a list to leaf through.
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
    const stripOf = (thing) => {
        let one = thing.parentElement;
        const goesOn = () => one.scrollWidth > one.clientWidth + 1
            && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX);
        while (one && !(goesOn() && !one.matches('.panes, .pane, html, body'))) one = one.parentElement;
        return one ?? thing.closest('[data-keep-scroll]:not(.panes)');
    };
    const swipeTo = (thing) => {
        const strip = stripOf(thing);
        const pane = thing.closest('.pane');
        for (const scroller of [strip, pane].filter(Boolean)) {
            const [from, to] = [scroller, thing].map((one) => one.getBoundingClientRect());
            const left = to.left + to.width / 2 - from.left - from.width / 2;
            const top = to.top + to.height / 2 - from.top - from.height / 2;
            const beyond = Math.max(from.left - to.left, to.right - from.right) / from.width;
            const below = Math.max(from.top - to.top, to.bottom - from.bottom) / from.height;
            if (Math.max(beyond, below) > 1 && !scroller.matches('.ready-mades')) return;
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
    assert pressed.count()
    hidden = pressed.evaluate_all(OUT_OF_SIGHT)
    assert not hidden, f"{table.phase if table.has('.yard-status') else ''}: {hidden}"


def check_in_reach(table: Table, pressed: Locator) -> None:
    """See that each of *pressed* is in view, or is after a swipe, and that a tab says what is shown."""
    page = table.player.page
    page.evaluate("scrollTo(0, 0)")
    assert pressed.count()
    lost = pressed.evaluate_all(OUT_OF_REACH)
    assert not lost, f"{table.phase if table.has('.yard-status') else ''}: {lost}"
    assert not table.player.scrolls_sideways()
    tabs = table.find(".pane-tabs a:visible")
    assert not tabs.count() or table.find(".pane-tabs a[aria-current]").count() == 1
