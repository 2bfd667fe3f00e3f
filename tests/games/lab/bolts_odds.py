"""Bolts, the toy game, when both players move at random: its figures, computed and not played.

Who moves at random doesn't look at the numbers, so what is laid is a random set of bolts of that size.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from games.titles.bolts.rules import HAND, Options

BOLTS = Options().bolts
DRAWS = BOLTS - 2 * HAND
# Every pass draws a bolt, and the one that finds none left ends the game.
TURNS = DRAWS + 1

# By how many bolts each seat has laid and how many heads it has flipped: the one who begins, then the other.
Table = tuple[int, int, int, int]


@cache
def _turn(hand: int, flipped: bool) -> tuple[tuple[tuple[int, int], float], ...]:
    """Return how likely a turn that begins with *hand* bolts lays so many and flips so many heads."""
    moves, ends = hand + (not flipped) + 1, Counter[tuple[int, int]]()
    ends[0, 0] += 1 / moves
    if hand:
        for (laid, heads), share in _turn(hand - 1, flipped):
            ends[laid + 1, heads] += share * hand / moves
    if not flipped:
        for (laid, heads), share in _turn(hand, True):
            for luck in (0, 1):
                ends[laid, heads + luck] += share / 2 / moves
    return tuple(ends.items())


@cache
def _moves(hand: int, flipped: bool) -> float:
    """Return how many moves a turn that begins with *hand* bolts has on average."""
    others = hand * _moves(hand - 1, flipped) if hand else 0.0
    if not flipped:
        others += _moves(hand, True)
    return 1 + others / (hand + (not flipped) + 1)


@cache
def _game() -> tuple[Counter[Table], float]:
    """Return how likely each table is at the end, and how many moves a game has on average."""
    tables, moves = Counter({(0, 0, 0, 0): 1.0}), 0.0
    for turn in range(TURNS):
        seat, after = turn % 2, Counter[Table]()
        for table, chance in tables.items():
            hand = HAND + turn // 2 - table[seat]
            moves += chance * _moves(hand, False)
            for (laid, heads), share in _turn(hand, False):
                now = list(table)
                now[seat] += laid
                now[2 + seat] += heads
                after[now[0], now[1], now[2], now[3]] += chance * share
        tables = after
    return tables, moves


@cache
def _sets() -> Counter[tuple[int, int, int]]:
    """Return how many pairs of sets there are, by their sizes and by how much the first is worth more."""
    sets = Counter({(0, 0, 0): 1})
    for bolt in range(1, BOLTS + 1):
        for (mine, theirs, ahead), ways in tuple(sets.items()):
            sets[mine + 1, theirs, ahead + bolt] += ways
            sets[mine, theirs + 1, ahead - bolt] += ways
    return sets


@cache
def _leads() -> Counter[int]:
    """Return how likely it is that who began ends with so many points more."""
    leads, sizes = Counter[int](), Counter[tuple[int, int]]()
    for (mine, theirs, _), ways in _sets().items():
        sizes[mine, theirs] += ways
    for (mine, theirs, heads, others), chance in _game()[0].items():
        for (one, other, ahead), ways in _sets().items():
            if (one, other) == (mine, theirs):
                leads[ahead + heads - others] += chance * ways / sizes[mine, theirs]
    return leads


def figures() -> dict[str, float]:
    """Return the exact figures of a game, by the measures of the lab."""
    leads = _leads()
    return {
        "first": sum(share * (lead > 0) + share * (lead == 0) / 2 for lead, share in leads.items()),
        "draws": leads[0],
        "decisions": _game()[1],
    }
