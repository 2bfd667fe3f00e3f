"""A tiny vocabulary for tests that read as rulings: set a table, act, look.

    game = table("scrapbots", "3.6").with_hand("scout").play("scout", lane=1)

Success and refusal share the set-up: `with game.refuses("build-1"): game.play("scout", lane=1)`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

import pytest

from games import catalog
from games.engine.chance import Chance
from games.engine.errors import IllegalMove

F = TypeVar("F", bound=Callable[..., Any])


def table(slug: str, edition: str = "") -> Any:
    """Return an empty table of the title, from its `table` module, with seat 0 to act."""
    newest = next(iter(catalog.title(slug).editions))
    return import_module(f"tests.titles.{slug.replace('-', '_')}.table").Table(edition or newest)


def ruling(*anchors: str) -> Callable[[F], F]:
    """Mark a test with the paragraphs of the rulebook that it settles. Another test finds missing ones."""
    assert all(isinstance(anchor, str) for anchor in anchors)
    return lambda test: test


class ScriptedChance(Chance):
    """Coins fall as the test says, and nothing else is random: a shuffle leaves the order as it is."""

    def __init__(self) -> None:
        self.coins: list[bool] = []

    def below(self, limit: int, purpose: str) -> int:
        if purpose.startswith("coin"):
            assert self.coins, "a coin was flipped that the test doesn't expect"
            return int(self.coins.pop(0))
        return limit - 1


class BaseTable:
    """What tables of every title can do. *events:* of the last action."""

    def __init__(self, slug: str, edition: str) -> None:
        self.game = catalog.game(slug, edition)
        self.edition = edition
        self.chance = ScriptedChance()
        self.events: list[Any] = []
        self.state: Any = None

    def coins(self, *faces: str) -> Any:
        """Script the coins of the next action, each `heads` or `tails`; it has to flip exactly these."""
        assert set(faces) <= {"heads", "tails"}
        self.chance.coins = [face == "heads" for face in faces]
        return self

    def do(self, move: Any, seat: int = 0) -> Any:
        """Apply the move, having checked that `legal` agrees with what `apply` does."""
        listed = move in self.game.legal(self.state, seat)
        before = self.game.encode(self.state)
        try:
            self.events = self.game.apply(self.state, seat, move, self.chance)
        except IllegalMove:
            assert not listed, f"{move} is listed as legal but refused"
            assert self.game.encode(self.state) == before, f"refusing {move} changed the table"
            raise
        assert listed, f"{move} was applied but isn't listed as legal"
        assert not self.chance.coins, "fewer coins were flipped than the test expects"
        return self

    @contextmanager
    def refuses(self, rule: str) -> Iterator[None]:
        """Expect the action inside to be refused by *rule*."""
        with pytest.raises(IllegalMove) as refused:
            yield
        assert refused.value.rule == rule, f"refused by {refused.value.rule}: {refused.value.reason}"
        assert refused.value.reason.endswith(".")

    def happened(self, kind: type) -> list[Any]:
        """Return the events of *kind* of the last action."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def cited(self) -> list[str]:
        """The rules that the events of the last action cite, in order."""
        return [event.rule for event in self.events]
