"""Lays out a yard of Junkyard from what was dealt. Cards change places; none is made or lost."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from games.titles.junkyard.edition import Edition
from games.titles.junkyard.moves import Heading
from games.titles.junkyard.state import IN_HAND, PROGRAMMING, State
from games.titles.junkyard.yard import HEADINGS, SPACE_AT

Coordinate = Annotated[int, Meta(ge=0, le=6)]


class Robot(Struct, frozen=True, forbid_unknown_fields=True):
    """A Scrapbot on a space."""

    row: Coordinate
    column: Coordinate
    heading: Heading


class Arrangement(Struct, frozen=True, forbid_unknown_fields=True):
    """*robots:* by seat; when there are some, everybody programs. None leaves the yard as it was dealt.

    *hands:* by seat, cards by slug or by initiative; the rest of a hand is dealt.
    """

    robots: tuple[Robot, ...] = ()
    hands: tuple[tuple[str | int, ...], ...] = ()
    round: Annotated[int, Meta(ge=1)] = 3


def arrange(edition: Edition, state: State, wanted: Arrangement) -> None:
    """Lay out a freshly dealt *state* as *wanted*. *Raises:* ValueError when it can't look like that."""
    if not wanted.robots:
        return
    spaces = [SPACE_AT.get((robot.row, robot.column)) for robot in wanted.robots]
    if len(spaces) != len(state.at) or None in spaces or len(set(spaces)) != len(spaces):
        raise ValueError("Each Scrapbot stands on a space of its own.")
    state.at[:] = [space for space in spaces if space is not None]
    state.headings[:] = [HEADINGS.index(robot.heading) for robot in wanted.robots]
    state.phase, state.round = PROGRAMMING, wanted.round
    held = [
        [_taken(edition, state, seat, card) for card in hand] for seat, hand in enumerate(wanted.hands)
    ] + [[] for _ in range(len(state.at) - len(wanted.hands))]
    for seat, cards in enumerate(held):
        while len(cards) < edition.hand_size:
            cards.append(state.decks[seat].pop())
        state.cards[seat], state.where[seat] = cards, [IN_HAND] * edition.hand_size


def _taken(edition: Edition, state: State, seat: int, wanted: str | int) -> int:
    """Take that card from where it was dealt, and return it."""
    for pile in _piles(state, seat):
        for card in pile:
            if wanted in (card, edition.kind_of[card].slug):
                pile.remove(card)
                return card
    raise ValueError(f"There is no {wanted} left.")


def _piles(state: State, seat: int) -> Iterator[list[int]]:
    yield state.decks[seat]
    yield from state.piles
