"""Intervals cover what they promise, equals seldom differ, and many tests are corrected for.

The seeds are fixed: the figures are always the same. docs/lab.md quotes them.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from games.lab.measuring.intervals import (
    Bootstrap,
    Interval,
    Sums,
    corrected,
    likely,
    quantile,
    share,
)
from tests.soak.tenths import soaking

REPORTS = 1000
COVERED = (0.93, 0.97)
FALSE_ALARMS = 0.07
# By deals and resamples: cheap ones, and those that a report has.
SIZES = pytest.mark.parametrize(
    "deals, resamples", [(40, 400), soaking(200, 2000, seconds=60)], ids=["small", "whole"]
)


def pairs(luck: random.Random, deals: int, win: float, alike: float) -> Sums:
    """Return wins in two games for each deal. *alike:* how often the second has the result of the first."""
    tops = []
    for _ in range(deals):
        first = luck.random() < win
        second = first if luck.random() < alike else luck.random() < win
        tops.append(float(first + second))
    return Sums(tuple(tops), (2.0,) * deals)


@pytest.mark.parametrize(
    "deals, win, alike", [(50, 0.5, 0.0), (50, 0.5, 0.6), (100, 0.3, 0.3), (100, 0.1, 0.0), (200, 0.5, 1.0)]
)
def test_shares_are_covered_however_alike_the_games_of_a_deal_are(deals, win, alike):
    luck = random.Random(11)
    hits = sum(share(pairs(luck, deals, win, alike)).has(win) for _ in range(REPORTS))
    assert COVERED[0] <= hits / REPORTS <= COVERED[1]


@pytest.mark.soak(seconds=1)
def test_intervals_that_take_games_for_independent_would_be_too_narrow():
    """What the deal as the thing counted is good for."""
    luck, hits = random.Random(11), 0
    for _ in range(REPORTS):
        sums = pairs(luck, 100, 0.5, 1.0)
        games = tuple(top / 2 for top in sums.tops for _ in (0, 1))
        hits += share(Sums(games, (1.0,) * 200)).has(0.5)
    assert hits / REPORTS < 0.88


def test_opposite_results_on_a_deal_make_it_narrower():
    opposite = Sums((1.0,) * 100, (2.0,) * 100)
    independent = Sums((2.0, 1.0, 1.0, 0.0) * 25, (2.0,) * 100)
    assert width(share(opposite)) < width(share(independent)) / 2


@pytest.mark.parametrize(
    "draw, mean",
    [(lambda luck: luck.expovariate(1), 1.0), (lambda luck: luck.gauss(20, 4), 20.0)],
    ids=["skewed", "normal"],
)
@SIZES
@pytest.mark.soak(seconds=1, one_in=2)
def test_means_are_covered(draw: Callable[[random.Random], float], mean: float, deals: int, resamples: int):
    luck, bootstrap, hits = random.Random(12), Bootstrap(deals, resamples), 0
    for _ in range(REPORTS):
        tops = tuple(draw(luck) + draw(luck) for _ in range(deals))
        hits += bootstrap.mean(Sums(tops, (2.0,) * deals)).has(mean)
    assert COVERED[0] <= hits / REPORTS <= COVERED[1]


@SIZES
@pytest.mark.soak(seconds=3)
def test_a_draft_that_changes_nothing_seldom_differs(deals: int, resamples: int):
    """The A/A run: both sides share the luck of the deal, and nothing else."""
    luck, bootstrap, alarms, hits = random.Random(13), Bootstrap(deals, resamples), 0, 0
    for _ in range(REPORTS):
        dealt = [luck.random() for _ in range(deals)]
        sides = [
            Sums(
                tuple(float((luck.random() < deal) + (luck.random() < deal)) for deal in dealt),
                (2.0,) * deals,
            )
            for _ in (0, 1)
        ]
        apart, chance = bootstrap.difference(*sides)
        alarms += chance <= 0.05
        hits += apart.has(0)
    assert alarms / REPORTS <= FALSE_ALARMS
    assert COVERED[0] <= hits / REPORTS <= COVERED[1]


def test_of_forty_equal_cards_seldom_any_stands_out():
    luck, alarms, single = random.Random(14), 0, 0
    for _ in range(300):
        chances = [likely(luck.gauss(0, 1), 1.0, 200) for _ in range(40)]
        single += min(chances) <= 0.05
        alarms += min(corrected(chances)) <= 0.05
    assert single / 300 > 0.8
    assert alarms / 300 <= FALSE_ALARMS


def test_the_correction_is_that_of_benjamini_and_hochberg():
    """Their example of 1995: of fifteen tests, four count at a rate of 5 %."""
    given = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240]
    given += [0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    rates = corrected(given)
    assert sum(rate <= 0.05 for rate in rates) == 4
    assert rates[3] == pytest.approx(0.0095 * 15 / 4)
    assert corrected(reversed(given)) == list(reversed(rates))
    assert corrected([]) == []


def test_a_handful_of_deals_says_little():
    found = share(Sums((2.0,) * 5, (2.0,) * 5))
    assert found.high == 1
    assert found.low < 0.7
    assert share(Sums((0.0,), (0.0,))) is None
    assert Bootstrap(3).mean(Sums((0.0,) * 3, (0.0,) * 3)) is None


def test_quantiles_are_those_of_student():
    for degrees, known in ((5, 2.571), (10, 2.228), (30, 2.042), (200, 1.972)):
        assert quantile(degrees) == pytest.approx(known, abs=0.01)


def width(found: Interval | None) -> float:
    assert found is not None
    return found.high - found.low
