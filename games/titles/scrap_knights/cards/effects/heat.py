"""Heat, gained and vented."""

from typing import ClassVar

from games.titles.scrap_knights.cards.context import Context
from games.titles.scrap_knights.cards.effects.base import Verb


class Vent(Verb, frozen=True):
    """Lower its player's heat. *Source:* `scrap-knights:vent-1`."""

    amount: int

    facet: ClassVar[str] = "vent"

    def text(self) -> str:
        return f"vent {self.amount}"

    def resolve(self, context: Context) -> None:
        context.vent(self.amount)


class VentAll(Verb, frozen=True):
    """Lower its player's heat to 0. *Source:* `scrap-knights:vent-1`."""

    facet: ClassVar[str] = "vent"

    def text(self) -> str:
        return "vent all"

    def resolve(self, context: Context) -> None:
        context.vent()


class CoolDown(Verb, frozen=True):
    """Set its player's heat to 0, even when effects are prevented. *Source:* `scrap-knights:heatsink-2`."""

    facet: ClassVar[str] = "heat"

    def text(self) -> str:
        return "your heat becomes 0, which nothing prevents"

    def resolve(self, context: Context) -> None:
        context.cool()

    def resolve_prevented(self, context: Context) -> None:
        self.resolve(context)


class HeatOpponent(Verb, frozen=True):
    """Raise the opponent's heat. *Source:* `scrap-knights:heat-4`."""

    amount: int

    facet: ClassVar[str] = "heat"

    def text(self) -> str:
        return f"the opponent gains {self.amount} heat"

    def resolve(self, context: Context) -> None:
        context.add_heat(context.other, self.amount)
