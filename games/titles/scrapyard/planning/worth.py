"""How far a seat is ahead, for bots that play a position on before they judge it.

Unlike `bot.evaluate` it takes cards that were turned up on the way for what they are. What only another seat
has seen counts as average: which cards those are is guessed anew each time, and would be noise.
"""

from games.titles.scrapyard.edition import Edition
from games.titles.scrapyard.planning.plan import planned_points, unknown_to
from games.titles.scrapyard.state import NOWHERE, OVER, State

WON = 10.0  # points that winning is worth besides


def worth(edition: Edition, state: State, seat: int) -> float:
    """Return the points by which *seat* is likely to be ahead of the best other seat at the end."""
    secret = state.guessed & unknown_to(state, seat)
    points = [_points(edition, state, each, secret) for each in range(state.seats)]
    own = points.pop(seat)
    ahead = own - max(points)
    if state.phase == OVER:
        return ahead + (WON if ahead > 0 else -WON if ahead < 0 else 0.0)
    return ahead


def _points(edition: Edition, state: State, seat: int, secret: int) -> float:
    """Return the points that *seat* is likely to have at the end. *secret:* mask of cards only guessed."""
    tiles = state.tiles[seat]
    points = float(state.supply[seat] * edition.figures.cube_points)
    for place, taker in enumerate(state.takers):
        if taker == seat + 1:
            points += edition.worth(state.faces[place], tiles)
    if state.phase == OVER:
        return points
    if state.pawns[seat] == NOWHERE:
        return points
    unseen = unknown_to(state, seat) | secret
    return points + planned_points(edition, state, seat, state.pawns[seat], unseen)
