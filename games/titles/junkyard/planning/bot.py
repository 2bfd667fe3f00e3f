"""The evaluation of a state for a seat, in points, for bots that look ahead."""

from games.titles.junkyard.edition import Edition, sum_of_values
from games.titles.junkyard.planning.valuation import SEARCHED, Valuation, valuation_of
from games.titles.junkyard.state import NONE, OVER, State

WIN = 1000.0


def evaluate(edition: Edition, state: State, seat: int) -> float:
    """Return how far *seat* is ahead of the best other seat."""
    valuation = valuation_of(edition, state, SEARCHED)
    points = [_side(edition, state, valuation, other) for other in range(len(state.at))]
    best_other = max(value for other, value in enumerate(points) if other != seat)
    ahead = points[seat] - best_other
    return ahead + WIN * ((ahead > 0) - (ahead < 0)) if state.phase == OVER else ahead


def _side(edition: Edition, state: State, valuation: Valuation, seat: int) -> float:
    """Return the value of the seat's Scrapheap and, while the game goes on, of its cards and its space."""
    points = float(sum_of_values(edition, state.heaps[seat]))
    if state.phase == OVER:
        return points
    for pile in (state.decks[seat], state.discards[seat], state.cards[seat]):
        points += sum([valuation.owned[card] for card in sorted(pile) if card != NONE])
    space = state.at[seat]
    return points + (valuation.space(space, state.headings[seat]) if space >= 0 else 0.0)
