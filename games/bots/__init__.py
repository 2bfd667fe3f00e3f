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


ALL = 100  # percent: the whole of a level's thinking


def _searching(share: float) -> Choose:
    return Searcher(share).choose


# By name, what makes a bot for a match.
BOTS: Mapping[str, Callable[[], Choose]] = {
    "novice": lambda: choose_carelessly,
    **{level.slug: partial(_searching, level.share) for level in LEVELS},
    "greedy": lambda: choose_greedily,
    "random": lambda: choose_at_random,
}


def searches(name: str) -> bool:
    """Return whether the bot weighs positions, so that it can think less."""
    return any(level.slug == name for level in LEVELS)


def takes_long(name: str) -> bool:
    """Return whether the bot thinks for longer than a strong one: for seconds, where others take tenths."""
    return any(level.slug == name and level.share > 1 for level in LEVELS)


def bot(name: str, effort: int = ALL) -> Choose:
    """Return the bot's `choose(game, view, seat, chance) -> move`, for one match. *Raises:* `BadOptions`.

    *effort:* percent of its positions that a bot which searches looks at.
    """
    if name not in BOTS:
        raise BadOptions(f"There is no bot “{name}”; there are {', '.join(BOTS)}.")
    if effort != ALL:
        for level in LEVELS:
            if level.slug == name:
                return _searching(level.share * effort / ALL)
    return BOTS[name]()
