"""One-offs: each is what a single card does."""

from typing import ClassVar

from games.titles.scrap_knights.cards.context import Context
from games.titles.scrap_knights.cards.effects.base import Special


class Meltdown(Special, frozen=True):
    """Vent all heat and take as much damage. *Source:* `scrap-knights:meltdown-1`."""

    def text(self) -> str:
        return "vent all and take as much damage. At distance 0, the opponent takes as much too"

    def facets(self) -> tuple[str, ...]:
        return ("damage", "vent")

    def resolve(self, context: Context) -> None:
        vented = context.vent()
        if not vented:
            return
        context.deal(vented, to=context.seat)
        if context.distance == 0:
            context.deal(vented)


class SetAside(Special, frozen=True):
    """Put the ACTs of this turn under the ULT. *Source:* `scrap-knights:eraser-las-1`."""

    facet: ClassVar[str] = "hand"

    def text(self) -> str:
        return "the ACTs of this turn are set aside until this triggers again"

    def resolve(self, context: Context) -> None:
        context.set_aside_acts()


class ReloadBarrage(Special, frozen=True):
    """Gain Frame Advantage; its next use copies this card. *Source:* `scrap-knights:missile-barrage-2`."""

    def text(self) -> str:
        return "gain Frame Advantage; copy this when you next use one"

    def facets(self) -> tuple[str, ...]:
        return ("copy", "frame-advantage")

    def resolve(self, context: Context) -> None:
        context.gain("frame-advantage")
        context.on_next_frame_advantage()


class CopyPrep(Special, frozen=True):
    """Copy every card of the ULT's prepared deck. *Source:* `scrap-knights:tas-custom-1`."""

    facet: ClassVar[str] = "copy"

    def text(self) -> str:
        return "copy every card of that deck"

    def resolve(self, context: Context) -> None:
        context.copy_prep()


class Trade(Special, frozen=True):
    """Exchange ACTs of the hand for ACTs of TEST's deck. *Source:* `scrap-knights:test-1`."""

    def text(self) -> str:
        return "shuffle any number of ACTs from your hand into that deck, then draw one fewer"

    def facets(self) -> tuple[str, ...]:
        return ("draw", "hand")

    def resolve(self, context: Context) -> None:
        context.trade()
