"""Copies, additional ACTs and prevention: what else resolves, now or next turn."""

from typing import ClassVar

from games.titles.scrap_knights.box import PRINTS
from games.titles.scrap_knights.cards.context import Context
from games.titles.scrap_knights.cards.effects.base import Verb


class CopyNextTurn(Verb, frozen=True):
    """Let a card be copied next turn. *Source:* `scrap-knights:ghostblade-1`."""

    card: str

    facet: ClassVar[str] = "copy"

    def text(self) -> str:
        return f"next turn, copy {PRINTS[self.card].name}"

    def resolve(self, context: Context) -> None:
        context.copy(self.card, when="next")


class CopyTurns(Verb, frozen=True):
    """Let this card be copied in coming turns. *Source:* `scrap-knights:copy-3`."""

    turns: int

    facet: ClassVar[str] = "copy"

    def text(self) -> str:
        return f"each of the next {self.turns} turns copies it"

    def resolve(self, context: Context) -> None:
        context.copy_turns(self.turns)


class CopyFromHand(Verb, frozen=True):
    """Copy the Attack that was chosen with the BOT. *Source:* `scrap-knights:ad-chain-1`."""

    facet: ClassVar[str] = "copy"

    def text(self) -> str:
        return "copy an Attack from your hand"

    def resolve(self, context: Context) -> None:
        context.copy(context.named)


class PlayAnother(Verb, frozen=True):
    """Let the player play one more Attack at once. *Source:* `scrap-knights:can-opener-1`."""

    facet: ClassVar[str] = "extra"

    def text(self) -> str:
        return "play another Attack from your hand"

    def resolve(self, context: Context) -> None:
        context.ask("attack-with")


class PlayTwo(Verb, frozen=True):
    """Let the player play two ACTs next turn. *Source:* `scrap-knights:act-3`."""

    facet: ClassVar[str] = "extra"

    def text(self) -> str:
        return "next turn you may play two ACTs, at least one of them an Attack"

    def resolve(self, context: Context) -> None:
        context.play_two_next()


class PreventAll(Verb, frozen=True):
    """Prevent everything else in this turn. *Source:* `scrap-knights:dd-burst-1`."""

    facet: ClassVar[str] = "prevent"

    def text(self) -> str:
        return "all damage and all effects of this turn are prevented"

    def resolve(self, context: Context) -> None:
        context.prevent_all()


class PreventNext(Verb, frozen=True):
    """Prevent the opponent's Attacks and Defends of next turn. *Source:* `scrap-knights:sd-terror-1`."""

    facet: ClassVar[str] = "prevent"

    def text(self) -> str:
        return "next turn the opponent’s Attacks and Defends do nothing"

    def resolve(self, context: Context) -> None:
        context.prevent_next(context.other)
