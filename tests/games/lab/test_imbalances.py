"""Imbalances put into a real title are found: by the first sentence, by the card table, by a measure.

docs/lab.md quotes how many of forty reports found them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games import catalog
from games.engine.drafting import Ability, CardChange, Changes
from games.engine.protocol import EditionInfo
from games.lab.measuring.setup import Setup
from games.lab.measuring.shards import played
from games.lab.measuring.summary import Summary, summary_of
from games.lab.words import headline
from games.titles.scrapbots import TITLE
from games.titles.scrapbots.game import ScrapbotsGame
from games.titles.scrapbots.state import WOUND
from tests.soak.tenths import soaking

HEAD_START = 8
_STRIKE = Ability({"energy": 0}, ({"do": "damage", "amount": 100},))
CHANGES = {
    "strong-drone": Changes({"drone": CardChange(does=(_STRIKE, _STRIKE))}),
    "endless": Changes({"brain-damage": CardChange({"quantity": 60})}, parameters={"wound_damage": 50}),
}


class HeadStart(ScrapbotsGame):
    """Scrapbots in which the second player begins with eight Wounds."""

    def new(self, *args: Any) -> Any:
        state, events = super().new(*args)
        state.discards[1 - state.active] += [WOUND] * HEAD_START
        state.stack -= HEAD_START
        return state, events


def editions() -> dict[str, EditionInfo]:
    drafts = {
        slug: TITLE.drafting.edition_from(TITLE.newest, changes, slug) for slug, changes in CHANGES.items()
    }
    patched = replace(TITLE.newest, slug="head-start", game=HeadStart(TITLE.newest.game.rules))
    return {**TITLE.editions, **drafts, patched.slug: patched}


@pytest.fixture(autouse=True)
def _drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog._TITLES, "scrapbots", replace(TITLE, editions=editions()))


def report(edition: str, games: int, seed: int, against: str = "") -> tuple[Setup, Summary]:
    setup = Setup("scrapbots", edition, against, level="random", games=games, seed=seed)
    return setup, summary_of(setup, played(setup))


def says_of_first(games: int, seed: int) -> bool:
    setup, summary = report("head-start", games, seed)
    return headline(setup, summary).endswith(": an advantage that chance doesn’t explain.")


def finds_drone(games: int, seed: int) -> bool:
    _, summary = report("strong-drone", games, seed)
    drone = next(card.side for card in summary.cards if card.slug == "drone")
    return drone.stands_out and drone.effect.low > 0


def finds_limit(games: int, seed: int) -> bool:
    _, summary = report("endless", games, seed, against=TITLE.newest.slug)
    capped = next(figure for figure in summary.figures if figure.slug == "capped")
    return capped.is_different and capped.side.value == 1


@pytest.mark.parametrize(
    "finds, games, reports, least",
    [
        (says_of_first, 40, 1, 1),
        (finds_drone, 40, 1, 1),
        (finds_limit, 20, 1, 1),
        soaking(says_of_first, 100, 40, 38, seconds=210),
        soaking(finds_drone, 60, 40, 38, seconds=100),
        soaking(finds_limit, 20, 40, 38, seconds=110),
    ],
    ids=["first", "drone", "limit", "first-whole", "drone-whole", "limit-whole"],
)
@pytest.mark.soak(seconds=3)
def test_an_imbalance_is_found(finds, games, reports, least):
    assert sum(finds(games, seed) for seed in range(1, reports + 1)) >= least
