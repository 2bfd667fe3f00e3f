"""Standing orders: the two decisions of Scrapyard that a seat can make beforehand."""

from typing import Annotated

from msgspec import Meta, Struct

from games.engine.errors import IllegalMove
from games.engine.optional import OrderOffer
from games.titles.scrapyard.decisions.legality import END_TURN
from games.titles.scrapyard.edition import Edition
from games.titles.scrapyard.moves import AnyMove, ChooseCorner
from games.titles.scrapyard.state import (
    AGAIN,
    CORNER,
    CORNERS,
    NOWHERE,
    OVER,
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


class PassPlacings(Order, frozen=True, tag="pass-placings"):
    """Place no cube in the second placing of any round. *Source:* `scrapyard:standing-2`."""


AnyOrder = StartAt | PassPlacing | PassPlacings
RULE = "standing-1"


def orders(state: State, seat: int) -> list[OrderOffer]:
    """Return the orders that the seat may give now. *Source:* `scrapyard:standing-1`."""
    when = max(1, state.round)
    found = [
        OrderOffer(PassPlacing(when), "turn", f"Skip the second placing: in round {when}"),
        OrderOffer(PassPlacings(), "turn", "Skip the second placing: in every round"),
        *(OrderOffer(StartAt(corner), f"corner:{corner}", _corner_label(corner)) for corner in CORNERS),
    ]
    return [offer for offer in found if refusal(state, seat, offer.order) is None]


def _corner_label(corner: Corner) -> str:
    return f"Start collecting: at the {corner_words(corner)} corner"


def is_policy(order: AnyOrder) -> bool:
    """Return whether *order* holds for all choices of its kind. *Source:* `scrapyard:standing-2`."""
    return isinstance(order, PassPlacings)


def replaces(order: AnyOrder, earlier: AnyOrder) -> bool:
    """Return whether *order* takes the place of *earlier*. *Source:* `scrapyard:standing-2`."""
    if isinstance(order, PassPlacings):
        return isinstance(earlier, PassPlacing)
    return isinstance(order, StartAt) and isinstance(earlier, StartAt)


def refusal(state: State, seat: int, order: AnyOrder) -> IllegalMove | None:
    """Return why the seat can't give *order* now, or None if it can."""
    is_asked = state.phase != OVER and active_seat(state) == seat
    if isinstance(order, StartAt):
        if _is_corner_chosen(state, seat):
            return IllegalMove("corner-2", "Your pawn is already at its corner.")
        return _asked() if is_asked and state.phase == CORNER else None
    if isinstance(order, PassPlacing) and order.round > max(1, state.round):
        return IllegalMove(RULE, f"Round {order.round} hasn’t begun.")
    if is_spent(state, seat, order):
        return IllegalMove("place-4", "Your second placing of that round is over.")
    return _asked() if is_asked and state.phase == AGAIN else None


def _asked() -> IllegalMove:
    return IllegalMove(RULE, "It is time to choose that now: choose on the board.")


def follow(edition: Edition, state: State, seat: int, order: AnyOrder) -> AnyMove | None:
    """Return the move that the order chooses for the seat's present decision, or None."""
    if state.phase == OVER or active_seat(state) != seat:
        return None
    match order:
        case StartAt(corner) if state.phase == CORNER:
            return ChooseCorner(corner)
        case PassPlacing() | PassPlacings() if (state.phase, state.left) == (AGAIN, edition.figures.placings):
            return END_TURN if isinstance(order, PassPlacings) or order.round == state.round else None
    return None


def is_spent(state: State, seat: int, order: AnyOrder) -> bool:
    """Return whether the order can't apply any more."""
    if isinstance(order, StartAt):
        return _is_corner_chosen(state, seat)
    if state.phase >= CORNER:
        return True
    when = order.round if isinstance(order, PassPlacing) else state.tiles_each
    if state.round != when:
        return state.round > when
    return state.phase == AGAIN and state.order.index(seat) < state.turn


def _is_corner_chosen(state: State, seat: int) -> bool:
    return state.pawns[seat] != NOWHERE or state.phase == OVER
