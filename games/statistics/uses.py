"""Which cards a move used, for counting: those that its events name, or those that it names itself. Pure.

A title's events name the uses of all its cards (`Event.use`), and their seat used them; or none does, and the
moves name the cards. A title in which something is planned, and may be planned anew, needs the events: they
tell what came of it.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Any, get_args

from games.engine.events import Event
from games.engine.protocol import Game

Use = tuple[str, str]  # slug of the card, kind of use


def uses_of(
    game: Game[Any], seat: int, move: Any, events: Iterable[Event], slugs: Collection[str]
) -> Iterator[tuple[int, Use]]:
    """Yield the uses of cards by *move* of *seat*, each with the seat that used the card.

    *slugs:* the edition's cards.
    """
    if _has_uses(game.event_type):
        yield from used(events)
        return
    kind = str(move.__struct_config__.tag)
    for name in move.__struct_fields__:
        value = getattr(move, name)
        if isinstance(value, str) and value in slugs:
            yield seat, (value, kind)


def used(events: Iterable[Event]) -> Iterator[tuple[int, Use]]:
    """Yield the uses of cards in *events*, each with the seat that used the card."""
    for event in events:
        if event.use and event.seat >= 0:
            for slug in event.used():
                yield event.seat, (slug, event.use)


@cache
def _has_uses(events: Any) -> bool:
    return any(event.use for event in get_args(events))
