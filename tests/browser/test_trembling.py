"""Whole matches in which each tap and each Enter is a double one: the second must never do anything."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator

from tests.browser.gestures import by_keyboard
from tests.browser.match_page import MatchPage
from tests.browser.tables import PHONE, Table, Visit
from tests.browser.whole import GAMES, play_on

GAPS = (0.1, 0.4)  # seconds between the two
SECOND = 550  # ms, a little less than a second press isn't heard (js/presses.js)
# Notes what each tap led to at once: what was sent, and what was to be opened or shut.
NOTE = """() => {
    window.taps = [];
    let now = null;
    for (const name of ['pointerdown', 'keydown']) {
        addEventListener(name, ({ key, clientX: x, clientY: y, timeStamp: at }) => {
            if (!key || key === 'Enter') taps.push({ x, y, at, led: [] });
        }, true);
    }
    addEventListener('click', (event) => {
        now = event.isTrusted ? taps.at(-1) : null;
        setTimeout(() => { now = null; });
    }, true);
    addEventListener('htmx:beforeRequest', ({ detail: { elt, requestConfig } }) => {
        now?.led.push(`${requestConfig.verb} ${elt.id || elt.className}`);
    });
    addEventListener('click', ({ isTrusted, target }) => {
        const fold = isTrusted && target.closest('summary');
        if (fold) taps.at(-1).led.push(`pressed ${fold.textContent.trim()}`);
    });
}"""


@dataclass
class Trembling(MatchPage):
    """A player who presses everything twice. *led:* what second taps led to."""

    luck: random.Random = field(default_factory=lambda: random.Random(1))
    led: list[str] = field(default_factory=list)
    taps: int = 0

    def touch(self, thing: Locator, **where: Any) -> None:
        """Press twice where *thing* is; wait until the second press has led to what it may lead to."""
        if self.by_finger:
            super().touch(thing, **where)
        else:
            by_keyboard(thing)
        x, y = self.page.evaluate("() => [taps.at(-1).x, taps.at(-1).y]")
        self.page.wait_for_timeout(1000 * self.luck.uniform(*GAPS))
        if self.by_finger:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.keyboard.press("Enter")
        self.taps += 1
        self.page.wait_for_timeout(50)
        what = str(thing).partition("selector=")[2]
        # Where the machine was too slow to press soon, the second press was one of its own.
        soon = f"taps.at(-1).at - taps.at(-2).at < {SECOND} ? taps.at(-1).led : []"
        self.led += [f"{what}: {said}" for said in self.page.evaluate(soon)]
        self.settle()


@pytest.mark.soak(seconds=16)
@pytest.mark.parametrize("by", ["finger", "keys"])
@pytest.mark.parametrize("title", GAMES)
def test_no_second_press_of_a_whole_match_does_anything(visit: Visit, title: str, by: str) -> None:
    """It bought, placed, answered or ended what had come below the finger."""
    visitor, (begin, act) = visit(**(PHONE if by == "finger" else {})), GAMES[title]
    begin(visitor)
    player = Trembling(visitor.page, visitor.address, by_finger=by == "finger")
    player.wait_for_turn()
    player.page.evaluate(NOTE)
    play_on(Table(player), act)
    assert player.taps > 7
    assert player.led == []
