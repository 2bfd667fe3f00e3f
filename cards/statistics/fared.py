"""How cards fared: counts of plays and wins, the share they make, and the place among the others.

The counts of simulations are kept as files by `manage.py record_statistics`; those of played matches come
from elsewhere and are only weighed here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

from msgspec import Struct

from games import catalog
from games.engine import codec
from games.engine.cards import Card
from games.engine.errors import BadOptions

PAIRINGS = (("greedy", "greedy"), ("greedy", "random"))
SMALL = 30  # fewer sides than this say too little to be ranked

_FOLDER = Path(__file__).parent
_NORMAL_95 = 1.96


class Tally(Struct, frozen=True):
    """The counts of one card. *plays:* moves that name or use it, by type of move.

    *seats:* sides that made such a move, one a game and player. *wins:* those of them that won.
    """

    plays: dict[str, int]
    seats: int
    wins: int


class Run(Struct, frozen=True):
    """So many games between the same bots. *cards:* by slug. *options:* of the matches, but for the usual."""

    bots: tuple[str, ...]
    games: int
    seed: int
    cards: dict[str, Tally]
    options: dict[str, int] = {}

    @property
    def sides(self) -> int:
        """How often a side could have played a card."""
        return self.games * len(self.bots)


class _Record(Struct, frozen=True):
    engine_version: str
    cards_hash: str
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A card's counts, weighed. *share:* of its sides that won, in percent, None without any side.

    *low*, *high:* between them the true share lies, 19 times in 20 (Wilson's interval).
    *place:* among the *ranked* cards with a sample that is large enough; None when its own isn't.
    """

    tally: Tally
    share: float | None = None
    low: float = 0.0
    high: float = 0.0
    place: int | None = None
    ranked: int = 0
    moves: tuple[tuple[str, int], ...] = field(default=())

    @property
    def is_small(self) -> bool:
        return self.tally.seats < SMALL

    @property
    def plays(self) -> int:
        return sum(self.tally.plays.values())


@dataclass(frozen=True, slots=True)
class Simulated:
    """How a card fared in one run. *options:* in words, those that weren't as usual."""

    run: Run
    standing: Standing
    options: tuple[str, ...] = ()

    @property
    def bots(self) -> str:
        return " against ".join(self.run.bots)


def simulated(card: Card) -> tuple[Simulated, ...]:
    """Return how *card* fared between bots; empty when the present card data haven't been simulated."""
    record = _record(card.game, card.edition)
    if record is None or not _fits(card, record):
        return ()
    return tuple(
        Simulated(run, standing(card.slug, run.cards), _options(card.game, run)) for run in record.runs
    )


def standing(slug: str, tallies: Mapping[str, Tally]) -> Standing:
    """Return how the card *slug* stands among *tallies*. Samples below `SMALL` have no place."""
    tally = tallies.get(slug, Tally({}, 0, 0))
    moves = tuple((kind.replace("-", " "), count) for kind, count in _most_first(tally.plays))
    if not tally.seats:
        return Standing(tally, moves=moves)
    share = tally.wins / tally.seats
    low, high = _interval(share, tally.seats)
    others = [found.wins / found.seats for found in tallies.values() if found.seats >= SMALL]
    place = None if tally.seats < SMALL else 1 + sum(other > share for other in others)
    return Standing(tally, 100 * share, 100 * low, 100 * high, place, len(others), moves)


def file_of(game: str, edition: str) -> Path:
    """Return where the simulations of an edition are kept."""
    return _FOLDER / game / f"{edition}.json"


def _options(game: str, run: Run) -> tuple[str, ...]:
    """Return the options of *run* in words: `Box: Twelve at random`."""
    return tuple(
        f"{option.label}: {option.choices[number - option.low] if option.choices else number}"
        for option in catalog.title(game).options
        if (number := run.options.get(option.name)) is not None
    )


def _most_first(plays: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(plays.items(), key=lambda found: (-found[1], found[0]))


def _interval(share: float, sample: int) -> tuple[float, float]:
    """Return Wilson's interval of 95 % for *share* of a *sample*."""
    square = _NORMAL_95**2
    middle = share + square / (2 * sample)
    reach = _NORMAL_95 * sqrt(share * (1 - share) / sample + square / (4 * sample**2))
    scale = 1 + square / sample
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


@cache
def _record(game: str, edition: str) -> Any:
    path = file_of(game, edition)
    return codec.from_json(_Record, path.read_bytes()) if path.is_file() else None


def _fits(card: Card, record: _Record) -> bool:
    """Say whether *record* was made with the cards and rules of today."""
    try:
        return catalog.fits(card.game, card.edition, record.engine_version, record.cards_hash)
    except BadOptions:
        return False
