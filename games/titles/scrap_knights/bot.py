"""How good a table is for a seat, for bots that look ahead."""

from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.state import State


def estimate(edition: Edition, state: State, seat: int) -> float:
    """Return how far *seat* is ahead."""
    return float(state.hp[seat] - state.hp[1 - seat])
