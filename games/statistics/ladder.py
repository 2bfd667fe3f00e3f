"""How strong the bots of a title are: all against all on the same deals, ratings with intervals. Pure.

Every deal is played once for each way to seat the two, so that the luck of the deal and of the first turn
counts for both. Where players bring decks, each seat of a deal has a ready-made one, which both play. Ratings
are those of Bradley and Terry, "Rank Analysis of Incomplete Block Designs", 1952, on the scale of Elo: 100
points more are 64 % of the games. The intervals come from drawing the deals anew.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from statistics import median
from typing import Any

from msgspec import Struct

from games import catalog
from games.bots import bot
from games.engine.chance import FastChance
from games.engine.codec import read_options
from games.engine.errors import BadOptions
from games.statistics.playing import begin, play, points_of, ready_made

ANCHOR = "greedy"  # has the rating 0
RESAMPLES = 400
COVERED = 0.95
_POINTS = 400 / math.log(10)
_ROUNDS = 200
_PRIOR = (
    0.5  # games that everybody is taken to have drawn with everybody, so that nobody is infinitely strong
)


class Game(Struct, frozen=True):
    """A game of two bots. *score:* 1 if *first* won, 0 if *second* did, 0.5 for a draw.

    *seconds:* of processor time for each decision with a choice, by bot.
    """

    first: str
    second: str
    deal: int
    score: float
    seconds: tuple[tuple[float, ...], tuple[float, ...]]


class Rank(Struct, frozen=True):
    """What a bot reached. *low*, *high:* where the rating lies in 95 % of the bootstrap.

    *seconds:* the median of its decisions, in seconds of processor time.
    """

    bot: str
    rating: float
    low: float
    high: float
    seconds: float


class Pairing(Struct, frozen=True):
    """*score:* the share of points that *first* took from *second* in *games* games."""

    first: str
    second: str
    games: int
    score: float


class Ladder(Struct, frozen=True):
    """The strongest bot first."""

    title: str
    edition: str
    deals: int
    seed: int
    ranks: tuple[Rank, ...]
    pairings: tuple[Pairing, ...]


def climb(
    title: str,
    edition: str,
    bots: Sequence[str],
    deals: int,
    seed: int,
    options: Mapping[str, int] | None = None,
    run: Callable[[Callable[[Any], list[Game]], Iterable[Any]], Iterable[list[Game]]] = map,
) -> Ladder:
    """Return the ladder of *bots* after *deals* deals for each two of them, played twice.

    *run:* a `map`, perhaps one that spreads the deals over processes. *Raises:* `BadOptions`.
    """
    if len(set(bots)) < 2 or len(set(bots)) != len(bots) or deals < 1:
        raise BadOptions("A ladder needs two different bots and a deal.")
    for name in bots:
        bot(name)
    asked = dict(options or {})
    read_options(catalog.game(title, edition).options_type, asked)
    tasks = [
        (title, edition, asked, first, second, seed + deal)
        for deal in range(deals)
        for first, second in combinations(bots, 2)
    ]
    games = [game for pair in run(play_deal, tasks) for game in pair]
    return Ladder(title, edition, deals, seed, _ranks(games, bots), pairings(games, bots))


def play_deal(task: tuple[str, str, dict[str, int], str, str, int]) -> list[Game]:
    """Return the games of two bots on one deal, each seat in turn."""
    title, edition, options, first, second, deal = task
    return [_play(title, edition, options, (first, second), deal, turned) for turned in (False, True)]


def _play(
    title: str, edition: str, options: dict[str, int], names: tuple[str, str], deal: int, turned: bool
) -> Game:
    luck, mind = FastChance(deal), FastChance(deal * 2 + turned)
    decks = [] if options else ready_made(title, edition, deal)
    game, state = begin(title, edition, luck, decks, options)
    seats = (1, 0) if turned else (0, 1)  # by seat, whose it is
    minds = [bot(names[player]) for player in seats]
    seconds: tuple[list[float], list[float]] = ([], [])
    for played in play(game, state, minds, luck, mind):
        if played.moves > 1:
            seconds[seats[played.seat]].append(played.seconds)
    return Game(*names, deal, points_of(game, state, seats), (tuple(seconds[0]), tuple(seconds[1])))


def rate(games: Iterable[Game], bots: Sequence[str]) -> dict[str, float]:
    """Return the rating of each of *bots* on the scale of Elo, the first one's being 0."""
    place = {name: number for number, name in enumerate(bots)}
    count = len(bots)
    met = [[2 * _PRIOR * (one != two) for two in range(count)] for one in range(count)]
    won = [_PRIOR * (count - 1) for _ in range(count)]
    for game in games:
        one, two = place[game.first], place[game.second]
        met[one][two] += 1
        met[two][one] += 1
        won[one] += game.score
        won[two] += 1 - game.score
    strength = [1.0] * count
    for _ in range(_ROUNDS):
        before = strength
        strength = [
            won[one]
            / sum(met[one][two] / (strength[one] + strength[two]) for two in range(count) if two != one)
            for one in range(count)
        ]
        strength = [value / strength[0] for value in strength]
        if all(math.isclose(*pair, rel_tol=1e-4) for pair in zip(before, strength, strict=True)):
            break
    return {name: _POINTS * math.log(strength[place[name]]) for name in bots}


def _ranks(games: list[Game], bots: Sequence[str]) -> tuple[Rank, ...]:
    ordered = sorted(bots, key=lambda name: name != ANCHOR)
    found = rate(games, ordered)
    by_deal: dict[int, list[Game]] = {}
    for game in games:
        by_deal.setdefault(game.deal, []).append(game)
    deals, luck = list(by_deal.values()), FastChance(len(games))
    drawn: dict[str, list[float]] = {name: [] for name in bots}
    for _ in range(RESAMPLES):
        again = [game for _ in deals for game in luck.pick(deals, "bootstrap")]
        for name, rating in rate(again, ordered).items():
            drawn[name].append(rating)
    ranks = [
        Rank(name, found[name], *_middle(drawn[name]), median(_seconds(games, name) or [0.0]))
        for name in bots
    ]
    return tuple(sorted(ranks, key=lambda rank: -rank.rating))


def _middle(values: list[float]) -> tuple[float, float]:
    """Return the bounds of the middle 95 % of *values*."""
    ordered, left_out = sorted(values), int(len(values) * (1 - COVERED) / 2)
    return ordered[left_out], ordered[-1 - left_out]


def _seconds(games: list[Game], name: str) -> list[float]:
    return [
        second
        for game in games
        for player, seconds in zip((game.first, game.second), game.seconds, strict=True)
        if player == name
        for second in seconds
    ]


def pairings(games: Sequence[Game], players: Sequence[str]) -> tuple[Pairing, ...]:
    """Return how each two of *players* did against each other."""
    found = []
    for first, second in combinations(players, 2):
        scores = [game.score for game in games if (game.first, game.second) == (first, second)]
        found.append(Pairing(first, second, len(scores), sum(scores) / len(scores)))
    return tuple(found)
