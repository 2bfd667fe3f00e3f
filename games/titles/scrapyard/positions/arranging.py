"""Lays out a field of Scrapyard from what was dealt. Cards and cubes change places; none is made or lost."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.titles.scrapyard.edition import Edition
from games.titles.scrapyard.state import (
    COLLECT,
    COLUMNS,
    CORNERS,
    PLACES,
    PUBLIC,
    TYPES,
    State,
)

# A place as the board names it: `2-3` for row 2, column 3.
Spot = str


class Cubes(Struct, frozen=True, forbid_unknown_fields=True):
    """Cubes of a seat on a card."""

    seat: int
    at: Spot
    count: Annotated[int, Meta(ge=1)] = 1


class Arrangement(Struct, frozen=True, forbid_unknown_fields=True):
    """*cards:* what lies where. *cubes:* on cards, out of the supplies. *supply:* by seat; the rest is spent.

    By seat: *tiles*, *known:* cards that the seat has seen, *taken:* cards that it has collected, *pawns:* a
    place or a corner, *turns:* turns left. *phase:* `collect` gives the turn to seat 0.
    """

    cards: dict[Spot, str] = {}
    tiles: tuple[tuple[str, ...], ...] = ()
    cubes: tuple[Cubes, ...] = ()
    supply: tuple[int, ...] = ()
    known: tuple[tuple[Spot, ...], ...] = ()
    taken: tuple[tuple[str, ...], ...] = ()
    pawns: tuple[str, ...] = ()
    turns: tuple[int, ...] = ()
    phase: Literal["", "collect"] = ""


def arrange(edition: Edition, state: State, wanted: Arrangement) -> None:
    """Lay out a freshly dealt *state* as *wanted*. *Raises:* ValueError when it can't look like that."""
    _lay_cards(edition, state, wanted.cards)
    for seat, tiles in enumerate(wanted.tiles):
        state.tiles[seat] = sum(1 << TYPES.index(tile) for tile in tiles)
    for cubes in wanted.cubes:
        state.cubes[cubes.seat * PLACES + _place(edition, cubes.at)] += cubes.count
        state.supply[cubes.seat] -= cubes.count
    for seat, left in enumerate(wanted.supply):
        state.spent[seat] += state.supply[seat] - left
        state.supply[seat] = left
    for seat, spots in enumerate(wanted.known):
        for spot in spots:
            state.known[_place(edition, spot)] |= 1 << seat
    for seat, slugs in enumerate(wanted.taken):
        for slug in slugs:
            _give(state, seat, state.faces.index(edition.numbers[slug], 0, len(state.known)))
    if min(*state.supply, *state.spent) < 0:
        raise ValueError("There aren't so many cubes.")
    if wanted.phase:
        _collect(edition, state, wanted)


def _lay_cards(edition: Edition, state: State, cards: dict[Spot, str]) -> None:
    faces = bytearray(state.faces)
    for spot, slug in cards.items():
        here, there = _place(edition, spot), faces.index(edition.numbers[slug])
        faces[here], faces[there] = faces[there], faces[here]
    state.faces = bytes(faces)


def _give(state: State, seat: int, place: int) -> None:
    state.takers[place] = seat + 1
    state.known[place] |= 1 << seat if state.stealth else PUBLIC | (1 << state.seats) - 1
    state.field &= ~(1 << place)


def _collect(edition: Edition, state: State, wanted: Arrangement) -> None:
    state.phase, state.round, state.turn = COLLECT, state.tiles_each, 0
    state.order, state.bought, state.dice = list(range(state.seats)), 0, []
    state.pawns = [_pawn(edition, pawn) for pawn in wanted.pawns]
    state.turns = list(wanted.turns) or state.turns
    state.points = state.left = edition.figures.turn_points(state.supply[0])
    if len(state.pawns) != state.seats or len(state.turns) != state.seats:
        raise ValueError("Each player has a pawn, and turns.")


def _pawn(edition: Edition, pawn: str) -> int:
    return -1 - CORNERS.index(pawn) if pawn in CORNERS else _place(edition, pawn)


def _place(edition: Edition, spot: Spot) -> int:
    (row, _, column), rows = spot.partition("-"), edition.figures.rows
    if not (row.isdecimal() and column.isdecimal() and 1 <= int(row) <= rows and 1 <= int(column) <= COLUMNS):
        raise ValueError(f"There is no place “{spot}”.")
    return (int(row) - 1) * COLUMNS + int(column) - 1
