"""What a drawer of boards gets: a view, the one before it, and names for seats and cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.cards import Card
from games.engine.events import CardPart, Event, Part, SeatPart


@dataclass(frozen=True, slots=True)
class Scene:
    """A board to draw. *before:* how it looked in the picture before, None in the first one.

    *events:* what happened since. *seat:* whose eyes it is seen with. *shows:* the parts to draw.
    """

    view: Any
    before: Any | None
    events: tuple[Event, ...]
    seat: int
    shows: tuple[str, ...]
    cards: Mapping[str, Card]

    def happened(self, tag: str) -> list[Any]:
        """Return the events of that kind."""
        return [event for event in self.events if tag_of(event) == tag]

    def who(self, seat: int) -> str:
        """Return what a player is called, with a word for the reader."""
        return f"Player {seat + 1} (you)" if seat == self.seat else f"Player {seat + 1}"

    def card(self, slug: str) -> str:
        """Return the name of a card."""
        return self.cards[slug].name

    def told(self, event: Event) -> str:
        """Return what the log says of *event*."""
        said = "".join(self._part(part) for part in event.line())
        return said[:1].upper() + said[1:]

    def _part(self, part: Part) -> str:
        if isinstance(part, SeatPart):
            return f"Player {part.seat + 1}"
        if isinstance(part, CardPart):
            return self.card(part.slug) + (f" ×{part.count}" if part.count > 1 else "")
        return part


def tag_of(event: Event) -> str:
    """Return the name of the kind of *event*."""
    return str(type(event).__struct_config__.tag)


def times(number: int, noun: str) -> str:
    """Return *number* with its noun: `1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(items: list[str]) -> str:
    """Return the items with commas, and “and” before the last; “nothing” for none."""
    *first, last = items or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last
