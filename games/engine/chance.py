"""Injected chance: a game draws every shuffle and coin from here, and says for what purpose."""

import hmac
import random
from collections.abc import Sequence
from typing import TypeVar

from games.engine.proofs import FIRST, draw_message

T = TypeVar("T")

_FINE = 2**24  # how finely weights are told apart


class Chance:
    """A source of draws. Subclasses say what `below` returns; the rest follows from it."""

    def below(self, limit: int, purpose: str) -> int:
        """Return a whole number from 0 to *limit* - 1, each equally likely."""
        raise NotImplementedError

    def coin(self, purpose: str) -> bool:
        """Return True for heads."""
        return self.below(2, purpose) == 1

    def pick(self, items: Sequence[T], purpose: str) -> T:
        """Return one of *items*."""
        return items[self.below(len(items), purpose)]

    def weighed(self, items: Sequence[T], weights: Sequence[float], purpose: str) -> T:
        """Return one of *items*, drawn by *weights*; each is equally likely if all weigh nothing."""
        whole = sum(weights)
        if not whole:
            return self.pick(items, purpose)
        point = self.below(_FINE, purpose) / _FINE * whole
        for item, weight in zip(items, weights, strict=True):
            point -= weight
            if point < 0:
                return item
        return next(item for item, weight in zip(reversed(items), reversed(weights), strict=True) if weight)

    def shuffle(self, items: list[T], purpose: str) -> None:
        """Put *items* in random order, in place (Fisher-Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1, purpose)
            items[last], items[other] = items[other], items[last]


class MatchChance(Chance):
    """The chance of a real match: draw number *counter* is an HMAC-SHA256 of purpose and counter.

    Its key is *seed*, the one that is played with; `proofs` says what *version* is.
    *counter* is how many draws were made so far; store it with the state to go on later.
    A draw is the digest modulo the limit; for limits below 2**32 its bias is under 2**-220.
    *made:* the draws made here so far: purpose, limit and what came out.
    """

    def __init__(self, seed: bytes, counter: int = 0, version: int = FIRST) -> None:
        self._seed = seed
        self._message = draw_message[version]
        self.counter = counter
        self.made: list[tuple[str, int, int]] = []

    def below(self, limit: int, purpose: str) -> int:
        message = self._message(purpose, self.counter, limit)
        self.counter += 1
        drawn = int.from_bytes(hmac.digest(self._seed, message, "sha256")) % limit
        self.made.append((purpose, limit, drawn))
        return drawn


class FastChance(Chance):
    """The chance of bots, simulations and tests: fast, repeatable by its whole-number seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.draws = 0

    def below(self, limit: int, purpose: str) -> int:
        self.draws += 1
        return int(self._random.random() * limit)

    def shuffle(self, items: list[T], purpose: str) -> None:
        """Put *items* in the order that `Chance` would, with less ado: bots shuffle what they can't see."""
        draw = self._random.random
        for last in range(len(items) - 1, 0, -1):
            other = int(draw() * (last + 1))
            items[last], items[other] = items[other], items[last]
        self.draws += max(0, len(items) - 1)
