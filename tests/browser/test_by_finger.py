"""Whole matches by taps on a phone; the looks on phones tap too, but don't play every game to its end."""

from __future__ import annotations

import pytest

from tests.browser.tables import Table, Visit, screen
from tests.browser.whole import GAMES, play_on


@pytest.mark.soak(seconds=10)
@pytest.mark.parametrize("title", GAMES)
def test_a_whole_match_is_played_by_taps_on_a_phone(visit: Visit, title: str) -> None:
    player, (begin, act) = visit(**screen(360)), GAMES[title]
    begin(player)
    kinds = "addEventListener('pointerdown', (e) => (window.pointers ??= new Set()).add(e.pointerType), true)"
    player.page.evaluate(kinds)
    play_on(Table(player), act)
    assert player.page.evaluate("[...pointers]") == ["touch"]
    assert not player.scrolls_sideways()
