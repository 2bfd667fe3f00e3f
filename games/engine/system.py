"""What the system itself does to a match of any title: resigning, running out of time, taking moves back."""

from typing import ClassVar, Literal

from games.engine.events import Event, Part, SeatPart

RESIGN_RULE = "end-4"
TIME_RULE = "end-4"
UNDO_RULE = "turn-4"
NEW_RULES_RULE = "end-4"
# Stored as the reason of a result; pages name who has lost instead.
WON_BY_RESIGNATION, WON_ON_TIME = "Won by resignation.", "Won on time."


class Resigned(Event, frozen=True, tag="resigned"):
    """The seat gave the match up."""

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " resigned.")


class HandedToBot(Event, frozen=True, tag="handed-to-bot"):
    """The seat gave the match up, and a bot plays on for it."""

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " resigned; a bot takes over.")


class MoveTakenBack(Event, frozen=True, tag="move-taken-back"):
    """The seat took its newest move back, which had revealed nothing."""

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " took the last move back.")


class UndoAsked(Event, frozen=True, tag="undo-asked"):
    """The seat asks to take its last move back; the others have to allow it."""

    quiet: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " asks to undo the last move.")


class UndoAllowed(Event, frozen=True, tag="undo-allowed"):
    """The seat allows another one to take its move back."""

    quiet: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " allows the undo.")


class UndoRefused(Event, frozen=True, tag="undo-refused"):
    """The seat doesn't allow another one to take its move back."""

    quiet: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " refuses the undo.")


class UndoWithdrawn(Event, frozen=True, tag="undo-withdrawn"):
    """The seat no longer asks for its move back."""

    quiet: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " withdraws the undo request.")


class TurnedBack(Event, frozen=True, tag="turned-back"):
    """The seat took back its last move and all that came after it; the others allowed it."""

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " took back the last move and everything after it.")


class TimedOut(Event, frozen=True, tag="timed-out"):
    """The seat's time was up. *then:* the system moves for it, a bot plays on for it, or it has lost."""

    then: Literal["move", "bot", "forfeit"]

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " ran out of time", _THEN[self.then])


class RulesChange(Event, frozen=True, tag="rules-change"):
    """The match stood still, as the site no longer had its rules. *then:* how that ended.

    *seat:* whose answer ended it; it means nothing if the rules came back, or nobody answered in time.
    """

    then: Literal["go-on", "back", "draw", "late"]

    def line(self) -> tuple[Part, ...]:
        if self.then == "go-on":
            return ("All players agreed, so the match continues under the newest rules.",)
        if self.then == "back":
            return ("The rules of this match are available again, so it continues.",)
        if self.then == "late":
            return ("Not everyone agreed to the new rules in time, so the match is a draw.",)
        return (SeatPart(self.seat), " declined the new rules, so the match is a draw.")


_THEN = {
    "move": ", so the site made the next move.",
    "bot": ", so a bot takes over.",
    "forfeit": " and lost.",
}

UndoTalk = UndoAsked | UndoAllowed | UndoRefused | UndoWithdrawn
SystemEvent = Resigned | HandedToBot | MoveTakenBack | TimedOut | UndoTalk | TurnedBack | RulesChange
