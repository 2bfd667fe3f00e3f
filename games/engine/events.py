"""What happened, as past-tense values; a log is the events folded for one viewer."""

from typing import ClassVar

from msgspec import Struct

from games.engine.viewers import Viewer


class SeatPart(Struct, frozen=True, tag="seat"):
    """A part of a log line that names a player."""

    seat: int


class CardPart(Struct, frozen=True, tag="card"):
    """A part of a log line that names a card, by slug."""

    slug: str
    count: int = 1


Part = str | SeatPart | CardPart


class Event(Struct, frozen=True, tag_field="type"):
    """Something that happened.

    *rule:* anchor of the edition's rulebook that made it happen.
    *seat:* who did it or to whom it happened; -1 for nobody in particular.
    *reveals:* True when it showed somebody something new, so that it can't be undone.
    *stays_known:* True when a board goes on showing what it showed, although the move was taken back.
    *begins:* True when a turn, a round or a part of one begins: what is decided then is a new decision.
    *opens:* True when a page that narrates what happened, event by event, begins here.
    *quiet:* True when others, who decide at the same time, don't have to look again before they move.
    *marks:* True when a replay offers to jump to it: a knock-out or another turning point.
    *use:* what *seat* did with the cards that `used` names, in a word for statistics (`salvage`). It stays
    empty in all events of a title whose moves name the cards that they use.
    """

    rule: str
    seat: int

    reveals: ClassVar[bool] = False
    stays_known: ClassVar[bool] = False
    begins: ClassVar[bool] = False
    opens: ClassVar[bool] = False
    quiet: ClassVar[bool] = False
    marks: ClassVar[bool] = False
    use: ClassVar[str] = ""

    def seen_by(self, viewer: Viewer) -> "Event | None":
        """Return the event with only what *viewer* may know; None when the viewer doesn't notice it.

        Public events return themselves. What is left out of others is None.
        """
        return self

    @property
    def leaves_out(self) -> bool:
        """Whether somebody knows more of it than this says."""
        is_public = type(self).seen_by is Event.seen_by
        return not is_public and any(getattr(self, name) is None for name in self.__struct_fields__)

    def line(self) -> tuple[Part, ...]:
        """Return the log line in parts; joined, they are one sentence."""
        raise NotImplementedError

    def used(self) -> tuple[str, ...]:
        """Return the slugs of the cards that *seat* used as *use* says."""
        return ()
