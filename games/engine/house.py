"""What the house itself does to a match of any title: resigning and taking a move back."""

from games.engine.events import Event, Part, SeatPart

RESIGN_RULE = "end-4"
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


HouseEvent = Resigned | HandedToBot | MoveTakenBack
