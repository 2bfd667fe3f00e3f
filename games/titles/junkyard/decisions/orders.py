"""Standing orders: choices that a seat makes beforehand.

An order for a register holds for one round, as long as the card there has such an effect at that step. A
policy holds until it is withdrawn, or another of its kind is given. Orders for a register are offered before
policies.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from games.engine.errors import IllegalMove
from games.engine.optional import OrderOffer
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

RULE = "order-1"

Round = Annotated[int, Meta(ge=1, le=1000)]
Step = Annotated[int, Meta(ge=0, le=3)]


class Order(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A choice that a seat makes beforehand. *Source:* `junkyard:order-1`."""


class AtRegister(Order, frozen=True):
    """An order for one effect of the card in *register*, in that *round*. *step:* the effect, from 0."""

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
    """Scrap, trash or charge with that card from the hand, depending on the effect."""

    place: Place


class ScrapPolicy(Order, frozen=True, tag="scrap-policy"):
    """Scrap the card with the highest or the lowest scrap value; among equals, the lowest initiative."""

    take: Literal["highest", "lowest"]


class TrashPolicy(Order, frozen=True, tag="trash-policy"):
    """Trash the card with the lowest or the highest scrap value; among equals, the lowest initiative."""

    take: Literal["lowest", "highest"]


class ChargePolicy(Order, frozen=True, tag="charge-policy"):
    """Charge with the lowest scrap value or the highest charge; among equals, the lowest initiative."""

    take: Literal["lowest-value", "highest-charge"]


class SalvagePolicy(Order, frozen=True, tag="salvage-policy"):
    """Salvage from the pile whose top card has the highest scrap value, or from the larger pile."""

    take: Literal["highest", "largest"]


AnyOrder = TurnAt | SalvageAt | ShuffleAt | GiveAt | ScrapPolicy | TrashPolicy | ChargePolicy | SalvagePolicy

_ORDINALS = ("first", "second", "third", "fourth")
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
    (ScrapPolicy("highest"), "scrapheap", "Always scrap the card with the highest scrap value"),
    (ScrapPolicy("lowest"), "scrapheap", "Always scrap the card with the lowest scrap value"),
    (TrashPolicy("lowest"), "trash", "Always trash the card with the lowest scrap value"),
    (TrashPolicy("highest"), "trash", "Always trash the card with the highest scrap value"),
    (ChargePolicy("lowest-value"), "charge", "Always charge with the card with the lowest scrap value"),
    (
        ChargePolicy("highest-charge"),
        "charge",
        "Always charge with the card that activates the most registers",
    ),
    (
        SalvagePolicy("highest"),
        "piles",
        "Always salvage from the pile whose top card has the higher scrap value",
    ),
    (SalvagePolicy("largest"), "piles", "Always salvage from the larger pile"),
)


def orders(edition: Edition, state: State, seat: int) -> list[OrderOffer]:
    """Return the orders that the seat may give now: for the cards in its registers, then policies."""
    if state.phase == OVER:
        return []
    found = [offer for register in range(1, REGISTERS + 1) for offer in _at(edition, state, seat, register)]
    return found + [OrderOffer(order, at, label) for order, at, label in _POLICIES]


def is_policy(order: AnyOrder) -> bool:
    """Return whether *order* holds for all choices of its kind. *Source:* `junkyard:order-2`."""
    return not isinstance(order, AtRegister)


def replaces(order: AnyOrder, earlier: AnyOrder) -> bool:
    """Return whether *order* takes the place of *earlier*. *Source:* `junkyard:order-2`.

    Of cards to give up, several may be named for one effect: it may need more than one.
    """
    if type(order) is not type(earlier):
        return False
    if isinstance(order, AtRegister) and isinstance(earlier, AtRegister):
        return _moment(order) == _moment(earlier) and not isinstance(order, GiveAt)
    return True


def refusal(edition: Edition, state: State, seat: int, order: AnyOrder) -> IllegalMove | None:
    """Return why the seat can't give *order* now, or None if it can."""
    if state.phase == OVER:
        return IllegalMove(RULE, "The game is over.")
    if not isinstance(order, AtRegister):
        return None
    if state.phase == PLACING:
        return IllegalMove("program-1", "No register holds a card before the first round.")
    if order.round != state.round:
        return IllegalMove(RULE, f"The order is for round {order.round}, and this is round {state.round}.")
    if _is_past(state, seat, order):
        return IllegalMove(RULE, f"That choice in register {order.register} has already been made.")
    effects = _effects(edition, state, seat, order.register)
    if not effects:
        return IllegalMove("program-1", f"Your register {order.register} is empty.")
    if order.step >= len(effects) or not isinstance(effects[order.step], _MATCHING[type(order)]):
        return IllegalMove(RULE, f"Your card in register {order.register} does not ask for that choice.")
    if isinstance(order, SalvageAt | ShuffleAt) and not state.piles[order.pile]:
        return IllegalMove(effects[order.step].rule, f"The {PILE_NAMES[order.pile]} pile is empty.")
    if isinstance(order, GiveAt) and not _is_in_hand(state, seat, order.place):
        return IllegalMove(effects[order.step].rule, "There is no such card in your hand.")
    return None


def _is_in_hand(state: State, seat: int, place: int) -> bool:
    where = state.where[seat]
    return place < len(where) and where[place] == IN_HAND


def follow(edition: Edition, state: State, seat: int, order: AnyOrder) -> AnyMove | None:
    """Return the legal move that *order* chooses for the seat's present decision, or None."""
    if state.phase != RESOLVING or seat != state.actor:
        return None
    effect = asked(edition, state)
    if not isinstance(effect, _MATCHING[type(order)]):
        return None
    if isinstance(order, AtRegister) and _moment(order) != (state.round, state.slot, state.step):
        return None
    choices = [move for move in effect.choices(edition, state, seat) if move is not None]
    move = _preferred(edition, state, seat, order, choices)
    return move if move in choices else None


def is_spent(edition: Edition, state: State, seat: int, order: AnyOrder) -> bool:
    """Return whether *order* can't apply any more; a policy applies until the game is over."""
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
    where = state.where[seat]
    return isinstance(order, GiveAt) and (order.place >= len(where) or where[order.place] == GONE)


def _moment(order: AtRegister) -> tuple[int, int, int]:
    return order.round, order.register, order.step


def _is_past(state: State, seat: int, order: AtRegister) -> bool:
    """Return whether the effect is resolved or its register is over."""
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
    """Return the choice with the best pile; None for equal piles, which the player has to judge."""
    ranks: list[int] = []
    for move in choices:
        pile = state.piles[move.pile]
        ranks.append(len(pile) if take == "largest" else edition.kind_of[pile[-1]].value)
    return choices[ranks.index(max(ranks))] if ranks.count(max(ranks)) == 1 else None


def _at(edition: Edition, state: State, seat: int, register: int) -> Iterator[OrderOffer]:
    """Yield the orders for the card in one register."""
    card = card_in(state, seat, register)
    if card == NONE or state.phase not in (PROGRAMMING, RESOLVING):
        return
    kind = edition.kind_of[card]
    for step, effect in enumerate(kind.effects):
        for order, label in _for_effect(edition, state, seat, (state.round, register, step), effect):
            if not is_spent(edition, state, seat, order):
                yield OrderOffer(order, f"register:{register}", f"{_where(kind, register, step)}: {label}")


def _where(kind: Kind, register: int, step: int) -> str:
    """Return the label of the effect: the card, where it is, and which effect it is when it has several."""
    words = kind.effects[step].text().capitalize()
    which = words if len(kind.effects) == 1 else f"{_ORDINALS[step]} effect ({words})"
    return f"{kind.name} in register {register}, {which}"


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
                    on_top = edition.kind_of[cards[-1]].name
                    yield order(*moment, pile), f"the {PILE_NAMES[pile]} pile ({on_top} on top)"
        case Scrap() | Trash() | Charge():
            for place, card in enumerate(state.cards[seat]):
                if _is_in_hand(state, seat, place):
                    yield GiveAt(*moment, place), edition.kind_of[card].name
