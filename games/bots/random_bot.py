"""A bot that plays any legal move."""

from typing import Any

from games.engine.chance import Chance
from games.engine.protocol import Game


def choose_at_random(game: Game[Any], view: Any, seat: int, chance: Chance) -> Any:
    """Return one of the legal moves, each equally likely."""
    return chance.pick(game.legal(game.resample(view, chance), seat), "bot")
