"""Bots that know only the engine's protocol; of a match they get nothing but the view of their seat."""

from collections.abc import Callable, Mapping
from typing import Any

from games.bots.greedy import choose_greedily
from games.bots.random_bot import choose_at_random
from games.engine.chance import Chance
from games.engine.errors import BadOptions
from games.engine.protocol import Game

Choose = Callable[[Game[Any], Any, int, Chance], Any]

BOTS: Mapping[str, Choose] = {"greedy": choose_greedily, "random": choose_at_random}


def bot(name: str) -> Choose:
    """Return the bot's `choose(game, view, seat, chance) -> move`. *Raises:* `BadOptions`."""
    if name not in BOTS:
        raise BadOptions(f"There is no bot “{name}”; there are {', '.join(BOTS)}.")
    return BOTS[name]
