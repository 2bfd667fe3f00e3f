"""Standing orders: what to choose when a coming decision is one's own.

An order for a register holds for one round, as long as the card there has such an effect at that step; a
policy holds until it is withdrawn. More particular orders are offered before policies.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from games.engine.protocol import OrderOffer
from games.titles.junkyard.edition import Edition, Kind
from games.titles.junkyard.effects import Charge, Salvage, Scrap, Shuffle, Trash, Turn
from games.titles.junkyard.keyword import Keyword
from games.titles.junkyard.moves import (
    AnyMove,
    ChargeWith,
    Pile,
    Place,
    Register,
    SalvageFrom,
    ScrapCard,
    ShufflePile,
    Side,
    TrashCard,
    TurnTo,
)
from games.titles.junkyard.resolution import asked
from games.titles.junkyard.state import (
    GONE,
    IN_HAND,
    NONE,
    OVER,
    PLACING,
    PROGRAMMING,
    REGISTERS,
    RESOLVING,
    State,
    card_in,
)
from games.titles.junkyard.yard import PILE_NAMES, SIDES

Round = Annotated[int, Meta(ge=1, le=1000)]
Step = Annotated[int, Meta(ge=0, le=2)]


class Order(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Anything a seat can leave behind for later. *Source:* `junkyard:order-1`."""


class AtRegister(Order, frozen=True):
    """For effect *step*, from 0, of the card in *register*, in that *round*."""

    round: Round
    register: Register
    step: Step


class TurnAt(AtRegister, frozen=True, tag="turn-at"):
    """Turn to that side."""

    side: Side


class SalvageAt(AtRegister, frozen=True, tag="salvage-at"):
    """Salvage from that pile."""

    pile: Pile


class ShuffleAt(AtRegister, frozen=True, tag="shuffle-at"):
    """Shuffle that pile."""

    pile: Pile


class GiveAt(AtRegister, frozen=True, tag="give-at"):
    """Scrap, trash or charge with that card of the hand, whichever the effect is."""

    place: Place


class ScrapPolicy(Order, frozen=True, tag="scrap-policy"):
    """Scrap the card with the highest or the lowest scrap value; of equals the lower initiative."""

    take: Literal["highest", "lowest"]


class TrashPolicy(Order, frozen=True, tag="trash-policy"):
    """Trash the card with the lowest or the highest scrap value; of equals the lower initiative."""

    take: Literal["lowest", "highest"]


class ChargePolicy(Order, frozen=True, tag="charge-policy"):
    """Charge with the lowest scrap value, or with the highest charge; of equals the lower initiative."""

    take: Literal["lowest-value", "highest-charge"]


class SalvagePolicy(Order, frozen=True, tag="salvage-policy"):
    """Salvage where the top card has the highest scrap value, or from the larger pile."""

    take: Literal["highest", "largest"]


AnyOrder = TurnAt | SalvageAt | ShuffleAt | GiveAt | ScrapPolicy | TrashPolicy | ChargePolicy | SalvagePolicy

_MATCHING: dict[type[Order], tuple[type[Keyword], ...]] = {
    TurnAt: (Turn,),
    SalvageAt: (Salvage,),
    ShuffleAt: (Shuffle,),
    GiveAt: (Scrap, Trash, Charge),
    ScrapPolicy: (Scrap,),
    TrashPolicy: (Trash,),
    ChargePolicy: (Charge,),
    SalvagePolicy: (Salvage,),
}
_POLICIES: tuple[tuple[Order, str, str], ...] = (
    (ScrapPolicy("highest"), "scrapheap", "Always scrap the highest value"),
    (ScrapPolicy("lowest"), "scrapheap", "Always scrap the lowest value"),
    (TrashPolicy("lowest"), "trash", "Always trash the lowest value"),
    (TrashPolicy("highest"), "trash", "Always trash the highest value"),
    (ChargePolicy("lowest-value"), "charge", "Always charge with the lowest value"),
    (ChargePolicy("highest-charge"), "charge", "Always charge with the highest charge"),
    (SalvagePolicy("highest"), "piles", "Always salvage the top card of the highest value"),
    (SalvagePolicy("largest"), "piles", "Always salvage from the larger pile"),
)


def orders(edition: Edition, state: State, seat: int) -> list[OrderOffer]:
    """Return the orders the seat may give now: for the cards in its registers, and policies."""
    if state.phase == OVER:
        return []
    found = [offer for register in range(1, REGISTERS + 1) for offer in _at(edition, state, seat, register)]
    return found + [OrderOffer(order, at, label) for order, at, label in _POLICIES]


def follow(edition: Edition, state: State, seat: int, order: AnyOrder) -> AnyMove | None:
    """Return the legal move that *order* prefers for the seat's present decision, or None."""
    if state.phase != RESOLVING or seat != state.actor:
        return None
    effect = asked(edition, state)
    if not isinstance(effect, _MATCHING[type(order)]):
        return None
    if isinstance(order, AtRegister) and _moment(order) != (state.round, state.slot, state.step):
        return None
    choices = [move for move in effect.choices(state, seat) if move is not None]
    move = _preferred(edition, state, seat, order, choices)
    return move if move in choices else None


def is_spent(edition: Edition, state: State, seat: int, order: AnyOrder) -> bool:
    """Say whether the moment of *order* has passed; a policy's comes until the game is over."""
    if state.phase == OVER:
        return True
    if not isinstance(order, AtRegister):
        return False
    if state.phase == PLACING or order.round != state.round:
        return True
    if _is_past(state, seat, order):
        return True
    effects = _effects(edition, state, seat, order.register)
    if order.step >= len(effects) or not isinstance(effects[order.step], _MATCHING[type(order)]):
        return True
    return isinstance(order, GiveAt) and state.where[seat][order.place] == GONE


def _moment(order: AtRegister) -> tuple[int, int, int]:
    return order.round, order.register, order.step


def _is_past(state: State, seat: int, order: AtRegister) -> bool:
    """Say whether the effect has been resolved, or its register passed by."""
    if state.phase == PROGRAMMING:
        return False
    register = order.register
    if state.actor == seat and state.slot == register:
        return order.step < state.step
    if register <= state.resolved[seat] or register < state.register:
        return True
    return register == state.register and seat not in state.queue


def _effects(edition: Edition, state: State, seat: int, register: int) -> tuple[Keyword, ...]:
    card = card_in(state, seat, register)
    return edition.kind_of[card].effects if card != NONE else ()


def _preferred(
    edition: Edition, state: State, seat: int, order: AnyOrder, choices: list[AnyMove]
) -> AnyMove | None:
    match order:
        case TurnAt():
            return TurnTo(order.side)
        case SalvageAt():
            return SalvageFrom(order.pile)
        case ShuffleAt():
            return ShufflePile(order.pile)
        case GiveAt():
            return next((move for move in choices if _given(move) == order.place), None)
        case SalvagePolicy():
            return _best_pile(edition, state, order.take, choices)
    return min(choices, key=lambda move: _rank(edition, state, seat, order.take, move))


def _given(move: AnyMove) -> int:
    return move.place if isinstance(move, ScrapCard | TrashCard | ChargeWith) else -1


def _rank(edition: Edition, state: State, seat: int, take: str, move: AnyMove) -> tuple[int, int]:
    card = state.cards[seat][_given(move)]
    kind = edition.kind_of[card]
    wanted = {"highest": -kind.value, "highest-charge": -kind.charge}.get(take, kind.value)
    return wanted, card


def _best_pile(edition: Edition, state: State, take: str, choices: list[Any]) -> AnyMove | None:
    """Return the choice whose pile is best; None between equals, which are for the player to judge."""
    worth: list[int] = []
    for move in choices:
        pile = state.piles[move.pile]
        worth.append(len(pile) if take == "largest" else edition.kind_of[pile[-1]].value)
    return choices[worth.index(max(worth))] if worth.count(max(worth)) == 1 else None


def _at(edition: Edition, state: State, seat: int, register: int) -> Iterator[OrderOffer]:
    """Yield the orders for the card in one register."""
    card = card_in(state, seat, register)
    if card == NONE or state.phase not in (PROGRAMMING, RESOLVING):
        return
    kind = edition.kind_of[card]
    for step, effect in enumerate(kind.effects):
        for order, label in _for_effect(edition, state, seat, (state.round, register, step), effect):
            if not is_spent(edition, state, seat, order):
                yield OrderOffer(order, f"register:{register}", f"{_where(kind, step)}: {label}")


def _where(kind: Kind, step: int) -> str:
    """Return how the effect is called on a button: the card, and which effect when it has several."""
    words = kind.effects[step].text().capitalize()
    return f"{kind.name}, {words}" if len(kind.effects) == 1 else f"{kind.name}, {step + 1}. {words}"


def _for_effect(
    edition: Edition, state: State, seat: int, moment: tuple[int, int, int], effect: Keyword
) -> Iterator[tuple[AnyOrder, str]]:
    match effect:
        case Turn():
            for side in SIDES:
                yield TurnAt(*moment, side), side  # type: ignore[arg-type]
        case Salvage() | Shuffle():
            order = SalvageAt if isinstance(effect, Salvage) else ShuffleAt
            for pile, cards in enumerate(state.piles):
                if cards:
                    yield order(*moment, pile), f"the {PILE_NAMES[pile]} pile"
        case Scrap() | Trash() | Charge():
            for place, card in enumerate(state.cards[seat]):
                if card != NONE and state.where[seat][place] == IN_HAND:
                    yield GiveAt(*moment, place), edition.kind_of[card].name
