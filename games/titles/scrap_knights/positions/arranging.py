"""Lays out a duel of Scrap Knights at the beginning of a turn, with legal mechs."""

from typing import Annotated

from msgspec import Meta, Struct

from games.titles.scrap_knights.decisions.building import set_up
from games.titles.scrap_knights.decks.deck import faults, make_deck
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.state import (
    ACT,
    HP,
    MOST_DISTANCE,
    START_DISTANCE,
    TOKEN_KINDS,
    TOO_HOT,
    State,
)


class Mech(Struct, frozen=True, forbid_unknown_fields=True):
    """A mech and how it stands. *tokens:* by name. *links:* tokens of its ULT."""

    acts: tuple[str, ...]
    ult: str
    bots: tuple[str, ...]
    prep: tuple[str, ...] = ()
    hp: Annotated[int, Meta(ge=1, le=HP)] = HP
    heat: Annotated[int, Meta(ge=0, lt=TOO_HOT)] = 0
    links: Annotated[int, Meta(ge=0)] = 0
    tokens: dict[str, int] = {}


class Arrangement(Struct, frozen=True, forbid_unknown_fields=True):
    """*mechs:* by seat; none leaves both still to be put together. *turn:* the one that has begun."""

    mechs: tuple[Mech, ...] = ()
    turn: Annotated[int, Meta(ge=1)] = 4
    distance: Annotated[int, Meta(ge=0, le=MOST_DISTANCE)] = START_DISTANCE


def arrange(edition: Edition, state: State, wanted: Arrangement) -> None:
    """Lay out a *state* in which mechs are built as *wanted*. *Raises:* ValueError for illegal mechs."""
    for seat, mech in enumerate(wanted.mechs):
        deck = make_deck(mech.acts, mech.ult, mech.bots, mech.prep, edition.pool)
        wrong = faults(deck, edition.pool)
        if wrong:
            raise ValueError(f"That is no mech: {wrong[0]}")
        set_up(edition, state, seat, deck)
        state.hp[seat], state.heat[seat], state.links[seat] = mech.hp, mech.heat, mech.links
        state.tokens[seat] = [mech.tokens.get(kind, 0) for kind in TOKEN_KINDS]
    if wanted.mechs:
        state.turn, state.phase, state.distance = wanted.turn, ACT, wanted.distance
        state.done = [0, 0]
