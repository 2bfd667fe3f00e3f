"""Bots that know only the engine's protocol; of a match they get nothing but the view of their seat."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from games.bots.greedy import choose_greedily
from games.bots.levels import LEVELS, Searcher, choose_carelessly
from games.bots.random_bot import choose_at_random
from games.engine.chance import Chance
from games.engine.errors import BadOptions
from games.engine.protocol import Game

Choose = Callable[[Game[Any], Any, int, Chance], Any]


def _searching(share: float) -> Choose:
    return Searcher(share).choose


# By name, what makes a bot for a match.
BOTS: Mapping[str, Callable[[], Choose]] = {
    "novice": lambda: choose_carelessly,
    **{level.slug: partial(_searching, level.share) for level in LEVELS},
    "greedy": lambda: choose_greedily,
    "random": lambda: choose_at_random,
}


def bot(name: str) -> Choose:
    """Return the bot's `choose(game, view, seat, chance) -> move`, for one match. *Raises:* `BadOptions`."""
    if name not in BOTS:
        raise BadOptions(f"There is no bot “{name}”; there are {', '.join(BOTS)}.")
    return BOTS[name]()
