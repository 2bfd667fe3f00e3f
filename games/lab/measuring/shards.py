"""Shards: a report's games in parts of equal size, played anywhere and merged in any order. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.engine import codec
from games.lab.measuring.records import GameRecord, play_game
from games.lab.measuring.setup import Setup

Run = Callable[[Callable[[Any], bytes], Iterable[Any]], Iterable[bytes]]


def games_of(setup: Setup, shard: int) -> Iterator[GameRecord]:
    """Yield the games of *shard*, the same ones wherever and whenever they are played."""
    for deal in setup.deals_of(shard):
        for side, edition in setup.editions:
            for turned in (False, True):
                yield play_game(setup, side, edition, deal, turned)
            if setup.has_opponent(deal):
                for turned in (False, True):
                    yield play_game(setup, side, edition, deal, turned, rival=int(turned))


def count_games(setup: Setup, shard: int) -> int:
    """Return how many games *shard* has."""
    rounds = sum(1 + setup.has_opponent(deal) for deal in setup.deals_of(shard))
    return rounds * 2 * len(setup.editions)


def play_shard(task: tuple[Setup, int]) -> bytes:
    """Return the games of a shard as they are stored. *task:* the setup, and the shard's number."""
    return pack(games_of(*task))


def pack(games: Iterable[GameRecord]) -> bytes:
    """Return *games* as they are stored."""
    return codec.pack(list(games))


def merged(shards: Iterable[bytes]) -> list[GameRecord]:
    """Return the games of all *shards* in an order that hangs on the games alone.

    *Raises:* `ValueError` if a game is there twice.
    """
    games = [game for shard in shards for game in codec.unpack(list[GameRecord], shard)]
    games.sort(key=lambda game: game.place)
    if len({game.place for game in games}) != len(games):
        raise ValueError("A game was counted twice.")
    return games


def played(setup: Setup, run: Run = map) -> list[GameRecord]:
    """Return all games of a report. *run:* a `map`, perhaps one that spreads the shards over processes."""
    return merged(run(play_shard, [(setup, shard) for shard in range(setup.shards)]))
