"""Standing orders: the two decisions of Scrapyard that a seat can make beforehand."""

from typing import Annotated

from msgspec import Meta, Struct

from games.engine.optional import OrderOffer
from games.titles.scrapyard.decisions.legality import END_TURN
from games.titles.scrapyard.moves import AnyMove, ChooseCorner
from games.titles.scrapyard.state import (
    AGAIN,
    CORNER,
    CORNERS,
    NOWHERE,
    OVER,
    PLACINGS,
    Corner,
    State,
    active_seat,
)
from games.titles.scrapyard.words import corner_words


class Order(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A decision that a seat makes beforehand."""


class StartAt(Order, frozen=True, tag="start-at"):
    """Start collecting at this corner. *Source:* `scrapyard:corner-2`."""

    corner: Corner


class PassPlacing(Order, frozen=True, tag="pass-placing"):
    """Place no cube in the second placing of this *round*. *Source:* `scrapyard:place-4`."""

    round: Annotated[int, Meta(ge=1, le=4)]


AnyOrder = StartAt | PassPlacing


def orders(state: State, seat: int) -> list[OrderOffer]:
    """Return the orders that the seat may give now. *Source:* `scrapyard:standing-1`."""
    offers = []
    passing = PassPlacing(max(1, state.round))
    if not _is_spent(state, seat, passing) and not (state.phase == AGAIN and active_seat(state) == seat):
        label = f"Place no cubes after all have peeked in round {state.round}"
        offers.append(OrderOffer(passing, "turn", label))
    if not _is_corner_chosen(state, seat) and not (state.phase == CORNER and active_seat(state) == seat):
        offers += [
            OrderOffer(StartAt(corner), f"corner:{corner}", f"Start at the {corner_words(corner)} corner")
            for corner in CORNERS
        ]
    return offers


def follow(state: State, seat: int, order: AnyOrder) -> AnyMove | None:
    """Return the move that the order chooses for the seat's present decision, or None."""
    if state.phase == OVER or active_seat(state) != seat:
        return None
    match order:
        case StartAt(corner) if state.phase == CORNER:
            return ChooseCorner(corner)
        case PassPlacing(number) if (state.phase, state.round, state.left) == (AGAIN, number, PLACINGS):
            return END_TURN
    return None


def is_spent(state: State, seat: int, order: AnyOrder) -> bool:
    """Return whether the order can't apply any more."""
    if isinstance(order, StartAt):
        return _is_corner_chosen(state, seat)
    return _is_spent(state, seat, order)


def _is_spent(state: State, seat: int, order: PassPlacing) -> bool:
    if state.round != order.round or state.phase >= CORNER:
        return state.round > order.round or state.phase >= CORNER
    return state.phase == AGAIN and state.order.index(seat) < state.turn


def _is_corner_chosen(state: State, seat: int) -> bool:
    return state.pawns[seat] != NOWHERE or state.phase == OVER
