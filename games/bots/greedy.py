"""A bot that tries each legal move on resampled states and plays the one with the best evaluation."""

from typing import Any

from games.engine.chance import Chance, FastChance
from games.engine.optional import Plans
from games.engine.protocol import Game

SAMPLES = 3  # resampled states for a move that depends on chance


def choose_greedily(game: Game[Any], view: Any, seat: int, chance: Chance) -> Any:
    """Return the legal move after which the title's evaluation is highest; the first of equals.

    A title that plans ahead for its bots decides itself what to play.
    """
    luck = FastChance(chance.below(2**30, "bot"))
    states = [game.resample(view, luck) for _ in range(SAMPLES)]
    if isinstance(game, Plans):
        planned = game.advise(states[0], seat)
        if planned is not None:
            return planned
    moves = game.legal(states[0], seat)
    if len(moves) == 1:
        return moves[0]
    values = [_value(game, states, seat, move, luck) for move in moves]
    return moves[values.index(max(values))]


def _value(game: Game[Any], states: list[Any], seat: int, move: Any, luck: FastChance) -> float:
    """Return the mean evaluation after *move*; a move that drew no chance needs one state only."""
    points = []
    for state in states:
        draws = luck.draws
        after = game.clone(state)
        game.apply(after, seat, move, luck)
        points.append(game.evaluate(after, seat))
        if luck.draws == draws:
            break
    return sum(points) / len(points)
