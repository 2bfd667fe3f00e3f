"""Cards that a seat uses together more or less often than the share of each says. Pure.

Who has a long game or much money uses more of everything, so that nearly any two cards are together more
often than their shares say. What any two cards have in common is one factor, and it is taken away: for cards
a and b it is what their ties to all other cards say of it, as in Spearman's tetrads, "General Intelligence",
1904. If one factor makes all ties, that of a with c times that of b with d is that of a with b times that of
c with d. Where players bring decks, only seats count that have brought both.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from games.lab.measuring.intervals import ALPHA, Interval, corrected, likely, quantile, spread
from games.lab.measuring.records import GameRecord

SHOWN_PAIRS = 12
# So many seats must be expected with both cards, with either alone, and with none: a pair of rare cards is
# together by chance or isn't, and says nothing.
LEAST_EXPECTED = 10


class PairFigures(Struct, frozen=True):
    """Two cards, in the order of the box. *seats:* that used both. *together:* the share of them.

    *expected:* what that share would be if they had no more in common than any two cards. *apart:* by how
    much *together* is above it. *rate:* the false discovery rate at which that counts.
    """

    one: str
    other: str
    seats: int
    together: float
    expected: float
    apart: Interval
    rate: float = 1.0


class Pairs(Struct, frozen=True):
    """*tested:* how many pairs are used often enough to say. *clear:* how many of them count.

    *shown:* the clearest of those.
    """

    tested: int = 0
    clear: int = 0
    shown: tuple[PairFigures, ...] = ()


def pairs_of(games: Sequence[GameRecord], slugs: Sequence[str]) -> Pairs:
    """Return which of the cards are used together more or less often than any two cards are."""
    if not games:
        return Pairs()
    seats = _Seats(games, slugs)
    ties = {pair: tie for pair in combinations(slugs, 2) if (tie := seats.tie(*pair))}
    aparts = _aparts(ties)
    found = [_figures(pair, tie, *_common(*pair, aparts)) for pair, tie in ties.items()]
    rates = corrected(chance for _, chance in found)
    clear = sorted(
        ((chance, figures.one, figures.other), replace(figures, rate=rate))
        for (figures, chance), rate in zip(found, rates, strict=True)
        if rate <= ALPHA
    )
    return Pairs(len(found), len(clear), tuple(pair for _, pair in clear[:SHOWN_PAIRS]))


class _Tie(NamedTuple):
    """How two cards go together. *seats:* that could use both, *both:* that did. *alone:* the share expected
    if one said nothing about the other. *apart:* by how much the share of those that did is above it.

    *error:* of that, *null:* the same where it is none. *deals:* that say something.
    """

    seats: int
    both: int
    alone: float
    apart: float
    error: float
    null: float
    deals: int


class _Seats:
    """The seats of all games, and which cards each of them used."""

    def __init__(self, games: Sequence[GameRecord], slugs: Sequence[str]) -> None:
        uses = [uses for game in games for uses in game.uses]
        self._deals = [game.deal for game in games for _ in game.uses]
        self._uses = {slug: [int(slug in one) for one in uses] for slug in slugs}
        self._holders = _holders(games, slugs)

    def tie(self, one: str, other: str) -> _Tie | None:
        """Return how two cards go together; None if too few seats say so."""
        places = self._with(one, other)
        marks = [(self._uses[one][place], self._uses[other][place]) for place in places]
        seats, counts = len(marks), Counter(marks)
        first, second, both = counts[1, 0] + counts[1, 1], counts[0, 1] + counts[1, 1], counts[1, 1]
        expected = first * second / max(1, seats)
        if (
            min(expected, first - expected, second - expected, seats - first - second + expected)
            < LEAST_EXPECTED
        ):
            return None
        apart, sums = (both - expected) / seats, defaultdict[int, list[float]](lambda: [0.0, 0.0])
        for place, (a, b) in zip(places, marks, strict=True):
            added = sums[self._deals[place]]
            added[0] += (a - first / seats) * (b - second / seats) / seats
            added[1] += 1 / seats
        # If one card says nothing about the other, the deals spread around 0 and not around what was found.
        null = spread([top for top, _ in sums.values()], len(sums))
        error = spread([top - apart * bottom for top, bottom in sums.values()], len(sums))
        return _Tie(seats, both, expected / seats, apart, error, null, len(sums))

    def _with(self, one: str, other: str) -> Sequence[int]:
        """Return the numbers of the seats that could use both."""
        if not self._holders:
            return range(len(self._deals))
        return sorted(self._holders[one] & self._holders[other])


def _holders(games: Sequence[GameRecord], slugs: Sequence[str]) -> dict[str, set[int]]:
    """Return the seats that have brought each card along; empty where nobody brings any."""
    decks = [deck for game in games for deck in (game.brought or ({},) * len(game.uses))]
    if not any(decks):
        return {}
    found: dict[str, set[int]] = {slug: set() for slug in slugs}
    for seat, deck in enumerate(decks):
        for slug in chain.from_iterable(deck.values()):
            found.setdefault(slug, set()).add(seat)
    return found


def _aparts(ties: Mapping[tuple[str, str], _Tie]) -> Mapping[str, Mapping[str, float]]:
    """Return how far each card and each other one are apart from saying nothing about each other."""
    found: dict[str, dict[str, float]] = {}
    for (one, other), tie in ties.items():
        found.setdefault(one, {})[other] = found.setdefault(other, {})[one] = tie.apart
    return found


def _common(one: str, other: str, aparts: Mapping[str, Mapping[str, float]]) -> tuple[float, int]:
    """Return by how much two cards are together more often if they are like any two, and how many say so."""
    top, bottom, said = 0.0, 0.0, set()
    for c, near in aparts[one].items():
        for d, far in aparts[other].items():
            if d in aparts[c] and other != c and one != d:
                top += near * far
                bottom += abs(aparts[c][d])
                said.add(c)
    return (top / bottom if bottom else 0.0), len(said)


def _figures(pair: tuple[str, str], tie: _Tie, common: float, others: int) -> tuple[PairFigures, float]:
    """Return the figures of a pair, and how likely chance alone makes them."""
    # What is common comes from about so many ties of each of the two, which have errors as well.
    wider = math.sqrt(1 + 2 / others) if others else 1.0
    apart, half = tie.apart - common, quantile(tie.deals - 1) * tie.error * wider
    interval = Interval(apart, apart - half, apart + half)
    figures = PairFigures(*pair, tie.both, tie.both / tie.seats, tie.alone + common, interval)
    return figures, likely(apart, max(tie.error, tie.null) * wider, tie.deals)
