"""What the house itself does to a match of any title: resigning, running out of time, taking a move back."""

from typing import Literal

from games.engine.events import Event, Part, SeatPart

RESIGN_RULE = "end-4"
TIME_RULE = "end-4"
UNDO_RULE = "turn-4"


class Resigned(Event, frozen=True, tag="resigned"):
    """The seat gave the match up."""

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " resigned.")


class HandedToBot(Event, frozen=True, tag="handed-to-bot"):
    """The seat gave the match up, and a bot plays on for it."""

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " resigned; a bot plays on.")


class MoveTakenBack(Event, frozen=True, tag="move-taken-back"):
    """The seat took its newest move back; nothing had been revealed by it."""

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " took the last move back.")


class TimedOut(Event, frozen=True, tag="timed-out"):
    """The seat's time was up. *then:* the house moves for it, a bot plays on for it, or it has lost."""

    then: Literal["move", "bot", "forfeit"]

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " ran out of time", _THEN[self.then])


_THEN = {"move": "; the house moves.", "bot": "; a bot plays on.", "forfeit": " and loses."}

HouseEvent = Resigned | HandedToBot | MoveTakenBack | TimedOut
