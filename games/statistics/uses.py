"""Which cards a move used, for counting: those that it names, or those that its events say. Pure.

Where moves go by places, an event names its kind of use (`Event.use`), and its cards were used by its seat.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from games.engine.events import Event

Use = tuple[str, str]  # slug of the card, kind of use


def named(values: Iterable[Any], kind: str, slugs: Collection[str]) -> list[Use]:
    """Return the cards among the *values* of a move of that *kind*. *slugs:* of the edition's cards."""
    return [(value, kind) for value in values if isinstance(value, str) and value in slugs]


def used(events: Iterable[Event]) -> Iterator[tuple[int, Use]]:
    """Return the cards that *events* say were used, each with the seat that used it."""
    for event in events:
        if event.use and event.seat >= 0:
            for slug in event.used():
                yield event.seat, (slug, event.use)
