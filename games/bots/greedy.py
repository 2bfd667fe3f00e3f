"""A bot that tries each legal move on tables it can imagine and plays the one that looks best."""

from typing import Any

from games.engine.chance import Chance, FastChance
from games.engine.optional import Plans
from games.engine.protocol import Game

TRIES = 3  # imagined tables for a move that depends on chance


def choose_greedily(game: Game[Any], view: Any, seat: int, chance: Chance) -> Any:
    """Return the legal move after which the title's evaluation is highest; the first of equals.

    A title that plans ahead for its bots says itself what to play.
    """
    luck = FastChance(chance.below(2**30, "bot"))
    tables = [game.resample(view, luck) for _ in range(TRIES)]
    if isinstance(game, Plans):
        planned = game.advise(tables[0], seat)
        if planned is not None:
            return planned
    moves = game.legal(tables[0], seat)
    if len(moves) == 1:
        return moves[0]
    worth = [_worth(game, tables, seat, move, luck) for move in moves]
    return moves[worth.index(max(worth))]


def _worth(game: Game[Any], tables: list[Any], seat: int, move: Any, luck: FastChance) -> float:
    """Return the mean evaluation after *move*; a move that drew no chance needs one table only."""
    points = []
    for table in tables:
        draws = luck.draws
        after = game.clone(table)
        game.apply(after, seat, move, luck)
        points.append(game.evaluate(after, seat))
        if luck.draws == draws:
            break
    return sum(points) / len(points)
