"""The levels of play: the same search with more or fewer rounds, and a novice who hardly looks.

A level plays alike on a slow machine, since its budget is rounds and not seconds.
"""

from typing import Any, NamedTuple

from games.bots.search import Search
from games.engine.chance import Chance, FastChance
from games.engine.optional import Weighs
from games.engine.protocol import Game

CARELESS = 3  # one in so many decisions of a novice is made at random


class Level(NamedTuple):
    """*share:* how many of the rounds of a strong bot it searches."""

    slug: str
    share: float


LEVELS = (Level("casual", 1 / 8), Level("strong", 1.0), Level("expert", 10.0))


class Searcher:
    """A player of a level, for one match. It remembers from one decision to the next."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._search: Search | None = None

    def choose(self, game: Game[Any], view: Any, seat: int, chance: Chance) -> Any:
        """Return the move that the level finds. *Raises:* `TypeError` for a game that can't be searched."""
        if not isinstance(game, Weighs):
            raise TypeError(f"{game.slug} can't be searched.")
        if self._search is None:
            self._search = Search(max(1, round(game.rounds * self._share)))
        return self._search.choose(game, view, seat, chance)


def choose_carelessly(game: Game[Any], view: Any, seat: int, chance: Chance) -> Any:
    """Return a beginner's move: what comes to mind first, and now and then any that is worth a look."""
    luck = FastChance(chance.below(2**30, "bot"))
    state = game.resample(view, luck)
    moves = game.legal(state, seat)
    if len(moves) == 1 or not isinstance(game, Weighs):
        return luck.pick(moves, "bot")
    weights = game.policy(state, seat, moves)
    if luck.below(CARELESS, "bot") == 0:
        weights = [float(weight > 0) for weight in weights]
    return luck.weighed(moves, weights, "bot")
