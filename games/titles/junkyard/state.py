"""The table as columns of small integers: cheap to copy, quick to encode.

Every card is an individual, because its initiative is its own: a card is its initiative and no more.
`edition.kind_of` says of which kind it is. 0 stands for no card.
"""

from msgspec import Struct

NONE = 0
REGISTERS = 6
HAND_SIZE = 6

PLACING, PROGRAMMING, RESOLVING, OVER = 0, 1, 2, 3
PHASES = ("placing", "programming", "resolving", "over")
RUNNING, PILES_OUT, CAPPED = 0, 1, 2

# Where a card of the hand is; 1 to 6 are the registers.
IN_HAND, CHARGE, GONE = 0, 7, 8


class State(Struct, array_like=True):
    """*kinds:* the twelve of the box, by index. *order:* of placing, by seat. *phase:* see `PHASES`.

    *at*, *headings:* by seat, see `yard`. *piles:* nine, the top last. *known:* for each pile the cards
    below its top that everybody has seen go into it, sorted.
    *decks*, *discards*, *heaps:* by seat, decks drawn from the end. *trash:* out of the game.
    *cards*, *where:* by seat and place in the hand, six each. *where:* IN_HAND, a register, CHARGE or GONE.
    *active:* how many registers are, by seat. *done:* by seat, 1 when the program is.
    *shown:* by seat, the highest register that is revealed. *resolved:* the highest begun.
    *register:* being resolved. *queue:* seats that follow in it. *actor:* the seat whose card resolves,
    or -1. *slot:* its register. *step:* the effect. *left:* cards it has still to choose.
    *overclocked:* 1 when the card goes on with the next register. *ending:* RUNNING, PILES_OUT or CAPPED.
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
    """Return the places of the seat's hand that hold a card."""
    return [place for place, where in enumerate(state.where[seat]) if where == IN_HAND]


def place_in(state: State, seat: int, where: int) -> int:
    """Return the place of the card that lies in register *where* (or CHARGE), or -1 when none does."""
    places = state.where[seat]
    return places.index(where) if where in places else -1


def card_in(state: State, seat: int, where: int) -> int:
    """Return the card that lies in register *where* (or CHARGE), or NONE."""
    places = state.where[seat]
    return state.cards[seat][places.index(where)] if where in places else NONE


def take_card(state: State, seat: int, place: int) -> int:
    """Take the card out of the seat's hand, register or charge for good, and return it."""
    card = state.cards[seat][place]
    state.cards[seat][place] = NONE
    state.where[seat][place] = GONE
    return card


def census(state: State) -> list[int]:
    """Return all cards wherever they are, sorted: what a match conserves."""
    found = state.trash[:]
    for zone in (state.piles, state.decks, state.discards, state.heaps, state.cards):
        for cards in zone:
            found += cards
    found.sort()
    return found[found.count(NONE) :]
