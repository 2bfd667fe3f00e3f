"""What cards consist of: parts with a priority, links of ULTs and triggers of BOTs."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec import Struct

from games.engine.cards import Reminder
from games.engine.effects import Effect
from games.titles.scrap_knights.cards.context import Context

# Besides a number. *x:* the secret number. *use:* when the card is used, before anything is lined up.
FIRST, LAST, TAG, X, USE = "first", "last", "tag", "x", "use"
Priority = int | Literal["first", "last", "tag", "x", "use"]

PARRY_NUMBERS = (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5)


class CardEffect(Effect, frozen=True):
    """A thing a card does in a `Context`. A composite effect answers for the effects inside it."""

    def blocks(self) -> tuple[int, ...]:
        """Return the blocks it raises; they stand before anything else of the same priority happens.

        The engine raises them. `resolve` does everything else. *Source:* `scrap-knights:block-2`.
        """
        return ()

    def whole(self) -> "Iterator[CardEffect]":
        """Yield it and all the effects inside it."""
        yield self
        for inner in self.inner():
            yield from inner.whole()

    def inner(self) -> "tuple[CardEffect, ...]":
        """Return the effects that it consists of."""
        return ()

    def directions(self) -> int:
        """Return how many of its Moves have a direction that is chosen in secret."""
        return 0

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers its player may choose from in secret; empty when there is none to choose."""
        return ()

    def names_card(self) -> bool:
        """Return whether its player names an ACT in secret."""
        return False

    def reminders(self) -> tuple[Reminder, ...]:
        """Return the sentences that its card repeats from the rules."""
        return ()

    def reach(self) -> tuple[int, int] | None:
        """Return the least and the greatest distance that its condition asks for; None if it doesn't."""
        return None

    def resolve(self, context: Context) -> None:
        raise NotImplementedError

    def resolve_prevented(self, context: Context) -> None:
        """Carry out what can't be prevented. *Source:* `scrap-knights:heatsink-1`."""

    def can_change(self, context: Context) -> bool:
        return True


class Part(Struct, frozen=True):
    """An effect of a card, with its place in the chain. *overcharged:* only there if the card is."""

    priority: Priority
    effect: CardEffect
    overcharged: bool = False


class Link(Struct, frozen=True):
    """What gives an ULT its link tokens. The engine asks by *kind*; `text` is printed after “Link: ”.

    *kind:* hit-from (distance up to *value*) · hit-with (the ACT *card*) · hit-range (an Attack with the
    range *value*) · hit-unique (an Attack; copies by this ULT don't count) · use-unique (an ACT) · use-kind
    (an ACT of type *card*) · use-bot · use-frame · vent-to-0 · start-hot (with *value* heat or more; resets
    below) · defend-in-a-row (a Defend against an Attack, *value* turns or more in a row).
    *resets_on_act:* tokens are lost when an ACT phase begins. *is_safe:* effects can't reduce it.
    """

    kind: str
    words: str
    value: int = 0
    card: str = ""
    resets_on_act: bool = False
    is_safe: bool = False

    def text(self) -> str:
        """Return the rule as printed."""
        return self.words


class Trigger(Struct, frozen=True):
    """What arms a BOT. *whose:* YOU or OPP."""

    whose: Literal["you", "opp"]
    what: Literal["threatened", "uninterrupted", "miss", "overheat", "move"]

    NAMES: ClassVar[dict[str, str]] = {
        "threatened": "Threatened",
        "uninterrupted": "Uninterrupted",
        "miss": "Miss",
        "overheat": "Overheat",
        "move": "Move",
    }

    @property
    def rule(self) -> str:
        """The anchor of the paragraph that says when it is met."""
        return _TRIGGER_RULES[self.what]

    def text(self) -> str:
        """Return it as printed."""
        return f"{self.whose.upper()}: {self.NAMES[self.what]}"


_TRIGGER_RULES = {
    "threatened": "trigger-threatened",
    "uninterrupted": "trigger-uninterrupted",
    "miss": "trigger-miss",
    "overheat": "trigger-overheat",
    "move": "trigger-move",
}
