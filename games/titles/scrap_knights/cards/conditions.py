"""Conditions of effects, as values with a text."""

from typing import ClassVar

from msgspec import Struct

from games.engine.cards import Reminder
from games.titles.scrap_knights.box import ATTACK
from games.titles.scrap_knights.cards.context import Context

DYING = 1  # how little HP Machina Deus asks for


class Condition(Struct, frozen=True):
    """A condition of an effect. *names_card:* it is about an ACT that is named in secret."""

    names_card: ClassVar[bool] = False

    def text(self) -> str:
        """Return it as the words before a colon."""
        raise NotImplementedError

    def facets(self) -> tuple[str, ...]:
        """Return the words that search finds cards with this condition by."""
        return ()

    def reminders(self) -> tuple[Reminder, ...]:
        """Return the sentences that a card with this condition repeats from the rules."""
        return ()

    def reach(self) -> tuple[int, int] | None:
        """Return the least and the greatest distance that it asks for, None if it asks for none."""
        return None

    def holds(self, context: Context) -> bool:
        """Return whether it is met now."""
        raise NotImplementedError

    def failure(self, context: Context) -> str:
        """Return why it isn't met, as a phrase; empty where that needs no explanation."""
        return ""

    def report_failure(self, context: Context) -> None:
        """Record that it isn't met, so that what depends on it doesn't happen."""
        if why := self.failure(context):
            context.fail(why)


class AtDistance(Condition, frozen=True):
    """The distance is exactly this; with *or_less*, at most this."""

    distance: int
    or_less: bool = False

    def text(self) -> str:
        return f"at distance {self.distance}{' or less' if self.or_less else ''}"

    def reach(self) -> tuple[int, int]:
        return _span(self.distance, self.or_less)

    def holds(self, context: Context) -> bool:
        return _matches(context.distance, self.distance, self.or_less)

    def failure(self, context: Context) -> str:
        return f"the distance is {context.distance}"


class FromDistance(Condition, frozen=True):
    """The distance was this before the effect's own move. *Source:* `scrap-knights:distance-2`."""

    distance: int
    or_less: bool = False

    def text(self) -> str:
        return f"from distance {self.distance}{' or less' if self.or_less else ''}"

    def reach(self) -> tuple[int, int]:
        return _span(self.distance, self.or_less)

    def reminders(self) -> tuple[Reminder, ...]:
        return (Reminder("The distance before the move counts.", "distance-2"),)

    def holds(self, context: Context) -> bool:
        return _matches(context.was, self.distance, self.or_less)

    def failure(self, context: Context) -> str:
        return f"the distance was {context.was}"


class Uninterrupted(Condition, frozen=True):
    """Its player was dealt no damage so far this turn. *Source:* `scrap-knights:interrupt-1`."""

    def text(self) -> str:
        return "uninterrupted"

    def facets(self) -> tuple[str, ...]:
        return ("interrupt",)

    def holds(self, context: Context) -> bool:
        return not context.is_interrupted(context.seat)

    def report_failure(self, context: Context) -> None:
        context.interrupt()


class Interrupted(Condition, frozen=True):
    """Its player was dealt damage this turn. *Source:* `scrap-knights:burstflare-1`."""

    def text(self) -> str:
        return "interrupted"

    def facets(self) -> tuple[str, ...]:
        return ("interrupt",)

    def holds(self, context: Context) -> bool:
        return context.is_interrupted(context.seat)


class OpponentUses(Condition, frozen=True):
    """An ACT of that kind is among those the opponent used this turn.

    *Source:* `scrap-knights:used-1`, `scrap-knights:coward-call-1`.
    """

    kind: str

    def text(self) -> str:
        article = "an" if self.kind == ATTACK else "a"
        return f"if the opponent uses {article} {self.kind.capitalize()}"

    def holds(self, context: Context) -> bool:
        return context.used_a(context.other, self.kind)

    def failure(self, context: Context) -> str:
        return f"the opponent used no {self.kind.capitalize()}"


class DyingAndNamed(Condition, frozen=True):
    """The mech is nearly lost, and the named ACT is right. *Source:* `scrap-knights:machina-deus-1`."""

    names_card: ClassVar[bool] = True

    def text(self) -> str:
        return f"with {DYING} HP or less, if the opponent plays the named ACT"

    def facets(self) -> tuple[str, ...]:
        return ("name",)

    def holds(self, context: Context) -> bool:
        return context.hp(context.seat) <= DYING and context.named in context.used(context.other)

    def failure(self, context: Context) -> str:
        if context.hp(context.seat) > DYING:
            return f"its mech has {context.hp(context.seat)} HP left"
        return "the opponent didn’t play the named ACT"


class OriginalOnly(Condition, frozen=True):
    """The card itself resolves, not a copy. *Source:* `scrap-knights:copy-3`."""

    def text(self) -> str:
        return "unless this is a copy"

    def holds(self, context: Context) -> bool:
        return not context.is_copy


def _span(distance: int, or_less: bool) -> tuple[int, int]:
    return (0 if or_less else distance, distance)


def _matches(distance: int, wanted: int, or_less: bool) -> bool:
    return distance == wanted or (or_less and distance < wanted)
