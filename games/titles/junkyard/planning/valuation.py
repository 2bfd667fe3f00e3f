"""The value of cards and spaces to a planning player, in points.

The weights are a player's judgement, checked by playing games.

How many cards have been taken from each pile is packed into one whole number, `PILE_BITS` bits for each of
the nine piles: looking ahead compares and looks up many of them.
"""

from functools import lru_cache
from typing import NamedTuple

from games.titles.junkyard.edition import Edition, Kind
from games.titles.junkyard.state import State
from games.titles.junkyard.yard import ADJACENT, AHEAD, NOWHERE

PILE_BITS = 5
PILE_MASK = 2**PILE_BITS - 1


class Weights(NamedTuple):
    """How a player judges cards and spaces.

    *owned:* the value of a card in the deck, as a share of its scrap value. *long:* with so many cards to be
    salvaged before the game can end, it counts as long; *long_rounds:* with so many rounds before the cap.
    *dilution:* the cost of one more card in the deck. *top:* the value of standing beside a pile, as a share
    of its top card. *beside:* the value of standing beside any pile that isn't empty. *ahead:* the share of
    the space ahead in the value of a space.
    *uses:* the value of an effect in the deck, by its name: for a count of one, and for each more.
    """

    owned: float
    long: float
    long_rounds: float
    dilution: float
    top: float
    beside: float
    ahead: float
    uses: tuple[tuple[str, float, float], ...]


PLANNED = Weights(
    owned=0.75,
    long=20,
    long_rounds=6,
    dilution=0.55,
    top=0.3,
    beside=0.15,
    ahead=0.3,
    uses=(
        ("scrap", 1.3, 0.8),
        ("salvage", 0.6, 0.35),
        ("overclock", 0.4, 0.0),
        ("recharge", 0.2, 0.15),
        ("turn", 0.2, 0.0),
        ("move", 0.2, 0.05),
        ("trash", 0.2, 0.0),
        ("charge", 0.1, 0.0),
        ("shuffle", 0.0, 0.0),
    ),
)

# What wins more games: cards lose their use long before the end.
SEARCHED = PLANNED._replace(long=45)


class Valuation:
    """The value of every card and space in one state.

    *owned:* of each card in the deck, by initiative. *tops:* of the top card of each pile, or 0.
    *average:* of an unseen card in the piles. *spaces:* those values of spaces that have been asked for: by
    space, heading, and cards taken.
    """

    def __init__(
        self, weights: Weights, owned: tuple[float, ...], tops: tuple[int, ...], average: float
    ) -> None:
        self.weights = weights
        self.owned = owned
        self.tops = [owned[card] if card else 0.0 for card in tops]
        self.full = [bool(card) for card in tops]
        self.average = average
        self.key = (owned, tops, average)
        self.spaces: dict[tuple[int, int, int], float] = {}
        self._beside = [self._pile(pile) for pile in range(len(tops))]

    def space(self, space: int, heading: int, taken: int = 0) -> float:
        """Return the value of standing there when *taken* cards, packed by pile, have been salvaged."""
        spot = (space, heading, taken)
        found = self.spaces.get(spot)
        if found is None:
            ahead = AHEAD[heading][space]
            beyond = self._at(ahead, taken) if ahead != NOWHERE else 0.0
            found = self.spaces[spot] = self._at(space, taken) + self.weights.ahead * beyond
        return found

    def _at(self, space: int, taken: int) -> float:
        piles, weights = ADJACENT[space], self.weights
        values = [
            weights.beside + weights.top * self.average if number_taken(taken, pile) else self._beside[pile]
            for pile in piles
        ]
        return max(values) + 0.3 * min(values) if len(values) == 2 else values[0]

    def _pile(self, pile: int) -> float:
        weights = self.weights
        return weights.beside + weights.top * max(0.0, self.tops[pile]) if self.full[pile] else 0.0


def number_taken(taken: int, pile: int) -> int:
    """Return the number of cards taken from *pile*. *taken:* packed by pile."""
    return taken >> pile * PILE_BITS & PILE_MASK


def valuation_of(edition: Edition, state: State, weights: Weights = PLANNED) -> Valuation:
    """Return the value of everything in *state*, judged by what everybody can see."""
    counts = sorted(len(pile) for pile in state.piles)
    empty = counts.count(0)
    to_go = sum(counts[empty : edition.empty_piles])
    length = min(1.0, to_go / weights.long, (state.round_cap - state.round) / weights.long_rounds)
    unseen = [card for pile in state.piles for card in pile[:-1]]
    unseen.sort()
    tops = tuple([pile[-1] if pile else 0 for pile in state.piles])
    return _valuation(edition, weights, round(length, 2), tops, tuple(unseen))


@lru_cache(maxsize=64)
def _valuation(
    edition: Edition, weights: Weights, length: float, tops: tuple[int, ...], unseen: tuple[int, ...]
) -> Valuation:
    """Return the valuation. It is kept, since a search looks at many states that differ in what is hidden."""
    owned = _owned(edition, weights, length)
    average = sum(sorted([owned[card] for card in unseen])) / len(unseen) if unseen else 0.0
    return Valuation(weights, owned, tops, average)


@lru_cache(maxsize=256)
def _owned(edition: Edition, weights: Weights, length: float) -> tuple[float, ...]:
    by_kind = {kind.slug: length * _of_kind(kind, weights) for kind in edition.kinds}
    return tuple(by_kind[kind.slug] for kind in edition.kind_of)


def _of_kind(kind: Kind, weights: Weights) -> float:
    uses = {name: (first, more) for name, first, more in weights.uses}
    points = 0.0
    for effect in kind.effects:
        first, more = uses[effect.name]
        points += first + more * (getattr(effect, "count", 1) - 1)
    return weights.owned * kind.value + points - weights.dilution
