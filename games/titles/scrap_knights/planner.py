"""What a player who thinks a turn ahead would do. Only bots ask it."""

from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.moves import AnyMove
from games.titles.scrap_knights.state import State


def advise(edition: Edition, state: State, seat: int) -> AnyMove | None:
    """Return a move, or None."""
    return None
