"""Better settings for a title's search, found by self-play: candidates play against the settings in use.

Candidates come from Optuna's tree-structured Parzen estimator; all play the same deals, and one that does
badly on the first of them is dropped. The best of many was lucky, too: whether it is better, only the last
games say, on deals that no candidate has played.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, stdev
from typing import Any, NamedTuple

from msgspec import Struct

from games import catalog
from games.bots.search import Search
from games.engine.chance import FastChance
from games.engine.errors import BadOptions
from games.engine.optional import SearchSettings, Weighs
from games.statistics.playing import begin, play, points_of, ready_made

AT_RANDOM = 5  # candidates that are drawn before any is learned from
FIRST_SHARE = 4  # a candidate is looked at again after a part of its deals
HOPELESS = 1.0  # standard errors below one half at which it is dropped then
NORMAL = 1.96  # standard errors on either side, for 95 %

Run = Callable[[Callable[[Any], float], Iterable[Any]], Iterable[float]]


class Duel(NamedTuple):
    """*rounds:* how many positions each weighs a decision by. *deal:* the seed of its luck."""

    title: str
    edition: str
    rounds: int
    candidate: SearchSettings
    current: SearchSettings
    deal: int


class Candidate(Struct, frozen=True):
    """Settings that were tried. *score:* the share of points won from those in use, over *deals* deals."""

    settings: SearchSettings
    deals: int
    score: float


class Tuning(Struct, frozen=True):
    """What was tried, in this order, and how the best did.

    *deals:* for each candidate; each is played twice, seats swapped. *rounds:* see `Duel`. *checked:* the
    best candidate on other deals, where its score lies between *low* and *high* with 95 %.
    """

    title: str
    edition: str
    rounds: int
    deals: int
    seed: int
    current: SearchSettings
    candidates: tuple[Candidate, ...]
    checked: Candidate
    low: float
    high: float

    @property
    def is_better(self) -> bool:
        """Whether the best candidate is surely stronger than the settings in use."""
        return self.low > 0.5


def tune(title: str, edition: str, trials: int, deals: int, rounds: int, seed: int, run: Run = map) -> Tuning:
    """Return the tuning of *title* by *trials* candidates.

    *run:* a `map`, perhaps one that spreads duels over processes. *Raises:* `BadOptions`.
    """
    game = catalog.game(title, edition)
    if not isinstance(game, Weighs):
        raise BadOptions(f"{title} can't be searched.")
    if trials < 1 or deals < 2 or rounds < 1:
        raise BadOptions("Tuning needs a trial, two deals and a position to weigh.")
    current = game.search_settings

    def scores(settings: SearchSettings, numbers: range) -> list[float]:
        duels = [Duel(title, edition, rounds, settings, current, seed + number) for number in numbers]
        return list(run(play_duel, duels))

    study = _study(seed)
    tried = [_try(study, current, deals, scores) for _ in range(trials)]
    best = max(tried, key=lambda one: (one.deals, one.score))
    checked = scores(best.settings, range(deals, 3 * deals))
    low, high = _interval(checked)
    again = Candidate(best.settings, len(checked), fmean(checked))
    return Tuning(title, edition, rounds, deals, seed, current, tuple(tried), again, low, high)


def play_duel(duel: Duel) -> float:
    """Return the share of the points that the candidate wins on a deal, from either seat.

    It is one half for the settings in use themselves, since both games have the same luck.
    """
    return fmean([_play(duel, turned) for turned in (False, True)])


def _play(duel: Duel, turned: bool) -> float:
    luck, mind = FastChance(2 * duel.deal), FastChance(2 * duel.deal + 1)
    game, state = begin(duel.title, duel.edition, luck, ready_made(duel.title, duel.edition, duel.deal))
    minds = [Search(duel.rounds, settings).choose for settings in (duel.candidate, duel.current)]
    if turned:
        minds.reverse()
    for _ in play(game, state, minds, luck, mind):
        pass
    return points_of(game, state, (1, 0) if turned else (0, 1))


def _study(seed: int) -> Any:
    # Only this command has to know it, and its import takes a second.
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=AT_RANDOM)
    return optuna.create_study(direction="maximize", sampler=sampler)


def _try(
    study: Any, current: SearchSettings, deals: int, scores: Callable[[SearchSettings, range], list[float]]
) -> Candidate:
    """Let the next candidate play: a part of its deals, and the others if it may still be the best."""
    trial = study.ask()
    settings = SearchSettings(
        depth=trial.suggest_int("depth", 1, 2 * current.depth + 1),
        scale=trial.suggest_float("scale", current.scale / 3, current.scale * 3, log=True),
        prior=trial.suggest_float("prior", 0.2, 5.0, log=True),
        untried=trial.suggest_float("untried", -0.2, 0.6),
    )
    first = max(2, deals // FIRST_SHARE)
    found = scores(settings, range(first))
    if fmean(found) + HOPELESS * _error(found) >= 0.5:
        found += scores(settings, range(first, deals))
    study.tell(trial, fmean(found))
    return Candidate(settings, len(found), fmean(found))


def _interval(scores: Sequence[float]) -> tuple[float, float]:
    middle, error = fmean(scores), NORMAL * _error(scores)
    return max(0.0, middle - error), min(1.0, middle + error)


def _error(scores: Sequence[float]) -> float:
    """Return the standard error of the mean of *scores*, as if one more deal had been drawn at either end."""
    return stdev([*scores, 0.0, 1.0]) / math.sqrt(len(scores) + 2)
