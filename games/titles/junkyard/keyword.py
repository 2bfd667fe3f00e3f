"""A keyword: one step of a card, with three readings: text, search, and resolving."""

from collections.abc import Sequence
from typing import Any, ClassVar

from games.engine.effects import Effect
from games.titles.junkyard.moves import AnyMove
from games.titles.junkyard.state import State


class Keyword(Effect, frozen=True):
    """A step of a card. *name:* what a view calls it. *rule:* what the event cites when it is skipped."""

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""

    def choices(self, state: State, seat: int) -> Sequence[AnyMove | None]:
        """Return the moves its player may choose from; empty when it can't be resolved."""
        raise NotImplementedError

    def hindrance(self, state: State, seat: int) -> str:
        """Return why it can't be resolved, as a sentence without its full stop."""
        raise NotImplementedError

    def carry_out(self, context: Any, choice: Any) -> None:
        """Do it, as chosen."""
        raise NotImplementedError

    def can_change(self, context: Any) -> bool:
        return bool(self.choices(context.state, context.seat))

    def resolve(self, context: Any) -> None:
        """Do it, skip it or ask: one legal choice is taken without asking.

        *Source:* `junkyard:resolve-4`, `junkyard:resolve-5`.
        """
        choices = self.choices(context.state, context.seat)
        if not choices:
            context.skip(self)
        elif len(choices) == 1:
            self.carry_out(context, choices[0])
        else:
            context.is_waiting = True

    def answer(self, context: Any, choice: AnyMove) -> None:
        """Go on with what its player chose."""
        self.carry_out(context, choice)
