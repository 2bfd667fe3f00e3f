"""What a fair player is likely to do: peek all over the field, keep the cubes, go where a point earns most.

The weights are a player's judgement, checked by games against the greedy bot.
"""

from collections.abc import Sequence

from games.titles.scrapyard.edition import Edition
from games.titles.scrapyard.moves import (
    AnyMove,
    ChooseCorner,
    ClaimCube,
    EndTurn,
    Peek,
    TakeCard,
    TurnUp,
    Walk,
)
from games.titles.scrapyard.planning.plan import (
    Stop,
    Unseen,
    averages,
    planned_points,
    points_to_come,
    search_cost,
    stops_for,
    unknown_to,
    yard_of,
)
from games.titles.scrapyard.state import (
    COLLECT,
    CORNER,
    CORNERS,
    NOWHERE,
    PEEK,
    TYPES,
    State,
)
from games.titles.scrapyard.walk import FAR, distances, path

SHARP = 12.0  # how much more likely a better rate makes a move
LEAST_SHARE = 0.25  # of the best rate: what earns less isn't worth a look
TRIED = 8  # the goals that are looked at as the first of two
CONTESTED = 1.5  # what a card is worth that also matches a tile of another, as a share
UNSEEN = 0.8  # what turning up a card is worth that nobody has seen, as a share: it also tells the others
SOON = 4.0  # turns in which others take the cards that they have seen
SPREAD = 23  # has no divisor in common with the number of places


def weights(edition: Edition, state: State, seat: int, moves: Sequence[AnyMove]) -> list[float]:
    """Return the weight of each of *moves*."""
    if state.phase == COLLECT:
        return _Turn(edition, state, seat).weights(moves)
    if state.phase == PEEK:
        return _peeks(state, seat, moves)
    if state.phase == CORNER:
        return _corners(edition, state, seat, moves)
    return [float(isinstance(move, EndTurn)) for move in moves]


def _peeks(state: State, seat: int, moves: Sequence[AnyMove]) -> list[float]:
    """Return weights for peeks all over the field, first where nobody else has looked."""
    order = [
        (state.known[move.place] > 0, move.place * SPREAD % len(state.known))
        if isinstance(move, Peek)
        else (True, FAR)
        for move in moves
    ]
    best = order.index(min(order)) if isinstance(moves[0], Peek) else len(moves) - 1
    return [float(index == best) for index in range(len(moves))]


def _corners(edition: Edition, state: State, seat: int, moves: Sequence[AnyMove]) -> list[float]:
    found = []
    for move in moves:
        pawn = -1 - CORNERS.index(move.corner) if isinstance(move, ChooseCorner) else NOWHERE
        found.append(planned_points(edition, state, seat, pawn, unknown_to(state, seat)))
    best = max(found)
    return [2.0 ** (points - best) for points in found]


class _Turn:
    """What the weights in the collection depend on. *others:* the types on the tiles of others, if shown."""

    def __init__(self, edition: Edition, state: State, seat: int) -> None:
        self.edition, self.figures = edition, edition.figures
        self.state, self.seat = state, seat
        unknown = unknown_to(state, seat)
        self.unseen: Unseen = averages(edition, state.faces, unknown, state.tiles[seat])
        self.stops, self.dark = stops_for(yard_of(edition, state, seat, unknown))
        self.pawn = state.pawns[seat]
        self.far = distances(state.field, self.pawn, self.figures.rows)
        self.others = 0
        for other in range(state.seats):
            if other != seat and not state.stealth:
                self.others |= state.tiles[other]

    def weights(self, moves: Sequence[AnyMove]) -> list[float]:
        rates = self._rates()
        found = [self._rate(move, rates) for move in moves]
        best = max(found)
        if best <= 0:
            return [float(isinstance(move, EndTurn)) for move in moves]
        least = best * LEAST_SHARE
        return [(rate / best) ** SHARP if rate >= least else 0.0 for rate in found]

    def _rates(self) -> dict[int, float]:
        """Return by place the points that an action point brings which is spent on going there and acting.

        What is too far for this turn counts for the last card on the way.
        """
        walk, rates = self.figures.walk_cost, dict[int, float]()
        reach = self.state.left // walk
        goals = [goal for goal in self._goals() if self.far[goal.place] < FAR]
        goals.sort(key=lambda goal: -goal.worth / (self.far[goal.place] * walk + goal.cost))
        for goal in goals[:TRIED]:
            place = goal.place
            if self.far[place] > reach:
                if not reach:
                    continue
                place = path(self.state.field, self.pawn, place, self.figures.rows)[reach - 1]
            rates[place] = max(self._best_pair(goal, goals), rates.get(place, 0.0))
        return rates

    def _best_pair(self, first: Stop, goals: list[Stop]) -> float:
        """Return what an action point brings on the way to *first*, or to *first* and another goal."""
        walk = self.figures.walk_cost
        spent = self.far[first.place] * walk + first.cost
        far = distances(self.state.field, first.place, self.figures.rows)
        left = points_to_come(self.figures, self.state, self.seat)
        best = first.worth / spent
        for place, worth, cost in goals:
            whole = spent + far[place] * walk + cost
            if first.worth + worth > best * whole and whole <= left and place != first.place:
                best = (first.worth + worth) / whole
        return best

    def _goals(self) -> list[Stop]:
        """Return the stops, of which contested ones are worth more, and the unseen cards."""
        faces, known, own = self.state.faces, self.state.known, 1 << self.seat
        goals = []
        for stop in self.stops:
            contested = known[stop.place] & own and self.edition.matches(faces[stop.place], self.others)
            goals.append(stop._replace(worth=stop.worth * CONTESTED) if contested else stop)
        share = self._share_of_leftovers()
        for place in self.dark:
            worth = share if known[place] else UNSEEN
            chance = share if known[place] else 1.0
            cost = search_cost(self.figures, self.unseen.chance * chance)
            goals.append(Stop(place, self.unseen.wanted * worth, cost))
        return goals

    def _share_of_leftovers(self) -> float:
        """Return the chance that a card matches which others saw and left, as a share of an unseen card's.

        It is likely not of their types. Before they had time to take such cards it says nothing.
        """
        if not self.others:
            return 1.0
        own, turns = self.state.tiles[self.seat], self.state.tiles_each * self.figures.turns_a_tile
        free = max(1, len(TYPES) - self.others.bit_count())
        share = (own & ~self.others).bit_count() / free * len(TYPES) / own.bit_count()
        used = min(1.0, (turns - self.state.turns[self.seat]) / SOON)
        return 1.0 + (share - 1.0) * used

    def _rate(self, move: AnyMove, rates: dict[int, float]) -> float:
        is_seen = self.pawn >= 0 and self.state.known[self.pawn] >> self.seat & 1
        match move:
            case Walk():
                return rates.get(move.place, 0.0)
            case ClaimCube():
                return rates.get(self.pawn, 0.0)
            case TurnUp():
                return 0.0 if is_seen else rates.get(self.pawn, 0.0)
            case TakeCard() if not is_seen:
                return self.unseen.taken / self.figures.take_cost
            case TakeCard() if (
                self.edition.worth(self.state.faces[self.pawn], self.state.tiles[self.seat]) > 0
            ):
                return rates.get(self.pawn, 0.0)
        return 0.0
