"""The measures of a game: what each is called, what it means, and how it comes from the games. Pure.

Browne: "Automatic Generation and Evaluation of Recombination Games", 2008. TAG: Gaina et al., "TAG: A
Tabletop Games Framework", 2020.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.lab.measuring.intervals import Sums
from games.lab.measuring.records import GameRecord


class Known(NamedTuple):
    """What measures know of an edition. *cards:* how many it has. *caps:* rules that end a game too early.

    *is_rival_stronger:* the rival is the stronger one of the two bots.
    """

    cards: int
    caps: frozenset[str]
    is_rival_stronger: bool = True


# What a game adds to the top and to the bottom of a figure.
Adds = Callable[[GameRecord, Known], tuple[float, float]]


@dataclass(frozen=True)
class Measure:
    """*meaning:* one line. *source:* who defined it, or empty. *adds:* what a game adds.

    *is_share:* each game adds something from 0 to 1, so that the interval is Wilson's. *as_percent:* how it
    is shown. *of_rival:* it comes from the games of two different bots, and not from those among equals.
    """

    slug: str
    name: str
    meaning: str
    adds: Adds
    source: str = ""
    is_share: bool = False
    as_percent: bool = False
    of_rival: bool = False


def _first(game: GameRecord, known: Known) -> tuple[float, float]:
    return game.points(max(game.first, 0)), 1


def _no_single_winner(game: GameRecord, known: Known) -> tuple[float, float]:
    return float(len(game.winners) != 1), 1


def _turns(game: GameRecord, known: Known) -> tuple[float, float]:
    return game.turns, 1


def _decisions(game: GameRecord, known: Known) -> tuple[float, float]:
    return game.decisions, 1


def _forced(game: GameRecord, known: Known) -> tuple[float, float]:
    return game.forced, game.decisions


def _branching(game: GameRecord, known: Known) -> tuple[float, float]:
    return game.choices, game.decisions - game.forced


def _changes(game: GameRecord, known: Known) -> tuple[float, float]:
    return game.changes, 1


def _decided(game: GameRecord, known: Known) -> tuple[float, float]:
    return (game.decided, 1) if game.decided >= 0 else (0, 0)


def _drama(game: GameRecord, known: Known) -> tuple[float, float]:
    return (game.drama, 1) if game.drama >= 0 else (0, 0)


def _capped(game: GameRecord, known: Known) -> tuple[float, float]:
    return float(game.rule in known.caps), 1


def _unused(game: GameRecord, known: Known) -> tuple[float, float]:
    used = {slug for uses in game.uses for slug in uses}
    return known.cards - len(used), known.cards


def _gradient(game: GameRecord, known: Known) -> tuple[float, float]:
    points = game.points(game.rival)
    return points if known.is_rival_stronger else (1 - points) / (len(game.uses) - 1), 1


MEASURES = (
    Measure(
        "first",
        "First player wins",
        "Of all games, the share won by the seat that decides first; by seat 1 where all decide at once. "
        "A draw counts half.",
        _first,
        "Browne: advantage",
        is_share=True,
        as_percent=True,
    ),
    Measure(
        "draws",
        "Draws",
        "Games without a single winner.",
        _no_single_winner,
        "Browne: completion",
        is_share=True,
        as_percent=True,
    ),
    Measure(
        "turns",
        "Turns",
        "How long a game is, in turns or rounds as the rules count them.",
        _turns,
        "Browne: duration",
    ),
    Measure(
        "decisions",
        "Decisions",
        "Moves in a game, all players together.",
        _decisions,
        "TAG: decisions",
    ),
    Measure(
        "forced",
        "Forced decisions",
        "Decisions in which only one move was legal.",
        _forced,
        "TAG: action space",
        as_percent=True,
    ),
    Measure(
        "branching",
        "Moves to choose from",
        "Legal moves at a decision with a choice, on average.",
        _branching,
        "TAG: action space",
    ),
    Measure(
        "changes",
        "Lead changes",
        "How often in a game somebody else takes a clear lead.",
        _changes,
        "Browne: lead change",
    ),
    Measure(
        "decided",
        "Decided after",
        "The share of a game that is over when the later winner takes the lead for good.",
        _decided,
        "Browne: decisiveness",
        as_percent=True,
    ),
    Measure(
        "drama",
        "Drama",
        "How far behind the later winner was, while behind: 0 for never, 1 for all but lost.",
        _drama,
        "Browne: drama",
    ),
    Measure(
        "capped",
        "Ended by a limit",
        "Games that a limit of turns or rounds ended.",
        _capped,
        is_share=True,
        as_percent=True,
    ),
    Measure(
        "unused",
        "Cards not used",
        "The share of the edition’s kinds of cards that nobody gains, plays or discards in a game.",
        _unused,
        as_percent=True,
    ),
    Measure(
        "gradient",
        "Stronger bot wins",
        "Of the games between two different bots, the share that a seat of the stronger one wins: "
        "the more, the more skill counts.",
        _gradient,
        "TAG: skill depth",
        is_share=True,
        as_percent=True,
        of_rival=True,
    ),
)
BY_SLUG: Mapping[str, Measure] = {measure.slug: measure for measure in MEASURES}


def sums_of(measure: Measure, games: Iterable[GameRecord], known: Known, deals: Sequence[int]) -> Sums:
    """Return what *games* add to *measure*, by the *deals* in this order."""
    return sums(
        ((game.deal, measure.adds(game, known)) for game in games if (game.rival >= 0) == measure.of_rival),
        deals,
    )


def sums(added: Iterable[tuple[int, tuple[float, float]]], deals: Sequence[int]) -> Sums:
    """Return what games have *added*, each with its deal, by the *deals* in this order."""
    place = {deal: at for at, deal in enumerate(deals)}
    tops, bottoms = [0.0] * len(deals), [0.0] * len(deals)
    for deal, (top, bottom) in added:
        tops[place[deal]] += top
        bottoms[place[deal]] += bottom
    return Sums(tuple(tops), tuple(bottoms))
