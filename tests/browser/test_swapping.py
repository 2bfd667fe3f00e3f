"""A fresh board replaces only what has changed of the one that is shown, and is then what the site sent."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.match_page import MatchPage
from tests.browser.tables import PHONE, Table, Visit
from tests.browser.whole import GAMES, play_on
from tests.soak.tenths import soaking

# Notes of each board, before another script looks at it, whether it is the one that came, with what its
# fields hold, and how much of it was there before.
WATCH = """() => {
    const seen = window.swapped = {boards: 0, stayed: [], wrong: []};
    const board = () => document.querySelector('#board');
    const held = (root) => JSON.stringify([...root.querySelectorAll('input, select, textarea')].map(
        ({name, value, checked}) => [name, value, checked]));
    const difference = (one, other) => {
        const at = [...one].findIndex((letter, place) => letter !== other[place]);
        return [one, other].map((text) => text.slice(Math.max(0, at - 80), at + 120));
    };
    let before = [];
    addEventListener('htmx:beforeSwap', ({detail}) => {
        if (detail.target.id === 'board') before = [board(), new Set(board().querySelectorAll('*'))];
    }, true);
    addEventListener('htmx:afterSwap', ({detail}) => {
        if (detail.target.id !== 'board') return;
        const page = new DOMParser().parseFromString(detail.xhr.response, 'text/html');
        const came = page.querySelector('#board');
        const now = board().cloneNode(true);
        now.classList.remove('htmx-settling');
        const nodes = [...board().querySelectorAll('*')];
        const stayed = nodes.filter((node) => before[1].has(node));
        seen.boards += 1;
        if (before[0] === board()) seen.stayed.push(stayed.length / nodes.length);
        if (!now.isEqualNode(came)) seen.wrong.push(difference(now.outerHTML, came.outerHTML));
        if (held(board()) !== held(came)) seen.wrong.push(difference(held(board()), held(came)));
    }, true);
}"""
BREAK = """() => {
    const set = Element.prototype.setAttribute;
    Element.prototype.setAttribute = function (name, value) {
        if (name !== 'data-seq') set.call(this, name, value);
    };
}"""


def watched(player: MatchPage) -> dict[str, Any]:
    seen: dict[str, Any] = player.page.evaluate("() => window.swapped")
    return seen


@pytest.mark.parametrize(
    ("title", "options"),
    [
        ("scrapyard", {}),
        *(soaking(title, {}, seconds=15) for title in GAMES if title != "scrapyard"),
        *(soaking(title, PHONE, seconds=15) for title in GAMES),
    ],
)
def test_each_board_of_a_match_is_the_one_that_came(
    visit: Visit, title: str, options: dict[str, Any]
) -> None:
    player, (begin, act) = visit(**options), GAMES[title]
    begin(player)
    player.page.evaluate(WATCH)
    play_on(Table(player), act)
    seen = watched(player)
    assert not seen["wrong"]
    assert seen["boards"] >= len(seen["stayed"]) >= 3
    assert max(seen["stayed"]) > 0.6


@pytest.mark.soak(seconds=5)
def test_a_board_that_misses_something_would_be_found(against_bot: MatchPage) -> None:
    against_bot.page.evaluate(WATCH)
    against_bot.page.evaluate(BREAK)
    against_bot.page.locator(".deed--whole").first.click()
    against_bot.page.wait_for_function("() => window.swapped.boards")
    assert watched(against_bot)["wrong"]
