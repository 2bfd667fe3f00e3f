"""Hands, used BOTs and prepared decks."""

from typing import ClassVar

from games.titles.scrap_knights.cards.context import Context
from games.titles.scrap_knights.cards.effects.base import Verb


class ReturnBot(Verb, frozen=True):
    """Bring a used BOT back. *Source:* `scrap-knights:siphon-1`."""

    facet: ClassVar[str] = "bot"

    def text(self) -> str:
        return "one of your used BOTs comes back"

    def resolve(self, context: Context) -> None:
        context.ask("return-bot")


class DiscardAct(Verb, frozen=True):
    """Take an ACT out of the opponent's hand. *Source:* `scrap-knights:orbital-lobotomy-1`."""

    facet: ClassVar[str] = "hand"

    def text(self) -> str:
        return "look at the opponent’s hand and discard an ACT from it for good"

    def resolve(self, context: Context) -> None:
        context.ask("discard-act")


class DrawMore(Verb, frozen=True):
    """Draw more from TEST's deck. *Source:* `scrap-knights:test-2`."""

    count: int

    def text(self) -> str:
        return f"draw {self.count} more"

    def facets(self) -> tuple[str, ...]:
        return ("draw", "hand")

    def resolve(self, context: Context) -> None:
        context.draw_from_test(self.count)
