"""Tokens, and the link tokens of ULTs."""

from typing import ClassVar, Literal

from games.titles.scrap_knights.cards.context import Context
from games.titles.scrap_knights.cards.effects.base import Verb
from games.titles.scrap_knights.events import TOKEN_NAMES

Token = Literal["frame-advantage", "armored", "blitz"]


class Gain(Verb, frozen=True):
    """Gain tokens. *Source:* `scrap-knights:gain-1`."""

    tokens: tuple[Token, ...]

    def text(self) -> str:
        names = [TOKEN_NAMES[token] for token in self.tokens]
        return f"gain {' and '.join(filter(None, [', '.join(names[:-1]), names[-1]]))}"

    def facets(self) -> tuple[str, ...]:
        return tuple(sorted(self.tokens))

    def resolve(self, context: Context) -> None:
        for token in self.tokens:
            context.gain(token)


class StealLink(Verb, frozen=True):
    """Move a link token from the opponent's ULT to the player's own. *Source:* `scrap-knights:steal-1`."""

    facet: ClassVar[str] = "link"

    def text(self) -> str:
        return "steal a link token"

    def resolve(self, context: Context) -> None:
        context.steal_link()


class ReduceLinks(Verb, frozen=True):
    """Take a token off every link. *Source:* `scrap-knights:dd-burst-2`."""

    facet: ClassVar[str] = "link"

    def text(self) -> str:
        return "all links lose 1 token"

    def resolve(self, context: Context) -> None:
        context.reduce_links()
