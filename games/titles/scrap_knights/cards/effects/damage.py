"""Damage and blocks."""

from typing import ClassVar

from games.engine.cards import Reminder
from games.titles.scrap_knights.cards.context import Context
from games.titles.scrap_knights.cards.effects.base import Verb
from games.titles.scrap_knights.cards.parts import CardEffect


class _Damage(Verb, frozen=True):
    """Damage, and what follows on a hit. *Source:* `scrap-knights:damage-1`, `scrap-knights:hit-1`."""

    on_hit: Verb | None = None

    facet: ClassVar[str] = "damage"

    def inner(self) -> tuple[CardEffect, ...]:
        return (self.on_hit,) if self.on_hit else ()

    def directions(self) -> int:
        return self.on_hit.directions() if self.on_hit else 0

    def numbers(self) -> tuple[int, ...]:
        return self.on_hit.numbers() if self.on_hit else ()

    def names_card(self) -> bool:
        return self.on_hit is not None and self.on_hit.names_card()

    def reminders(self) -> tuple[Reminder, ...]:
        return self.on_hit.reminders() if self.on_hit else ()

    def measure(self, context: Context) -> int:
        """Return how much it is now."""
        raise NotImplementedError

    def measure_text(self) -> str:
        """Return how much it is, in words."""
        raise NotImplementedError

    def text(self) -> str:
        return self.measure_text() + (f". Hit: {self.on_hit.text()}" if self.on_hit else "")

    def facets(self) -> tuple[str, ...]:
        more = self.on_hit.facets() if self.on_hit else ()
        return tuple(sorted({*super().facets(), *more}))

    def resolve(self, context: Context) -> None:
        if context.deal(self.measure(context)) and self.on_hit:
            self.on_hit.resolve(context)


class Deal(_Damage, frozen=True, kw_only=True):
    """A fixed amount of damage."""

    amount: int

    def measure(self, context: Context) -> int:
        return self.amount

    def measure_text(self) -> str:
        return f"{self.amount} damage"


class DealDistance(_Damage, frozen=True):
    """As much damage as the distance is now."""

    def measure(self, context: Context) -> int:
        return context.distance

    def measure_text(self) -> str:
        return "damage equal to the distance"


class DealCloseness(_Damage, frozen=True, kw_only=True):
    """More damage the closer it is."""

    most: int

    def measure(self, context: Context) -> int:
        return self.most - context.distance

    def measure_text(self) -> str:
        return f"damage of {self.most} minus the distance"


class DealHeat(_Damage, frozen=True):
    """As much damage as its player has heat."""

    def measure(self, context: Context) -> int:
        return context.heat(context.seat)

    def measure_text(self) -> str:
        return "damage equal to your heat"


class Block(Verb, frozen=True):
    """Reduce the damage of this priority. *Source:* `scrap-knights:block-1`."""

    amount: int

    facet: ClassVar[str] = "block"

    def text(self) -> str:
        return f"block {self.amount}"

    def blocks(self) -> tuple[int, ...]:
        return (self.amount,)

    def resolve(self, context: Context) -> None:
        """Do nothing: the block was raised before this priority began."""
