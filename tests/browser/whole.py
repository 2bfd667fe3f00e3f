"""Whole matches against a bot: how one begins in each game, and what somebody in a hurry presses next."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser import test_junkyard_page as junkyard
from tests.browser import test_scrap_knights_page as knights
from tests.browser import test_scrapyard_page as scrapyard
from tests.browser.match_page import MatchPage
from tests.browser.tables import Table

Begin = Callable[[MatchPage], None]
Act = Callable[[Table], None]


def press_next(table: Table) -> None:
    """Press what somebody without a plan does next in Scrapbots."""
    thing = table.player.wish()
    if thing is None:
        table.send(table.find("#end-turn"))
        return
    table.player.press(thing)
    drops = table.find(".drop:visible")
    table.send(drops.first if drops.count() else thing.locator(".tray__choice").first)


def begin_scrapbots(player: MatchPage) -> None:
    player.start(opponent="greedy", turn_cap=4)


def begin_junkyard(player: MatchPage) -> None:
    Table.set_up(player, "junkyard", {2: "greedy"}, round_cap="3")


def begin_scrapyard(player: MatchPage) -> None:
    Table.set_up(player, "scrapyard", {2: "greedy"}, tiles="1")


def begin_scrap_knights(player: MatchPage) -> None:
    knights.set_up(player, "greedy", knights.READY_MADE)


GAMES: dict[str, tuple[Begin, Act]] = {
    "scrapbots": (begin_scrapbots, press_next),
    "junkyard": (begin_junkyard, junkyard.act),
    "scrapyard": (begin_scrapyard, scrapyard.act),
    "scrap-knights": (begin_scrap_knights, knights.act),
}


def play_on(table: Table, act: Act) -> None:
    """Play until the match is over, and see its result."""
    for _ in table.asked():
        act(table)
    table.find("#result-title").wait_for()
