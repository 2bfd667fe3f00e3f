"""The line is cut ten times at random moments of a whole match: no move is lost, and none is made twice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import test_scrap_knights_page as knights
from tests.browser.cuts import KINDS, CutTable
from tests.browser.tables import Visit, screen
from tests.browser.whole import GAMES, play_on

# In each game a match takes at least so many presses, however the bots' turns fall between them.
PRESSES = {"scrapbots": 12, "junkyard": 12, "scrapyard": 12, "scrap-knights": 10}


@pytest.mark.soak(seconds=15)
@pytest.mark.parametrize("title", PRESSES)
def test_a_line_cut_ten_times_loses_no_move_and_doubles_none(
    visit: Visit, title: str, site_folder: Path
) -> None:
    player = visit(**screen(360))
    begin, act = GAMES[title]
    if title == "scrap-knights":  # against a better bot a duel may be over before
        knights.set_up(player, "random", knights.READY_MADE)
    else:
        begin(player)
    table = CutTable(player, moments=CutTable.moments_of(title, PRESSES[title]), folder=site_folder)
    table.watch()
    play_on(table, act)
    assert Counter(table.cuts) == Counter(KINDS * 2)
    assert len(table.stored()) == table.presses
    assert set(table.posted) - set(table.refused) == set(table.stored())
    expect(table.find("#failed-move")).to_be_hidden()
    expect(table.find("#connection-words")).to_have_text("Live")
    assert player.page.evaluate("window.isTheSamePage"), "the page was loaded anew"
    assert not player.scrolls_sideways()
