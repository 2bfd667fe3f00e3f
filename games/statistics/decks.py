"""How well the ready-made decks of a title do against each other in the hands of bots. Pure.

Every two decks meet on the same deals, each seat in turn, and both are played by the same bot.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

from msgspec import Struct

from games import catalog
from games.bots import bot
from games.engine.chance import FastChance
from games.engine.decks import Lists
from games.engine.errors import BadOptions
from games.statistics.ladder import Game, Pairing, pairings
from games.statistics.playing import begin, play, points_of
from games.statistics.tuning import NORMAL

Task = tuple[str, str, str, tuple[str, Lists], tuple[str, Lists], int]


class Standing(Struct, frozen=True):
    """A deck's *share* of the points in its *games*.

    *low*, *high:* the bounds of the true share, right 19 times in 20.
    """

    deck: str
    games: int
    share: float
    low: float
    high: float


class RoundRobin(Struct, frozen=True):
    """The most successful deck first."""

    title: str
    edition: str
    bot: str
    deals: int
    seed: int
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]


def round_robin(
    title: str,
    edition: str,
    player: str,
    deals: int,
    seed: int,
    run: Callable[[Callable[[Any], list[Game]], Iterable[Any]], Iterable[list[Game]]] = map,
) -> RoundRobin:
    """Return how the ready-made decks do after *deals* deals for each two of them, played twice.

    *player:* the bot that plays them. *run:* a `map`, perhaps one that spreads the deals over processes.
    *Raises:* `BadOptions`.
    """
    rules = catalog.edition(title, edition).decks
    if rules is None:
        raise BadOptions("Nobody brings a deck to this game.")
    if deals < 1:
        raise BadOptions("A round robin needs a deal.")
    bot(player)
    decks = [(ready.slug, ready.lists) for ready in rules.ready_made]
    tasks: list[Task] = [
        (title, edition, player, first, second, seed + deal)
        for deal in range(deals)
        for first, second in combinations(decks, 2)
    ]
    games = [game for pair in run(play_deal, tasks) for game in pair]
    slugs = [slug for slug, _ in decks]
    standings = sorted((_standing(games, slug) for slug in slugs), key=lambda standing: -standing.share)
    return RoundRobin(title, edition, player, deals, seed, tuple(standings), pairings(games, slugs))


def play_deal(task: Task) -> list[Game]:
    """Return the games of two decks on one deal, each seat in turn."""
    return [_play(task, turned) for turned in (False, True)]


def _play(task: Task, turned: bool) -> Game:
    title, edition, player, *decks, deal = task
    luck, mind = FastChance(deal), FastChance(deal * 2 + turned)
    seats = (1, 0) if turned else (0, 1)  # by seat, whose deck it is
    game, state = begin(title, edition, luck, [decks[owner][1] for owner in seats])
    for _ in play(game, state, [bot(player), bot(player)], luck, mind):
        pass
    score = points_of(game, state, seats)
    return Game(decks[0][0], decks[1][0], deal, score, ((), ()))


def _standing(games: Iterable[Game], slug: str) -> Standing:
    points = [
        game.score if game.first == slug else 1 - game.score
        for game in games
        if slug in (game.first, game.second)
    ]
    share = sum(points) / len(points)
    reach = NORMAL * math.sqrt(share * (1 - share) / len(points))
    return Standing(slug, len(points), share, max(0.0, share - reach), min(1.0, share + reach))
