"""What a seat would give up by ending what it does, for the question that the page asks once."""

from typing import NamedTuple

from games.titles.scrapyard.decisions.legality import legal
from games.titles.scrapyard.edition import Edition, Figures
from games.titles.scrapyard.moves import AnyMove, EndPeeks, EndTurn, Peek
from games.titles.scrapyard.state import (
    COLLECT,
    PLACE,
    PLACES,
    State,
    active_seat,
    is_clear,
)
from games.titles.scrapyard.walk import distances
from games.titles.scrapyard.words import count, where

WORTH_A_CUBE = 7  # a cube on the field is missing in the supply, so a part has to be worth it


class Question(NamedTuple):
    """A sentence, or an empty text, and the place of the card that it names, -1 for none."""

    text: str
    place: int = -1


NOTHING = Question("")


def warning(edition: Edition, state: State, move: AnyMove) -> Question:
    """Return what the active seat could still gain before the legal *move*.

    It hangs only on what the seat knows.
    """
    if isinstance(move, EndPeeks):
        return _peeks(edition, state)
    if not isinstance(move, EndTurn) or not state.left:
        return NOTHING
    if state.phase != COLLECT:
        return _placing(edition, state)
    gain, place = _collecting(edition, state)
    if not gain:
        is_whole = state.left == state.points
        return Question(f"You have used none of this turn. {_lost(state)}") if is_whole else NOTHING
    last = "This is your last turn. " if state.turns[active_seat(state)] == 1 else ""
    return Question(f"{last}You can still {gain}. {_lost(state)}", place)


def _lost(state: State) -> str:
    """Return what becomes of the action points that are left."""
    left = "The action point" if state.left == 1 else f"The {state.left} action points"
    are = "is" if state.left == 1 else "are"
    return f"{left} left {are} lost when the turn ends."


def _peeks(edition: Edition, state: State) -> Question:
    hidden = sum(isinstance(move, Peek) for move in legal(edition, state))
    return Question(f"You can still look at {count(min(state.left, hidden), 'card')}.") if hidden else NOTHING


def _placing(edition: Edition, state: State) -> Question:
    """Return the best part that the seat needs and nobody has marked, if that is worth a cube.

    Only of a seat that has peeked and placed nothing: in the second placing it has decided about that before.
    """
    seat = active_seat(state)
    if state.phase != PLACE or state.left < edition.figures.placings or not state.supply[seat]:
        return NOTHING
    free = [place for place in _needed(edition, state, seat) if is_clear(state, place)]
    best = max(free, key=lambda place: _value(edition, state, place), default=-1)
    if best < 0 or _value(edition, state, best) < WORTH_A_CUBE:
        return NOTHING
    return Question(f"No cube lies on {_part(edition, state, best)}, which you need.", best)


def _collecting(edition: Edition, state: State) -> Question:
    """Return what the seat can still do, and its price.

    The best part that it needs comes first, then a cube to claim, then the nearest card that it doesn't know:
    turned up first, since most parts cost points. A known part that it doesn't need would only do that.
    """
    seat = active_seat(state)
    figures = edition.figures
    far = [far * figures.walk_cost for far in distances(state.field, state.pawns[seat], figures.rows)]
    takes = {
        place: price
        for place in range(PLACES)
        if state.field >> place & 1
        and (price := far[place] + _clearing(figures, state, seat, place) + figures.take_cost) <= state.left
    }
    if near := [place for place in _needed(edition, state, seat) if place in takes]:
        best = max(near, key=lambda place: _value(edition, state, place))
        return Question(f"take {_part(edition, state, best)}, for {count(takes[best], 'action point')}", best)
    for place in range(PLACES):
        if state.field >> place & 1:
            for owner in _claimable(state, seat, place):
                price = far[place] + figures.claim_cost(seat, owner)
                if price <= state.left:
                    claim = f"claim a cube in {where(place)}, for {count(price, 'action point')}"
                    return Question(claim, place)
    hidden = [place for place in takes if not state.known[place] & 1 << seat]
    nearest = min(hidden, key=takes.__getitem__, default=-1)
    if nearest >= 0 and (price := takes[nearest] + figures.turn_up_cost) <= state.left:
        look = f"turn up the card in {where(nearest)} and take it, for {count(price, 'action point')}"
        return Question(look, nearest)
    return NOTHING


def _needed(edition: Edition, state: State, seat: int) -> list[int]:
    """Return the places of the parts on the field that the seat knows and that are on its tiles."""
    known, own = state.known, 1 << seat
    return [
        place
        for place in range(PLACES)
        if state.field >> place & 1
        and known[place] & own
        and edition.matches(state.faces[place], state.tiles[seat])
    ]


def _clearing(figures: Figures, state: State, seat: int, place: int) -> int:
    """Return the points it takes to claim every cube on the card."""
    return sum(
        figures.claim_cost(seat, owner) * state.cubes[owner * PLACES + place] for owner in range(state.seats)
    )


def _claimable(state: State, seat: int, place: int) -> list[int]:
    """Return whose cubes on the card would be a gain: the seat's own guard the card until its last turn."""
    owners = [owner for owner in range(state.seats) if state.cubes[owner * PLACES + place]]
    return [owner for owner in owners if owner != seat or state.turns[seat] == 1]


def _value(edition: Edition, state: State, place: int) -> int:
    return edition.gains[state.faces[place]]


def _part(edition: Edition, state: State, place: int) -> str:
    return f"{edition.kinds[state.faces[place]].name} in {where(place)}"
