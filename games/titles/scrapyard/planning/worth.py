"""How far a seat is ahead, for bots that play a position on before they judge it.

Unlike `bot.evaluate` it takes cards that were turned up on the way for what they are.
"""

from games.titles.scrapyard.edition import Edition
from games.titles.scrapyard.planning.plan import planned_points, unknown_to
from games.titles.scrapyard.state import NOWHERE, OVER, State

WON = 10.0  # points that winning is worth besides


def worth(edition: Edition, state: State, seat: int) -> float:
    """Return the points by which *seat* is likely to be ahead of the best other seat at the end."""
    points = [_points(edition, state, each) for each in range(state.seats)]
    own = points.pop(seat)
    ahead = own - max(points)
    if state.phase == OVER:
        return ahead + (WON if ahead > 0 else -WON if ahead < 0 else 0.0)
    return ahead


def _points(edition: Edition, state: State, seat: int) -> float:
    tiles = state.tiles[seat]
    points = float(state.supply[seat] * edition.figures.cube_points)
    for place, taker in enumerate(state.takers):
        if taker == seat + 1:
            points += edition.worth(state.faces[place], tiles)
    if state.phase == OVER:
        return points
    if state.pawns[seat] == NOWHERE:
        return points
    return points + planned_points(edition, state, seat, state.pawns[seat], unknown_to(state, seat))
