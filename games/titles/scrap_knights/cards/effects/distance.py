"""The distance between the mechs, by Moves and otherwise."""

from typing import ClassVar

from games.titles.scrap_knights.cards.context import Context
from games.titles.scrap_knights.cards.effects.base import Verb


class Forward(Verb, frozen=True):
    """Lower the distance. *Source:* `scrap-knights:move-1`."""

    count: int

    facet: ClassVar[str] = "move"

    def text(self) -> str:
        return f"move {self.count} forward"

    def resolve(self, context: Context) -> None:
        context.forward(self.count)


class Back(Verb, frozen=True):
    """Raise the distance. *Source:* `scrap-knights:move-1`."""

    count: int

    facet: ClassVar[str] = "move"

    def text(self) -> str:
        return f"move {self.count} back"

    def resolve(self, context: Context) -> None:
        context.back(self.count)


class Move(Verb, frozen=True):
    """Raise or lower the distance, as its player chose in secret. *Source:* `scrap-knights:move-1`."""

    count: int

    facet: ClassVar[str] = "move"

    def text(self) -> str:
        return f"move {self.count}"

    def directions(self) -> int:
        return 1

    def resolve(self, context: Context) -> None:
        context.move(self.count)


class MoveX(Verb, frozen=True):
    """Move by the secret number, for as much heat. *Source:* `scrap-knights:thruster-1`."""

    choices: tuple[int, ...]

    facet: ClassVar[str] = "move"

    def text(self) -> str:
        return "move X. Gain X heat"

    def directions(self) -> int:
        return 1

    def numbers(self) -> tuple[int, ...]:
        return self.choices

    def facets(self) -> tuple[str, ...]:
        return ("heat", "move")

    def resolve(self, context: Context) -> None:
        context.move(context.number)
        context.add_heat(context.seat, context.number)


class Grow(Verb, frozen=True):
    """Raise the distance without a Move. *Source:* `scrap-knights:move-2`."""

    count: int

    facet: ClassVar[str] = "distance"

    def text(self) -> str:
        return f"the distance grows by {self.count}"

    def resolve(self, context: Context) -> None:
        context.move_to(context.distance + self.count)


class MoveTo(Verb, frozen=True):
    """Set the distance. *Source:* `scrap-knights:move-2`."""

    distance: int

    facet: ClassVar[str] = "distance"

    def text(self) -> str:
        return f"the distance becomes {self.distance}"

    def resolve(self, context: Context) -> None:
        context.move_to(self.distance)


class MoveAnywhere(Verb, frozen=True):
    """Set the distance as its player chooses now. *Source:* `scrap-knights:warp-1`."""

    facet: ClassVar[str] = "distance"

    def text(self) -> str:
        return "the distance becomes any number"

    def resolve(self, context: Context) -> None:
        context.ask("warp")
