"""The state of a match as columns of small integers, which are cheap to copy and quick to encode.

Cards of one kind are interchangeable, so a card is stored as its *kind*, a number. An edition knows the slugs
(`Edition.slugs`): those of `KINDS`, and among them the cards that only a draft has.
Every Lane of every seat is a slot for a Scrapbot: slot = seat * 3 + lane.
"""

from msgspec import Struct
from msgspec.structs import astuple

from games.engine.codec import pack

KINDS = (
    "spare-parts",
    "circuitry",
    "drone",
    "sentry-gun",
    "scout",
    "sentinel",
    "enforcer",
    "golem",
    "plasma-dart",
    "blaster",
    "armor-plate",
    "chainsaw",
    "servomotor",
    "laser-cannon",
    "rocket-pod",
    "supply-crate",
    "repair-kit",
    "magnet-trap",
    "med-pack",
    "logic-bomb",
    "fusion-cell",
    "brain-damage",
)
KINDS_BEFORE_DRAFTS = 22  # states of drafts count their own cards from here on
KIND = {slug: kind for kind, slug in enumerate(KINDS)}
WOUND = KIND["brain-damage"]
EMPTY = -1
LANES = 3

RUNNING, WOUNDS_OUT, CAPPED = 0, 1, 2


class State(Struct, array_like=True):
    """*turn:* from 1. *active:* the seat whose turn it is. *scrap*, *energy:* its pools.

    *stack:* Wounds left. *main*, *decks:* drawn from the end. *market:* a kind by place, EMPTY for a gap.
    *hands*, *decks*, *discards:* by seat. *bots*, *damage*, *ready*, *primed:* by slot.
    *ending:* RUNNING, WOUNDS_OUT or CAPPED. *reshuffles:* how often the active seat's discard pile became its
    deck in this Main phase.
    """

    turn_cap: int
    turn: int
    active: int
    scrap: int
    energy: int
    stack: int
    main: list[int]
    market: list[int]
    hands: list[list[int]]
    decks: list[list[int]]
    discards: list[list[int]]
    bots: list[int]
    damage: list[int]
    ready: list[int]
    primed: list[int]
    ending: int
    reshuffles: int = 0


def copy_state(state: State) -> State:
    """Return a copy that shares nothing with *state*."""
    hands, decks, discards = state.hands, state.decks, state.discards
    return State(
        state.turn_cap,
        state.turn,
        state.active,
        state.scrap,
        state.energy,
        state.stack,
        state.main[:],
        state.market[:],
        [hands[0][:], hands[1][:]],
        [decks[0][:], decks[1][:]],
        [discards[0][:], discards[1][:]],
        state.bots[:],
        state.damage[:],
        state.ready[:],
        state.primed[:],
        state.ending,
        state.reshuffles,
    )


def packed(state: State) -> bytes:
    """Return *state* as bytes, without a reshuffle those from before reshuffles were counted."""
    return pack(state if state.reshuffles else astuple(state)[:-1])


def wounds_of(state: State, seat: int) -> int:
    """Return how many Wounds *seat* has in hand, deck and discard pile."""
    return state.hands[seat].count(WOUND) + state.decks[seat].count(WOUND) + state.discards[seat].count(WOUND)


def census(state: State) -> list[int]:
    """Return the kinds of all cards in the match, sorted; no move changes this list."""
    kinds = [*state.main, *state.market, *state.bots]
    for pile in (*state.hands, *state.decks, *state.discards):
        kinds.extend(pile)
    kinds.extend([WOUND] * state.stack)
    kinds.sort()
    return [kind for kind in kinds if kind != EMPTY]
