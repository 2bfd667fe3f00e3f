"""A greedy plan for the collection: always go where an action point earns most.

Cards that a player hasn't seen count as average unseen cards, so that nobody is misled by a guess.
"""

from functools import lru_cache
from typing import NamedTuple

from games.titles.scrapyard.edition import Edition, Figures
from games.titles.scrapyard.state import (
    COLLECT,
    COLUMNS,
    PLACES,
    PUBLIC,
    State,
    active_seat,
)
from games.titles.scrapyard.walk import corner_place, distances

LATER = 0.993  # discount for each action point spent before: somebody else may be there first
IDLE = 0.6  # the value of an unplanned action point, as a share of one spent on unseen cards
STRIDE = 1.3  # average points to the next unseen card
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

    edition: Edition
    seat: int
    faces: bytes
    guessed: int
    known: bytes
    field: int
    cubes: bytes
    tiles: int
    turns: int


@lru_cache(maxsize=256)
def averages(edition: Edition, faces: bytes, guessed: int, tiles: int) -> Unseen:
    """Return what the cards at *guessed* are worth on average with these tiles.

    Those that were set aside count as well: nobody knows which cards they are.
    """
    taken, wanted, matching = 0, 0, 0
    unseen = [faces[place] for place in range(edition.figures.places) if guessed >> place & 1]
    unseen += faces[edition.figures.places :]
    for card in unseen:
        worth = edition.worth(card, tiles)
        taken += worth
        if edition.matches(card, tiles):
            matching += 1
            wanted += worth
    number = max(len(unseen), 1)
    return Unseen(taken / number, wanted / number, matching / number)


def search_cost(figures: Figures, chance: float) -> float:
    """Return the action points to turn a card up and, if it matches, to take it."""
    return figures.turn_up_cost + figures.take_cost * chance


def unseen_rate(figures: Figures, unseen: Unseen) -> float:
    """Return the points that an action point brings when it is spent on unseen cards."""
    return unseen.wanted / (STRIDE * figures.walk_cost + search_cost(figures, unseen.chance))


def points_to_come(figures: Figures, state: State, seat: int) -> int:
    """Return the action points left in the running turn and in all later ones."""
    turns, now = state.turns[seat], 0
    if state.phase == COLLECT and active_seat(state) == seat:
        turns, now = turns - 1, state.left
    return now + turns * figures.turn_points(state.supply[seat])


def yard_of(edition: Edition, state: State, seat: int, guessed: int) -> Yard:
    """Return what the stops of *seat* depend on, if the cards at *guessed* are unseen."""
    return Yard(
        edition,
        seat,
        state.faces,
        guessed,
        bytes(state.known),
        state.field,
        bytes(state.cubes),
        state.tiles[seat],
        max(0, state.turns[seat] - 1),
    )


def unknown_to(state: State, seat: int) -> int:
    """Return the mask of the places whose card *seat* hasn't seen."""
    own, mask = 1 << seat, 0
    for place, seats in enumerate(state.known):
        if not seats & own:
            mask |= 1 << place
    return mask


def nearness(rows: int, seat: int, place: int) -> int:
    """Return minus the steps from the seat's own corner of the field to *place*."""
    row, column = divmod(place, COLUMNS)
    home_row, home_column = divmod(corner_place(seat, rows), COLUMNS)
    return -abs(row - home_row) - abs(column - home_column)


def planned_points(edition: Edition, state: State, seat: int, pawn: int, guessed: int) -> float:
    """Return the points of a plan that starts at *pawn* and always goes where an action point earns most.

    The cards at *guessed* count as unseen.
    """
    figures = edition.figures
    unseen = averages(edition, state.faces, guessed, state.tiles[seat])
    found, hidden = stops_for(yard_of(edition, state, seat, guessed))
    stops, dark = list(found), list(hidden)
    left, spent, points = float(points_to_come(figures, state, seat)), 0.0, 0.0
    search, walk = search_cost(figures, unseen.chance), figures.walk_cost
    for _ in range(MOST_STOPS):
        far = distances(state.field, pawn, figures.rows)
        best = _best(stops, dark, far, walk, left, Stop(-1, unseen.wanted, search))
        if best is None:
            break
        cost = far[best.place] * walk + best.cost
        spent, left, pawn = spent + cost, left - cost, best.place
        points += best.worth * LATER**spent
        if best in stops:
            stops.remove(best)
        else:
            dark.remove(pawn)
    reach = min(left, len(dark) * (STRIDE * walk + search))
    return points + unseen_rate(figures, unseen) * IDLE * reach * LATER**spent


def _best(
    stops: list[Stop], dark: list[int], far: tuple[int, ...], walk: int, left: float, search: Stop
) -> Stop | None:
    """Return the affordable stop, or nearest unseen card, where an action point earns most."""
    best, best_rate = None, 0.0
    for stop in stops:
        cost = max(far[stop.place] * walk + stop.cost, 0.1)
        if cost <= left and stop.worth > best_rate * cost:
            best, best_rate = stop, stop.worth / cost
    if dark:
        near = min(dark, key=far.__getitem__)
        cost = far[near] * walk + search.cost
        if cost <= left and search.worth > best_rate * cost:
            return search._replace(place=near)
    return best


@lru_cache(maxsize=64)
def stops_for(yard: Yard) -> tuple[tuple[Stop, ...], tuple[int, ...]]:
    """Return the cards to go to, and the places of unseen cards without cubes on them.

    Most moves that a bot tries change none of this, so the result is cached.
    """
    own, known, guessed, figures = 1 << yard.seat, yard.known, yard.guessed, yard.edition.figures
    unseen = averages(yard.edition, yard.faces, guessed, yard.tiles)
    rate = unseen_rate(figures, unseen) * IDLE
    cube = figures.cube_points + rate * (figures.points_a_cube * yard.turns)
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
            worth, cost = worth + unseen.wanted, cost + figures.take_cost * unseen.chance
        elif (value := yard.edition.worth(yard.faces[place], yard.tiles)) > 0:
            share = OPEN if known[place] & PUBLIC else 1.0
            worth, cost = worth + value * share, cost + figures.take_cost
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
                    found[place] = (
                        number + lying,
                        cost + lying * yard.edition.figures.claim_cost(yard.seat, owner),
                    )
    return found
