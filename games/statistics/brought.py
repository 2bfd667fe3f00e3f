"""The decks with which people played a finished match, for whoever counts them."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from games.engine.decks import Lists
from games.engine.events import Event
from games.engine.optional import BringsDeck
from games.engine.protocol import Game


@dataclass(frozen=True, slots=True)
class Brought:
    """A deck with which a person played. *against_people:* the others weren't all bots."""

    lists: Lists
    is_won: bool
    against_people: bool


# Called in the transaction that counts a match, with its game, its edition and the decks of its people.
on_decks: list[Callable[[str, str, list[Brought]], None]] = []


def brought(
    game: Game[Any], events: Iterable[Event], people: Collection[int], winners: Collection[int]
) -> list[Brought]:
    """Return the decks of people in the *events* of a match. *people*, *winners:* their seats."""
    if not isinstance(game, BringsDeck):
        return []
    decks = game.decks_entered(events)
    return [
        Brought(lists, seat in winners, any(other != seat for other in people))
        for seat, lists in decks.items()
        if seat in people
    ]
