"""Which cards a move used, for counting: those that it names, or those that its events name. Pure.

In games whose moves name places, events name the kind of use (`Event.use`), and their seat used their cards.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from games.engine.events import Event

Use = tuple[str, str]  # slug of the card, kind of use


def named(values: Iterable[Any], kind: str, slugs: Collection[str]) -> list[Use]:
    """Return the cards among a move's *values*. *kind:* the move's type. *slugs:* the edition's cards."""
    return [(value, kind) for value in values if isinstance(value, str) and value in slugs]


def used(events: Iterable[Event]) -> Iterator[tuple[int, Use]]:
    """Yield the uses of cards in *events*, each with the seat that used the card."""
    for event in events:
        if event.use and event.seat >= 0:
            for slug in event.used():
                yield event.seat, (slug, event.use)
