"""What happened, as past-tense values; a log is the events folded for one viewer."""

from typing import ClassVar

from msgspec import Struct

from games.engine.viewers import Viewer


class SeatPart(Struct, frozen=True, tag="seat"):
    """A piece of a log line that names a player."""

    seat: int


class CardPart(Struct, frozen=True, tag="card"):
    """A piece of a log line that names a card, by slug."""

    slug: str
    count: int = 1


Part = str | SeatPart | CardPart


class Event(Struct, frozen=True, tag_field="type"):
    """Something that happened.

    *rule:* anchor of the edition's rulebook that made it happen.
    *seat:* who did it or to whom it happened; -1 when nobody in particular.
    *reveals:* True when it showed somebody something new, so that it can't be undone.
    *opens:* True when what follows is worth telling step by step, from here on.
    *quiet:* True when others, who decide at the same time, needn't look again before they send their move.
    *marks:* True when a replay offers to jump to it: a knock-out, or whatever else turns the game.
    *use:* what *seat* did with the event's `card` or `cards`, in a word for statistics (`salvage`); empty
    when nothing, or when the moves of the title name their cards.
    """

    rule: str
    seat: int

    reveals: ClassVar[bool] = False
    opens: ClassVar[bool] = False
    quiet: ClassVar[bool] = False
    marks: ClassVar[bool] = False
    use: ClassVar[str] = ""

    def seen_by(self, viewer: Viewer) -> "Event | None":
        """Return the event with only what *viewer* may know; None when they don't notice it at all.

        Public events return themselves.
        """
        return self

    def line(self) -> tuple[Part, ...]:
        """Return the log line as pieces, in order; joined, they are one sentence."""
        raise NotImplementedError
