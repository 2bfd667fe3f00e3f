"""The state of a match as small integers, bytes and bit masks, which are cheap to copy and quick to encode.

A place is row * 9 + column, counted from 0 at the top left. A card is its number in the edition; it keeps its
place for the whole match, even when somebody takes it. The seats that know a card are a bit mask. The mask is
public, because everybody sees where a player looks.
"""

from typing import Literal

from msgspec import Struct

ROWS, COLUMNS = 6, 9  # an edition may have fewer rows
PLACES = ROWS * COLUMNS
TYPES = ("gear", "piston", "battery", "circuit", "lens", "plating")

PEEK, PLACE, AGAIN, CORNER, COLLECT, OVER = range(6)
PHASES = ("peek", "place", "place-again", "corner", "collect", "over")

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
CORNERS: tuple[Corner, ...] = ("top-left", "top-right", "bottom-left", "bottom-right")
NOWHERE = -5  # a pawn before it is placed; beside corner c, a pawn is at -1 - c

PAWN_CUBES = 2
PUBLIC = 1 << 7  # in the mask of a card: it lies face up


class State(Struct, array_like=True):
    """*order:* the seats in the order of the round, or of the collection; `order[turn]` is the active seat.

    *peeks:* peeks for every player this round. *left:* peeks, placings or action points left in the turn.
    *bought:* whether a cube was spent for a peek this turn. *points:* action points at the start of the turn.
    *turns:* turns of collecting left, by seat, with the running one. *dice:* the last rolls, as triples of
    seat, die and die; a second die of 0 means that only one was rolled.
    *faces:* cards by place, then those that were set aside. *known:* masks of seats by place.
    *takers:* by place, seat + 1, or 0 for none.
    *field:* mask of the places whose cards still lie there. *cubes:* cubes on a card, at seat * 54 + place.
    *supply*, *spent:* cubes by seat. *claimed:* cubes in the supply, at seat * seats + owner.
    *pawns:* places, or see NOWHERE. *tiles:* masks of part types, by seat.
    *guessed:* mask of the places whose card `resample` made up; 0 in a real match.
    """

    seats: int
    tiles_each: int
    stealth: int
    phase: int
    round: int
    order: list[int]
    turn: int
    peeks: int
    left: int
    bought: int
    points: int
    turns: list[int]
    dice: list[int]
    faces: bytes
    known: bytearray
    takers: bytearray
    field: int
    cubes: bytearray
    supply: list[int]
    spent: list[int]
    claimed: list[int]
    pawns: list[int]
    tiles: list[int]
    guessed: int = 0


def copy_state(state: State) -> State:
    """Return a copy that shares nothing mutable with *state*."""
    return State(
        state.seats,
        state.tiles_each,
        state.stealth,
        state.phase,
        state.round,
        state.order[:],
        state.turn,
        state.peeks,
        state.left,
        state.bought,
        state.points,
        state.turns[:],
        state.dice[:],
        state.faces,
        state.known[:],
        state.takers[:],
        state.field,
        state.cubes[:],
        state.supply[:],
        state.spent[:],
        state.claimed[:],
        state.pawns[:],
        state.tiles[:],
        state.guessed,
    )


def active_seat(state: State) -> int:
    """Return whose turn it is."""
    return state.order[state.turn]


def turns_begun(state: State, turns_a_tile: int) -> int:
    """Return how many turns have begun: of peeking, of placing again, of a corner, and of collecting."""
    seats, rounds = state.seats, state.round if state.phase >= CORNER else state.round - 1
    if state.phase < COLLECT:
        return (2 * rounds + (state.phase == AGAIN)) * seats + state.turn
    return (2 * rounds + 1 + state.tiles_each * turns_a_tile) * seats - sum(state.turns)


def tile_slugs(state: State, seat: int) -> tuple[str, ...]:
    """Return the part types on the seat's tiles, in the order of `TYPES`."""
    return tuple(part for kind, part in enumerate(TYPES) if state.tiles[seat] >> kind & 1)


def cubes_on_field(state: State, seat: int) -> int:
    """Return how many of its cubes *seat* has on cards."""
    return sum(state.cubes[seat * PLACES : seat * PLACES + PLACES])


def is_blocked(state: State, seat: int, place: int) -> bool:
    """Return whether a cube of another player lies on the card at *place*."""
    cubes = state.cubes
    return any(cubes[other * PLACES + place] for other in range(state.seats) if other != seat)


def is_clear(state: State, place: int) -> bool:
    """Return whether no cube lies on the card at *place*."""
    cubes = state.cubes
    return not any(cubes[seat * PLACES + place] for seat in range(state.seats))


def may_buy_peek(state: State) -> bool:
    """Return whether the active seat may still spend a cube for a peek."""
    return not state.bought and state.supply[active_seat(state)] > 0


def census(state: State) -> list[str]:
    """Return all cards and cubes of the match in words; no move changes this list."""
    seats = state.seats
    cubes = list(state.spent)
    for seat in range(seats):
        cubes[seat] += PAWN_CUBES + cubes_on_field(state, seat) + state.supply[seat]
        for owner in range(seats):
            claimed = state.claimed[seat * seats + owner]
            cubes[seat] -= claimed
            cubes[owner] += claimed
    lying = sum(not taker for taker in state.takers)
    return [
        *(f"card {card}" for card in sorted(state.faces)),
        f"on the field as marked: {lying == state.field.bit_count()}",
        *_cubes(cubes),
    ]


def _cubes(counts: list[int]) -> list[str]:
    return [f"cube of seat {seat}: {count}" for seat, count in enumerate(counts)]
