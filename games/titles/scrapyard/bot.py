"""The evaluation of a state for a seat, in points at the end, for bots that look one move ahead.

It counts what the seat has and adds what a greedy plan would still bring: always go where an action point
earns most, until the action points of all turns to come are used up. Cards that `resample` made up count as
average unseen cards, so that a bot isn't misled by cards that it only guesses.
"""

from functools import lru_cache
from typing import NamedTuple

from games.titles.scrapyard.moves import TAKE_COST, TURN_UP_COST, claim_cost
from games.titles.scrapyard.scoring import score
from games.titles.scrapyard.state import (
    COLLECT,
    COLUMNS,
    CORNER_PLACES,
    FREE_POINTS,
    NOWHERE,
    OVER,
    PEEK,
    PLACES,
    PUBLIC,
    VALUES,
    State,
    active_seat,
)
from games.titles.scrapyard.walk import distances

WIN = 1000.0
LATER = 0.993  # discount for each action point spent before: somebody else may be there first
IDLE = 0.6  # the value of an unplanned action point, as a share of one spent on unseen cards
STRIDE = 1.3  # average points to the next unseen card
KNOWN, PROMISED = (
    0.7,
    0.65,
)  # before the collection: share of the value of a seen card, of one still to be seen
NEAR_HOME = 0.02  # peeks go side by side, starting at the seat's own corner
MOST_STOPS = 12
OPEN = 0.9  # share of the value of a card that everybody knows


class Unseen(NamedTuple):
    """The average value of a card that the seat hasn't seen.

    *taken:* if it is taken unseen. *wanted:* if it is taken only when it matches. *chance:* of a match.
    """

    taken: float
    wanted: float
    chance: float


class Stop(NamedTuple):
    """A card to go to. *worth:* the points it brings. *cost:* action points there, besides the walk."""

    place: int
    worth: float
    cost: float


class Yard(NamedTuple):
    """What the stops of *seat* depend on. *turns:* the seat's turns after the running one."""

    seat: int
    faces: bytes
    guessed: int
    known: bytes
    field: int
    cubes: bytes
    tiles: int
    turns: int


def evaluate(state: State, seat: int) -> float:
    """Return the expected points of *seat* at the end."""
    if state.phase == OVER:
        return _final(state, seat)
    unseen = _unseen(state.faces, state.guessed, state.tiles[seat])
    has = _collected(state, seat, unseen) + state.supply[seat]
    if state.pawns[seat] == NOWHERE:
        return has + _prospects(state, seat, unseen)
    return has + _plan(state, seat, unseen)


def _final(state: State, seat: int) -> float:
    scores = [score(state, each) for each in range(state.seats)]
    ranks = [(each.total, each.matching) for each in scores]
    return scores[seat].total + (WIN if ranks[seat] == max(ranks) else 0.0)


@lru_cache(maxsize=256)
def _unseen(faces: bytes, guessed: int, tiles: int) -> Unseen:
    taken, wanted, matching, number = 0, 0, 0, 0
    for place in range(PLACES):
        if guessed >> place & 1:
            kind, value = divmod(faces[place], VALUES)
            number += 1
            if tiles >> kind & 1:
                matching += 1
                wanted += value + 1
                taken += value + 1
            else:
                taken -= value + 1
    number = max(number, 1)
    return Unseen(taken / number, wanted / number, matching / number)


def _worth(card: int, tiles: int) -> int:
    """Return the card's points with these tiles, negative when it doesn't match."""
    kind, value = divmod(card, VALUES)
    return value + 1 if tiles >> kind & 1 else -value - 1


def _collected(state: State, seat: int, unseen: Unseen) -> float:
    points = 0.0
    for place, taker in enumerate(state.takers):
        if taker == seat + 1:
            points += (
                unseen.taken if state.guessed >> place & 1 else _worth(state.faces[place], state.tiles[seat])
            )
    return points


def _rate(unseen: Unseen) -> float:
    """Return the points that an action point brings when it is spent on unseen cards."""
    return unseen.wanted / (STRIDE + TURN_UP_COST + TAKE_COST * unseen.chance)


def _points_to_come(state: State, seat: int) -> int:
    """Return the action points left in the running turn and in all later ones."""
    turns, now = state.turns[seat], 0
    if state.phase == COLLECT and active_seat(state) == seat:
        turns, now = turns - 1, state.left
    return now + turns * (state.supply[seat] + FREE_POINTS)


def _yard(state: State, seat: int) -> Yard:
    return Yard(
        seat,
        state.faces,
        state.guessed,
        bytes(state.known),
        state.field,
        bytes(state.cubes),
        state.tiles[seat],
        max(0, state.turns[seat] - 1),
    )


# Before the collection: the cards that are seen and those that can still be seen


def _prospects(state: State, seat: int, unseen: Unseen) -> float:
    points = _rate(unseen) * IDLE * _points_to_come(state, seat)
    own = 1 << seat
    for place in range(PLACES):
        if state.known[place] & own:
            if state.guessed >> place & 1:
                points += KNOWN * unseen.wanted + NEAR_HOME * _nearness(seat, place)
            else:
                points += KNOWN * max(0, _worth(state.faces[place], state.tiles[seat]))
    if state.phase == PEEK and active_seat(state) == seat:
        points += PROMISED * unseen.wanted * state.left
    return points


def _nearness(seat: int, place: int) -> int:
    row, column = divmod(place, COLUMNS)
    home_row, home_column = divmod(CORNER_PLACES[seat], COLUMNS)
    return -abs(row - home_row) - abs(column - home_column)


# In the collection: a greedy plan


def _plan(state: State, seat: int, unseen: Unseen) -> float:
    """Return the points of a plan that always goes where an action point earns most."""
    found, hidden = _stops(_yard(state, seat))
    stops, dark = list(found), list(hidden)
    pawn, left, spent, points = state.pawns[seat], float(_points_to_come(state, seat)), 0.0, 0.0
    search = TURN_UP_COST + TAKE_COST * unseen.chance
    for _ in range(MOST_STOPS):
        far = distances(state.field, pawn)
        best = _best(stops, dark, far, left, Stop(-1, unseen.wanted, search))
        if best is None:
            break
        cost = far[best.place] + best.cost
        spent, left, pawn = spent + cost, left - cost, best.place
        points += best.worth * LATER**spent
        if best in stops:
            stops.remove(best)
        else:
            dark.remove(pawn)
    reach = min(left, len(dark) * (STRIDE + search))
    return points + _rate(unseen) * IDLE * reach * LATER**spent


def _best(stops: list[Stop], dark: list[int], far: tuple[int, ...], left: float, search: Stop) -> Stop | None:
    """Return the affordable stop, or nearest unseen card, where an action point earns most."""
    best, best_rate = None, 0.0
    for stop in stops:
        cost = max(far[stop.place] + stop.cost, 0.1)
        if cost <= left and stop.worth > best_rate * cost:
            best, best_rate = stop, stop.worth / cost
    if dark:
        near = min(dark, key=far.__getitem__)
        cost = far[near] + search.cost
        if cost <= left and search.worth > best_rate * cost:
            return search._replace(place=near)
    return best


@lru_cache(maxsize=64)
def _stops(yard: Yard) -> tuple[tuple[Stop, ...], tuple[int, ...]]:
    """Return the cards to go to, and the places of unseen cards without cubes on them.

    Most moves that a bot tries change none of this, so the result is cached.
    """
    own, known, guessed = 1 << yard.seat, yard.known, yard.guessed
    unseen = _unseen(yard.faces, guessed, yard.tiles)
    cube = 1 + _rate(unseen) * IDLE * yard.turns
    claims = _claims(yard)
    stops, dark = [], []
    for place in range(PLACES):
        if not yard.field >> place & 1:
            continue
        number, claiming = claims.get(place, (0, 0))
        worth, cost = cube * number, float(claiming)
        if not known[place] & own:
            if not number:
                dark.append(place)
        elif guessed >> place & 1:
            worth, cost = worth + unseen.wanted, cost + TAKE_COST * unseen.chance
        elif (value := _worth(yard.faces[place], yard.tiles)) > 0:
            share = OPEN if known[place] & PUBLIC else 1.0
            worth, cost = worth + value * share, cost + TAKE_COST
        if worth > 0:
            stops.append(Stop(place, worth, cost))
    return tuple(stops), tuple(dark)


def _claims(yard: Yard) -> dict[int, tuple[int, int]]:
    """Return by place how many cubes lie there, and the action points to claim them all."""
    found: dict[int, tuple[int, int]] = {}
    for owner in range(len(yard.cubes) // PLACES):
        row = yard.cubes[owner * PLACES : owner * PLACES + PLACES]
        if any(row):
            for place, lying in enumerate(row):
                if lying:
                    number, cost = found.get(place, (0, 0))
                    found[place] = (number + lying, cost + lying * claim_cost(yard.seat, owner))
    return found
