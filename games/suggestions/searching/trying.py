"""Trying a candidate: its games are played in rounds, and whoever falls behind plays no further one. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median

from msgspec import Struct

from games import catalog
from games.lab.measuring.records import GameRecord
from games.suggestions.searching.question import Question, Values, values_of
from games.suggestions.searching.targets import Measured, loss, measured, wanted_cards

# The shares of a candidate's deals after which it is compared with those before it.
ROUNDS = (0.25, 0.5, 1.0)
# Nobody is stopped before so many others have come as far.
LEAST_BEFORE = 4
# A candidate is no good if one in so many of its games breaks off.
MOST_BROKEN = 10
# The deals with which the best are measured afresh begin here; the search plays those below.
FRESH = 1_000_000


class Tried(Struct, frozen=True):
    """A candidate that was tried. *losses:* after each round that it played, how far it was from the targets.

    *refused:* why it makes no edition, or can't be played; or empty. *figures:* after its last round.
    """

    number: int
    values: dict[str, int]
    losses: tuple[float, ...] = ()
    refused: str = ""
    figures: tuple[Measured, ...] = ()
    games: int = 0

    @property
    def is_complete(self) -> bool:
        return len(self.losses) == len(ROUNDS)

    @property
    def loss(self) -> float:
        return self.losses[-1]


# Returns the games of these deals, in order. *Raises:* `Unwanted`.
Play = Callable[[range], list[GameRecord]]


class Unwanted(Exception):
    """Nobody wants the games any more."""


def rounds_of(question: Question) -> list[int]:
    """Return how many deals a candidate has played after each round."""
    deals = question.games // 2
    return [max(2, round(deals * share)) for share in ROUNDS]


def try_out(
    question: Question,
    number: int,
    values: Values,
    slug: str,
    before: Sequence[Tried],
    play: Play,
) -> Tried:
    """Play the games of a candidate, as far as it is worth while, and return what they say.

    *before:* the candidates that it races. *play:* plays its deals. *Raises:* `DraftRefused`, and as *play*.
    """
    cards = _cards(question, values, slug)
    games: list[GameRecord] = []
    losses: list[float] = []
    figures: tuple[Measured, ...] = ()
    done = 0
    for deals in rounds_of(question):
        games += play(range(done, deals))
        done = deals
        if reason := _broken(games):
            return Tried(number, dict(values), refused=reason, games=len(games))
        losses.append(loss(question, cards, games, range(deals), values))
        if falls_behind(losses, before):
            break
    figures = measured(question, cards, games, range(done))
    return Tried(number, dict(values), tuple(losses), figures=figures, games=len(games))


def measure_afresh(question: Question, values: Values, slug: str, play: Play) -> tuple[Measured, ...]:
    """Return the figures of a candidate on deals that the search hasn't seen. *Raises:* as `try_out`."""
    deals = range(FRESH, FRESH + question.fresh_games // 2)
    return measured(question, _cards(question, values, slug), play(deals), deals)


def falls_behind(losses: Sequence[float], before: Iterable[Tried]) -> bool:
    """Return whether a candidate is in the worse half of all that have played as many rounds."""
    rounds = len(losses)
    if rounds == len(ROUNDS):
        return False
    others = [tried.losses[rounds - 1] for tried in before if len(tried.losses) >= rounds]
    return len(others) >= LEAST_BEFORE and losses[-1] > median(others)


def best_of(tried: Iterable[Tried], most: int) -> list[Tried]:
    """Return the best candidates, which are better than what the search began with, the best first."""
    complete = [one for one in tried if one.is_complete]
    start = next((one.loss for one in complete if one.number == 0), float("inf"))
    better = [one for one in complete if one.number and one.loss < start]
    return sorted(better, key=lambda one: (one.loss, one.number))[:most]


def _cards(question: Question, values: Values, slug: str) -> tuple[str, ...]:
    drafting = catalog.title(question.title).drafting
    found = values_of(question.title, question.draft(values, slug), question.base)
    return wanted_cards(found, drafting.card_types) if drafting else ()


def _broken(games: Sequence[GameRecord]) -> str:
    broken = [game.broken for game in games if game.broken]
    return f"Its games break off: {broken[0]}" if len(broken) * MOST_BROKEN > len(games) else ""
