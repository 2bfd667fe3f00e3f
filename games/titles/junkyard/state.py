"""The state of a match as columns of small integers, which are cheap to copy and quick to encode.

Every card has an initiative of its own, so a card is stored as its initiative. `edition.kind_of` gives the
kind of a card. 0 stands for no card.
"""

from msgspec import Struct

NONE = 0
REGISTERS = 6
MOST_HAND = 8  # places that moves can name; an edition's hands may be smaller

PLACING, PROGRAMMING, RESOLVING, OVER = 0, 1, 2, 3
PHASES = ("placing", "programming", "resolving", "over")
RUNNING, PILES_OUT, CAPPED = 0, 1, 2

# Where a card of the hand is; 1 to 6 are the registers.
IN_HAND, CHARGE, GONE = 0, 7, 8


class State(Struct, array_like=True):
    """*kinds:* the kinds in play, as indices into the box. *order:* the seats in the order of placing.
    *phase:* see `PHASES`.

    *at*, *headings:* by seat, see `yard`. *piles:* nine, each with its top card last. *known:* for each pile,
    the cards below the top that everybody saw go into it, sorted.
    *decks*, *discards*, *heaps:* by seat; decks are drawn from the end. *trash:* out of the game.
    *cards*, *where:* by seat and place in the hand, as many as a hand has. *where:* IN_HAND, a register,
    CHARGE or GONE.
    *active:* the number of active registers, by seat. *done:* by seat, 1 when the seat is done programming.
    *shown:* by seat, the highest revealed register. *resolved:* by seat, the highest register begun.
    *register:* the one being resolved. *queue:* the seats whose cards follow in it. *actor:* the seat whose
    card resolves, or -1. *slot:* the register of that card. *step:* the index of its effect. *left:* the
    number of cards its player has still to choose. *overclocked:* 1 when the next register follows at once.
    *ending:* RUNNING, PILES_OUT or CAPPED.
    """

    round_cap: int
    round: int
    phase: int
    kinds: list[int]
    order: list[int]
    at: list[int]
    headings: list[int]
    piles: list[list[int]]
    known: list[list[int]]
    decks: list[list[int]]
    discards: list[list[int]]
    heaps: list[list[int]]
    trash: list[int]
    cards: list[list[int]]
    where: list[list[int]]
    active: list[int]
    done: list[int]
    shown: list[int]
    resolved: list[int]
    register: int
    queue: list[int]
    actor: int
    slot: int
    step: int
    left: int
    overclocked: int
    ending: int


def copy_state(state: State) -> State:
    """Return a copy that shares nothing with *state*."""
    return State(
        state.round_cap,
        state.round,
        state.phase,
        state.kinds[:],
        state.order[:],
        state.at[:],
        state.headings[:],
        [pile[:] for pile in state.piles],
        [pile[:] for pile in state.known],
        [pile[:] for pile in state.decks],
        [pile[:] for pile in state.discards],
        [pile[:] for pile in state.heaps],
        state.trash[:],
        [cards[:] for cards in state.cards],
        [places[:] for places in state.where],
        state.active[:],
        state.done[:],
        state.shown[:],
        state.resolved[:],
        state.register,
        state.queue[:],
        state.actor,
        state.slot,
        state.step,
        state.left,
        state.overclocked,
        state.ending,
    )


def hand_places(state: State, seat: int) -> list[int]:
    """Return the places in the seat's hand that hold a card."""
    return [place for place, where in enumerate(state.where[seat]) if where == IN_HAND]


def place_in(state: State, seat: int, where: int) -> int:
    """Return the place of the card that lies in register *where* (or CHARGE), or -1 for none."""
    places = state.where[seat]
    return places.index(where) if where in places else -1


def card_in(state: State, seat: int, where: int) -> int:
    """Return the card that lies in register *where* (or CHARGE), or NONE."""
    places = state.where[seat]
    return state.cards[seat][places.index(where)] if where in places else NONE


def take_card(state: State, seat: int, place: int) -> int:
    """Remove the card from the seat's hand, register or charge, and return it."""
    card = state.cards[seat][place]
    state.cards[seat][place] = NONE
    state.where[seat][place] = GONE
    return card


def census(state: State) -> list[int]:
    """Return all cards in the match, sorted; no move changes this list."""
    found = state.trash[:]
    for zone in (state.piles, state.decks, state.discards, state.heaps, state.cards):
        for cards in zone:
            found += cards
    found.sort()
    return found[found.count(NONE) :]
