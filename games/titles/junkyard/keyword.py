"""The base of all keywords. A keyword is one effect of a card: text, search facet, and resolution."""

from collections.abc import Sequence
from typing import Any, ClassVar

from games.engine.effects import Effect
from games.titles.junkyard.moves import AnyMove
from games.titles.junkyard.state import State


class Keyword(Effect, frozen=True):
    """One effect of a card. *name:* its name in views. *rule:* the rule cited when it is skipped."""

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""

    def choices(self, edition: Any, state: State, seat: int) -> Sequence[AnyMove | None]:
        """Return the moves that the player may choose from; empty when it can't be resolved."""
        raise NotImplementedError

    def hindrance(self, edition: Any, state: State, seat: int) -> str:
        """Return why it can't be resolved, as a clause without a full stop."""
        raise NotImplementedError

    def carry_out(self, context: Any, choice: Any) -> None:
        """Carry out the effect with the player's choice."""
        raise NotImplementedError

    def can_change(self, context: Any) -> bool:
        return bool(self.choices(context.edition, context.state, context.seat))

    def resolve(self, context: Any) -> None:
        """Carry it out, skip it, or ask the player; a single legal choice is taken without asking.

        *Source:* `junkyard:resolve-4`, `junkyard:resolve-5`.
        """
        choices = self.choices(context.edition, context.state, context.seat)
        if not choices:
            context.skip(self)
        elif len(choices) == 1:
            self.carry_out(context, choices[0])
        else:
            context.is_waiting = True

    def answer(self, context: Any, choice: AnyMove) -> None:
        """Go on with the player's choice."""
        self.carry_out(context, choice)
