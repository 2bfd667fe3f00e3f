"""What the focus comes to lies under none of the bars that stay at the edges of the window."""

from __future__ import annotations

import pytest

from tests.browser.match_page import MatchPage
from tests.browser.tables import TWO_BOTS, Table, Visit
from tests.browser.test_designers_way import make_draft
from tests.browser.test_lessons import begin

# As far down as the window goes, or as far up: there the bars are.
AT_THE_EDGE = """([sign, isLow]) => {
    const node = [...document.querySelectorAll(sign)].at(-1);
    const box = node.getBoundingClientRect();
    scrollBy({ top: isLow ? box.bottom - innerHeight : box.top, behavior: "instant" });
}"""


def check_uncovered(player: MatchPage, sign: str, *, at_the_top: bool = False) -> None:
    """See that nothing lies over the last thing of *sign* when it has the focus at the edge of the window."""
    player.page.locator(sign).last.wait_for()
    player.page.evaluate(AT_THE_EDGE, [sign, not at_the_top])
    Table(player).check_uncovered(sign)


@pytest.mark.soak(seconds=5)
def test_the_bar_of_actions_of_scrapbots_and_that_of_the_replay(visit: Visit) -> None:
    player = visit(viewport={"width": 800, "height": 600})
    player.start(opponent="greedy")
    player.wait_for_turn()
    check_uncovered(player, ".held summary")
    player.open(f"{player.page.url}replay/")
    check_uncovered(player, ".replay__jump button")


def test_the_bar_of_the_deck_builder(visit: Visit) -> None:
    player = visit(viewport={"width": 800, "height": 600})
    player.open(f"{player.address}/decks/scrap-knights/")
    check_uncovered(player, ".find__places button")


def test_the_bar_of_the_form_of_a_card(visit: Visit) -> None:
    player = visit(viewport={"width": 400, "height": 600})
    player.open(f"{make_draft(player, 'scrapbots', 'Bars')}cards/drone/")
    check_uncovered(player, "#at-does-0-effects-verb")


@pytest.mark.soak(seconds=4)
def test_the_words_of_a_tutorial(visit: Visit) -> None:
    player = visit(viewport={"width": 360, "height": 740})
    begin(player, "scrapbots")
    check_uncovered(player, ".held summary", at_the_top=True)


@pytest.mark.soak(seconds=5)
def test_in_a_low_window_the_bars_arent_held(visit: Visit) -> None:
    player = visit(viewport={"width": 320, "height": 256})
    Table.set_up(player, "junkyard", TWO_BOTS)
    place = "nodes => nodes.map((node) => getComputedStyle(node).position)"
    assert player.page.locator(".actions").evaluate_all(place) == ["relative"]
    assert player.page.locator(".program__hand").evaluate_all(place) == ["static"]
    height = "getComputedStyle(document.documentElement).getPropertyValue('--actions-height')"
    assert player.page.evaluate(height) == "0px"
    player.open(f"{player.page.url}replay/")
    assert player.page.locator(".replay__bar").evaluate_all(place) == ["static"]
