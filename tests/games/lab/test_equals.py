"""The A/A run on real titles: an edition beside itself, on other deals, seldom differs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games import catalog
from games.lab.measuring.setup import AGAINST, Setup
from games.lab.measuring.shards import played
from games.lab.measuring.summary import summary_of

TITLES = ("scrapbots", "scrap-knights", "scrapyard", "junkyard")
REPORTS = 10
# Two families of questions at 5 % each: one in ten reports is expected, four in one of a hundred runs.
MOST_ALARMS = 3


def alarms_of(title: str, seed: int) -> bool:
    """Return whether a report says that a measure or a card differs between an edition and itself."""
    edition = catalog.title(title).newest.slug
    setup = Setup(title, edition, level="random", games=40, seed=seed)
    other = played(replace(setup, seed=seed + 100_000))
    games = [*played(setup), *(replace(game, side=AGAINST) for game in other)]
    found = summary_of(replace(setup, against=edition), games)
    return any(one.is_different for one in found.figures) or any(card.rate <= 0.05 for card in found.cards)


@pytest.mark.soak(seconds=110)
@pytest.mark.parametrize("title", TITLES)
def test_an_edition_seldom_differs_from_itself(title: str):
    """Each report asks some dozens of questions: measures and cards are two families of 5 %."""
    alarms = sum(alarms_of(title, seed) for seed in range(REPORTS))
    assert alarms <= MOST_ALARMS
