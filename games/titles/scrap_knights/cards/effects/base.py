"""The verbs that cards consist of, and how verbs are combined."""

from games.engine.cards import Reminder
from games.engine.effects import Steps as Sequence
from games.titles.scrap_knights.cards.conditions import Condition
from games.titles.scrap_knights.cards.context import Context
from games.titles.scrap_knights.cards.parts import CardEffect


class Verb(CardEffect, frozen=True):
    """A step of an effect."""


class Special(Verb, frozen=True):
    """A one-off: what a single card does. There are at most five; a test counts them."""


class Steps(Verb, frozen=True):
    """Verbs one after the other."""

    steps: tuple[Verb, ...]

    def inner(self) -> tuple[CardEffect, ...]:
        return self.steps

    def text(self) -> str:
        return Sequence(self.steps).text()

    def facets(self) -> tuple[str, ...]:
        return tuple(sorted({facet for step in self.steps for facet in step.facets()}))

    def blocks(self) -> tuple[int, ...]:
        return tuple(amount for step in self.steps for amount in step.blocks())

    def directions(self) -> int:
        return sum(step.directions() for step in self.steps)

    def numbers(self) -> tuple[int, ...]:
        return next((numbers for step in self.steps if (numbers := step.numbers())), ())

    def names_card(self) -> bool:
        return any(step.names_card() for step in self.steps)

    def reminders(self) -> tuple[Reminder, ...]:
        return tuple(reminder for step in self.steps for reminder in step.reminders())

    def reach(self) -> tuple[int, int] | None:
        return next((reach for step in self.steps if (reach := step.reach())), None)

    def resolve(self, context: Context) -> None:
        for step in self.steps:
            step.resolve(context)

    def resolve_prevented(self, context: Context) -> None:
        for step in self.steps:
            step.resolve_prevented(context)


class If(Verb, frozen=True):
    """A verb with a condition. *Source:* `scrap-knights:read-1`."""

    condition: Condition
    then: Verb

    def inner(self) -> tuple[CardEffect, ...]:
        return (self.then,)

    def text(self) -> str:
        return f"{self.condition.text()}: {self.then.text()}"

    def facets(self) -> tuple[str, ...]:
        return tuple(sorted({*self.condition.facets(), *self.then.facets()}))

    def blocks(self) -> tuple[int, ...]:
        return self.then.blocks()

    def directions(self) -> int:
        return self.then.directions()

    def numbers(self) -> tuple[int, ...]:
        return self.then.numbers()

    def names_card(self) -> bool:
        return self.condition.names_card or self.then.names_card()

    def reminders(self) -> tuple[Reminder, ...]:
        return (*self.condition.reminders(), *self.then.reminders())

    def reach(self) -> tuple[int, int] | None:
        return self.condition.reach()

    def resolve(self, context: Context) -> None:
        if self.condition.holds(context):
            self.then.resolve(context)
        else:
            self.condition.report_failure(context)

    def resolve_prevented(self, context: Context) -> None:
        if self.condition.holds(context):
            self.then.resolve_prevented(context)
