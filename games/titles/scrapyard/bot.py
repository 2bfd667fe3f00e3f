"""How good a table is for a seat."""

from games.titles.scrapyard.state import State


def estimate(state: State, seat: int) -> float:
    return 0.0
