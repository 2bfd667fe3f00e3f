"""Intervals and tests for figures of games that come in pairs. Pure.

The two games of a deal aren't independent: both have its luck. The deal is therefore what is counted. Every
figure is a sum over deals divided by another: points by games, turns by games. `Sums` are the two, by deal.

Sources: Wilson, "Probable inference", 1927, with the effective number of games of Korn and Graubard,
"Confidence intervals for proportions with small expected number of positive counts estimated from survey
data", 1998; Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapters 13 and 16; Benjamini and
Hochberg, "Controlling the false discovery rate", 1995.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from statistics import NormalDist
from typing import Any, NamedTuple

from msgspec import Struct

ALPHA = 0.05
RESAMPLES = 2000
_SEED = 20
# So many deals whose games are as good as independent are taken to have been seen before the first: a handful
# of deals says little of how alike their games are.
_TAKEN = 2


class Sums(NamedTuple):
    """*tops*, *bottoms:* by deal. The figure is the sum of *tops*, divided by that of *bottoms*."""

    tops: tuple[float, ...]
    bottoms: tuple[float, ...]

    @property
    def deals(self) -> int:
        """How many deals say something."""
        return sum(bottom > 0 for bottom in self.bottoms)

    @property
    def value(self) -> float | None:
        """The figure; None where there is nothing to divide by."""
        bottom = math.fsum(self.bottoms)
        return math.fsum(self.tops) / bottom if bottom else None


class Interval(Struct, frozen=True):
    """A figure, and where it lies in 95 % of such reports."""

    value: float
    low: float
    high: float

    def has(self, value: float) -> bool:
        """Return whether *value* is one that the figure may have."""
        return self.low <= value <= self.high

    def mirrored(self) -> Interval:
        """Return the interval of what is missing to 1."""
        return Interval(1 - self.value, 1 - self.high, 1 - self.low)


def residuals(sums: Sums) -> list[float]:
    """Return by how much each deal moves the figure from where it is."""
    value, bottom = sums.value, math.fsum(sums.bottoms)
    if value is None:
        return [0.0] * len(sums.tops)
    return [(top - value * below) / bottom for top, below in zip(sums.tops, sums.bottoms, strict=True)]


def spread(moved: Sequence[float], deals: int) -> float:
    """Return the standard error of a figure that its deals have *moved*. *deals:* that say something."""
    return math.sqrt(math.fsum(one * one for one in moved) * deals / (deals - 1)) if deals > 1 else math.inf


def share(sums: Sums) -> Interval | None:
    """Return the Wilson interval of a share, from 0 to 1, by deals; None if there is nothing to divide by."""
    value = sums.value
    if value is None:
        return None
    count, times = effective(sums), quantile(sums.deals - 1)
    middle = (value + times**2 / (2 * count)) / (1 + times**2 / count)
    half = times / (1 + times**2 / count)
    half *= math.sqrt(value * (1 - value) / count + times**2 / (4 * count**2))
    return Interval(value, max(0.0, min(value, middle - half)), min(1.0, max(value, middle + half)))


def effective(sums: Sums) -> float:
    """Return how many independent games would say as much of a share; *sums* have some."""
    value, games, deals = sums.value or 0.0, math.fsum(sums.bottoms), sums.deals
    plain = value * (1 - value) / games
    alike = (spread(residuals(sums), deals) ** 2 / plain) if plain > 0 and deals > 1 else games / deals
    return games * (deals + _TAKEN) / (deals * alike + _TAKEN)


def mean(sums: Sums) -> tuple[Interval | None, float]:
    """Return a figure with its linearised interval, and how likely chance alone makes it other than 0."""
    return _around(sums.value, residuals(sums), sums.deals)


def difference(sums: Sums, base: Sums) -> tuple[Interval | None, float]:
    """Return by how much a figure is above another one on the same deals, and the chance of it."""
    value, less = sums.value, base.value
    apart = None if value is None or less is None else value - less
    deals = sum(bool(here or there) for here, there in zip(sums.bottoms, base.bottoms, strict=True))
    moved = [here - there for here, there in zip(residuals(sums), residuals(base), strict=True)]
    return _around(apart, moved, deals)


def _around(value: float | None, moved: Sequence[float], deals: int) -> tuple[Interval | None, float]:
    error = spread(moved, deals)
    if value is None or math.isinf(error):
        return None, 1.0
    half = quantile(deals - 1) * error
    return Interval(value, value - half, value + half), likely(value, error, deals)


def quantile(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's distribution (expansion of Cornish and Fisher)."""
    z, v = NormalDist().inv_cdf(1 - ALPHA / 2), max(3, degrees)
    first, second = z**3 + z, 5 * z**5 + 16 * z**3 + 3 * z
    third = 3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z
    return z + first / (4 * v) + second / (96 * v**2) + third / (384 * v**3)


class Bootstrap:
    """The deals of a report, drawn again and again with replacement, for all figures alike.

    Both sides of a comparison are drawn together, since they played the same deals.
    """

    def __init__(self, deals: int, resamples: int = RESAMPLES) -> None:
        self._draws = _draws(deals, resamples)
        # Samples of few deals lie too close together: by the bias of their variance, and as Student's
        # distribution is wider than the normal one.
        self._wider = wider(deals) * math.sqrt(deals / max(1, deals - 1))

    def values(self, sums: Sums) -> list[float | None]:
        """Return the figure in each drawn sample; None where it has nothing to divide by."""
        tops, bottoms = sums
        found = []
        for draw in self._draws:
            bottom = sum(draw(bottoms))
            found.append(sum(draw(tops)) / bottom if bottom else None)
        return found

    def mean(self, sums: Sums) -> Interval | None:
        """Return the interval of a figure: the middle 95 % of the samples."""
        value = sums.value
        if value is None:
            return None
        found = self._widened([one for one in self.values(sums) if one is not None], value)
        return Interval(value, *_middle(found, value))

    def difference(self, sums: Sums, base: Sums) -> tuple[Interval, float] | None:
        """Return by how much a figure is above that of the *base*, and how likely chance alone does that."""
        value, other = sums.value, base.value
        if value is None or other is None:
            return None
        both = zip(self.values(sums), self.values(base), strict=True)
        apart = [one - two for one, two in both if one is not None and two is not None]
        apart = self._widened(apart, value - other)
        low, high = _middle(apart, value - other)
        tail = min(sum(one <= 0 for one in apart), sum(one >= 0 for one in apart))
        return Interval(value - other, low, high), min(1.0, 2 * (tail + 1) / (len(apart) + 1))

    def _widened(self, values: list[float], value: float) -> list[float]:
        return [value + (one - value) * self._wider for one in values]


def wider(deals: int) -> float:
    """Return by how much Student's distribution is wider than the normal one, for so many deals."""
    return quantile(deals - 1) / NormalDist().inv_cdf(1 - ALPHA / 2)


def likely(apart: float, error: float, deals: int) -> float:
    """Return how likely chance alone puts a figure so far *apart*. *error:* its standard error."""
    if not error:
        return 1.0 if not apart else 0.0
    return 2 * NormalDist().cdf(-abs(apart) / (error * wider(deals)))


def corrected(chances: Iterable[float]) -> list[float]:
    """Return, for each of many tests, the false discovery rate at which it counts (Benjamini–Hochberg)."""
    given = list(chances)
    order = sorted(range(len(given)), key=lambda at: given[at], reverse=True)
    found, least = [1.0] * len(given), 1.0
    for rank, at in zip(range(len(given), 0, -1), order, strict=True):
        least = min(least, given[at] * len(given) / rank)
        found[at] = least
    return found


@lru_cache(maxsize=4)
def _draws(deals: int, resamples: int) -> tuple[Any, ...]:
    luck, every = random.Random(_SEED), range(deals)
    # Two at least: for one the getter's answer wouldn't be a tuple.
    return tuple(itemgetter(*luck.choices(every, k=max(2, deals))) for _ in range(resamples))


def _middle(values: list[float], value: float) -> tuple[float, float]:
    """Return the bounds of the middle 95 % of *values*; both are *value* if there are none."""
    if not values:
        return value, value
    ordered, left_out = sorted(values), int(len(values) * ALPHA / 2)
    return ordered[left_out], ordered[-1 - left_out]
