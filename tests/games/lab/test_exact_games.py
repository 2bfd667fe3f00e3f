"""Of small games whose figures are known, reports say the truth as often as their intervals promise.

The seeds are fixed: the figures are always the same. docs/lab.md quotes them.
"""

from __future__ import annotations

from collections import Counter

import pytest

from games import catalog
from games.lab.measuring.intervals import Bootstrap, share
from games.lab.measuring.measures import BY_SLUG, Known, sums_of
from games.lab.measuring.setup import Setup
from games.lab.measuring.shards import played
from tests.games.lab import bolts_odds, race
from tests.soak.tenths import soaking
from tests.toy import bolts


@pytest.fixture(autouse=True)
def _titles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog._TITLES, "race", race.title())
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, bolts.TITLE)


def exact(title: str, edition: str) -> dict[str, float]:
    """Return the figures of a game between random bots, by the slugs of measures."""
    if title == bolts.SLUG:
        return bolts_odds.figures()
    heads = race.HEADS[edition]
    flips = float(race.flips(*heads))
    return {"first": float(race.first_wins(*heads)), "turns": flips, "decisions": flips}


def covered(title: str, edition: str, reports: int, size: int) -> dict[str, float]:
    """Return the share of reports whose interval has the exact figure in it, by measure.

    *size:* games in a report.
    """
    figures, hits = exact(title, edition), Counter[str]()
    bootstrap, known = Bootstrap(size // 2, 1000), Known(1, frozenset())
    for seed in range(reports):
        games = played(Setup(title, edition, level="random", games=size, seed=seed))
        for slug, figure in figures.items():
            sums = sums_of(BY_SLUG[slug], games, known, range(size // 2))
            found = share(sums) if BY_SLUG[slug].is_share else bootstrap.mean(sums)
            assert found is not None
            hits[slug] += found.has(figure)
    return {slug: hits[slug] / reports for slug in figures}


def test_the_race_by_hand():
    """With one head to get, the first wins 1/2 + 1/8 + 1/32 + … = 2/3 of the races, after two flips."""
    assert race.first_wins(1, 1) == race.Fraction(2, 3)
    assert race.flips(1, 1) == 2


def test_a_turn_of_bolts_by_hand():
    """With no bolt, half of all turns flip the coin and then pass; with one, a third lay it first."""
    assert bolts_odds._moves(0, False) == 1.5
    assert bolts_odds._moves(1, False) == pytest.approx(1 + 1.5 / 3 + 1.5 / 3)
    assert dict(bolts_odds._turn(0, False)) == {(0, 0): 0.75, (0, 1): 0.25}
    assert sum(bolts_odds._leads().values()) == pytest.approx(1)


# With their usual size of 400 games, and half of it for the game that takes longer.
SIZES = [("race", "fair", 400), ("race", "long", 400), ("race", "start", 400), (bolts.SLUG, "1", 200)]


@pytest.mark.parametrize("title, edition", [each[:2] for each in SIZES])
def test_exact_figures_lie_in_nearly_all_of_forty_intervals(title, edition):
    assert min(covered(title, edition, 40, 60).values()) >= 34 / 40


@pytest.mark.parametrize("title, edition, size", [soaking(*each, seconds=200) for each in SIZES])
def test_exact_figures_lie_in_as_many_of_a_thousand_intervals_as_promised(title, edition, size):
    shares = covered(title, edition, 1000, size)
    assert all(0.93 <= found <= 0.97 for found in shares.values()), shares
