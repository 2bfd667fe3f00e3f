"""Signs that are only a background stay where the browser chooses the colours, as for high contrast."""

from __future__ import annotations

import pytest

from tests.browser.match_page import MatchPage
from tests.browser.tables import TWO_BOTS, Table, Visit
from tests.browser.test_designers_way import make_draft
from tests.browser.test_scrap_knights_page import set_up

# What is drawn there, of the thing itself or of what it has before its content.
DRAWN = """(node, part) => {
    const looks = getComputedStyle(node, part);
    return looks.backgroundImage + looks.backgroundColor;
}"""


def drawn(player: MatchPage, sign: str, part: str | None = None) -> str:
    """Return the background of the first thing that matches *sign*."""
    return str(player.page.locator(sign).first.evaluate(DRAWN, part))


@pytest.mark.soak(seconds=5)
def test_cubes_eyes_and_the_marks_of_seats_keep_their_colours(visit: Visit) -> None:
    player = visit(forced_colors="active")
    Table.set_up(player, "scrapyard", TWO_BOTS, tiles="1")
    assert len({drawn(player, f".plate__mark.seat-mark--{seat}") for seat in range(3)}) == 3
    assert "gradient" in drawn(player, ".yard-legend .cube")
    assert "gradient" in drawn(player, ".pawn", "::before")
    assert drawn(player, ".plot__seen--sign") != drawn(player, "body")
    player.open(f"{player.address}/games/scrapyard/")
    assert drawn(player, ".guide-eye", "::before") != drawn(player, ".guide-eye")


@pytest.mark.soak(seconds=4)
def test_links_and_gauges_show_how_full_they_are(visit: Visit) -> None:
    player = visit(forced_colors="active")
    set_up(player, "greedy")
    assert drawn(player, ".gauge--hp .gauge__cell.is-full") != drawn(
        player, ".gauge--heat .gauge__cell:not(.is-full)"
    )
    adjusted = player.page.locator(".links__one").first.evaluate(
        "node => getComputedStyle(node).forcedColorAdjust"
    )
    assert adjusted == "none"


def test_the_chosen_picture_of_a_new_card_is_framed(visit: Visit) -> None:
    player = visit(forced_colors="active")
    player.open(f"{make_draft(player, 'scrapbots', 'Framed')}add/?type=Component")
    frame = "node => getComputedStyle(node).outlineStyle"
    icons = player.page.locator(".card-edit__icon")
    assert icons.filter(has=player.page.locator(":checked")).evaluate(frame) == "solid"
    assert icons.filter(has_not=player.page.locator(":checked")).first.evaluate(frame) == "none"
