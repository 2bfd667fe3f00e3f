"""The evaluation of a state for a seat, in points at the end, for bots that look one move ahead.

It counts what the seat has and adds what a greedy plan would still bring: always go where an action point
earns most, until the action points of all turns to come are used up. Cards that `resample` made up count as
average unseen cards, so that a bot isn't misled by cards that it only guesses.
"""

from games.titles.scrapyard.edition import Edition
from games.titles.scrapyard.planning.plan import (
    IDLE,
    Unseen,
    averages,
    nearness,
    planned_points,
    points_to_come,
    unseen_rate,
)
from games.titles.scrapyard.scoring import score
from games.titles.scrapyard.state import (
    NOWHERE,
    OVER,
    PEEK,
    State,
    active_seat,
)

WIN = 1000.0
KNOWN, PROMISED = (
    0.7,
    0.65,
)  # before the collection: share of the value of a seen card, of one still to be seen
NEAR_HOME = 0.02  # peeks go side by side, starting at the seat's own corner


def evaluate(edition: Edition, state: State, seat: int) -> float:
    """Return the expected points of *seat* at the end."""
    if state.phase == OVER:
        return _final(edition, state, seat)
    unseen = averages(edition, state.faces, state.guessed, state.tiles[seat])
    has = _collected(edition, state, seat, unseen) + state.supply[seat] * edition.figures.cube_points
    if state.pawns[seat] == NOWHERE:
        return has + _prospects(edition, state, seat, unseen)
    return has + planned_points(edition, state, seat, state.pawns[seat], state.guessed)


def _final(edition: Edition, state: State, seat: int) -> float:
    scores = [score(edition, state, each) for each in range(state.seats)]
    ranks = [(each.total, each.matching) for each in scores]
    return scores[seat].total + (WIN if ranks[seat] == max(ranks) else 0.0)


def _collected(edition: Edition, state: State, seat: int, unseen: Unseen) -> float:
    points = 0.0
    for place, taker in enumerate(state.takers):
        if taker == seat + 1:
            points += (
                unseen.taken
                if state.guessed >> place & 1
                else edition.worth(state.faces[place], state.tiles[seat])
            )
    return points


# Before the collection: the cards that are seen and those that can still be seen


def _prospects(edition: Edition, state: State, seat: int, unseen: Unseen) -> float:
    points = unseen_rate(edition.figures, unseen) * IDLE * points_to_come(edition.figures, state, seat)
    own = 1 << seat
    for place, known in enumerate(state.known):
        if known & own:
            if state.guessed >> place & 1:
                points += KNOWN * unseen.wanted + NEAR_HOME * nearness(edition.figures.rows, seat, place)
            else:
                points += KNOWN * max(0, edition.worth(state.faces[place], state.tiles[seat]))
    if state.phase == PEEK and active_seat(state) == seat:
        points += PROMISED * unseen.wanted * state.left
    return points
