"""How cards fared: counts of plays and wins, the share of wins, and the rank among all cards.

`manage.py record_statistics` keeps the counts of simulations in files. The caller passes the counts of
matches that were played.
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

# Whose games are shown, in this order.
PAIRINGS = (("strong", "strong"), ("greedy", "greedy"), ("greedy", "random"))
SMALL = 30  # a sample of fewer sides is too small for a share and a rank

# What was done with a card, by kind of use. Some kinds are found only in counts of older matches.
_DONE = {
    "activate-component": "activated",
    "attack-with": "used to attack",
    "build-scrapbot": "built",
    "buy-card": "bought",
    "charge": "charged",
    "choose": "played",
    "choose-naming": "named in a choice",
    "choose-number": "chosen (with a number)",
    "deploy": "deployed",
    "deploy-copying": "deployed to copy",
    "discard-act": "discarded",
    "gain-energy": "discarded for Energy",
    "gain-scrap": "discarded for Scrap",
    "hold": "held",
    "play-resource": "played",
    "recall": "recalled",
    "resolve": "resolved",
    "salvage": "salvaged",
    "scrap": "scrapped",
    "shuffle-in": "shuffled in",
    "take": "taken",
    "trash": "trashed",
    "trigger": "triggered",
}
# How strong the bots are, in words.
_LEVELS = {
    "greedy": "the greedy bot takes the best move it can see",
    "random": "the random bot makes any legal move",
    "novice": "the novice plays what comes to mind first",
    "casual": "the casual bot looks ahead a little",
    "strong": "the strong bot weighs hundreds of ways to go on",
    "expert": "the expert weighs thousands of ways to go on",
}
_FOLDER = Path(__file__).parent
_NORMAL_95 = 1.96


class Tally(Struct, frozen=True):
    """The counts of one card. *plays:* how often it was used, by kind of use.

    *seats:* sides that made such a move, one a game and player. *wins:* those of them that won.
    """

    plays: dict[str, int]
    seats: int
    wins: int


class Run(Struct, frozen=True):
    """Games between the same bots. *cards:* by slug. *options:* match options that weren't the default."""

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
    """A card's counts, weighed. *share:* of its sides that won, in percent; None if no side used it.

    *low*, *high:* the bounds of the true share, right 19 times in 20 (Wilson's interval). *place:* the rank
    among the *ranked* cards whose sample is large enough; None if this card's isn't.
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
    """How a card fared in one run. *options:* in words, the options that weren't the default."""

    run: Run
    standing: Standing
    options: tuple[str, ...] = ()

    @property
    def bots(self) -> str:
        return " against ".join(f"{name} bot" for name in self.run.bots)

    @property
    def level(self) -> str:
        """How strong the players were, in words."""
        return ", ".join(level_of(name) for name in dict.fromkeys(self.run.bots))


def simulated(card: Card) -> tuple[Simulated, ...]:
    """Return how *card* fared between bots; empty if nobody has simulated the present card data."""
    record = _record(card.game, card.edition)
    if record is None or not _fits(card, record):
        return ()
    return tuple(
        Simulated(run, standing(card.slug, run.cards), _options(card.game, run)) for run in record.runs
    )


def level_of(bot: str) -> str:
    """Return how strong the bot is, in words; of one that isn't described, only its name."""
    return _LEVELS.get(bot, f"the {bot} bot")


def standing(slug: str, tallies: Mapping[str, Tally]) -> Standing:
    """Return how the card *slug* ranks among *tallies*. A sample below `SMALL` has no rank."""
    tally = tallies.get(slug, Tally({}, 0, 0))
    moves = tuple(
        (_DONE.get(kind, kind.replace("-", " ")), count) for kind, count in _most_first(tally.plays)
    )
    if not tally.seats:
        return Standing(tally, moves=moves)
    share = tally.wins / tally.seats
    low, high = _interval(share, tally.seats)
    others = [found.wins / found.seats for found in tallies.values() if found.seats >= SMALL]
    place = None if tally.seats < SMALL else 1 + sum(other > share for other in others)
    return Standing(tally, 100 * share, 100 * low, 100 * high, place, len(others), moves)


def file_of(game: str, edition: str) -> Path:
    """Return the file that keeps the simulations of an edition."""
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
    """Return whether *record* was made with the present cards, by rules that are still played."""
    return catalog.fits(card.game, card.edition, record.engine_version, record.cards_hash)
