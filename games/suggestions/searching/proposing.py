"""What to try next: Optuna's tree-structured Parzen estimator, told of everything that was tried before.

What it proposes hangs on the question and on the candidates before alone, so that a search which was
interrupted goes on as if it hadn't been.

Source: Bergstra, Bardenet, Bengio, Kégl, "Algorithms for Hyper-Parameter Optimization", 2011.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from games.suggestions.searching.question import Question, count_choices, every_choice
from games.suggestions.searching.trying import Tried

# So many candidates are proposed at once, and may be tried side by side.
ABREAST = 4
# So many are drawn at random before the estimator has something to go by.
AT_RANDOM = 8
_ATTEMPTS = 20
# So few different candidates are listed rather than drawn.
_FEW = 5_000
_WORST = 1e6


def proposed(question: Question, tried: Sequence[Tried], first: int) -> list[dict[str, int]]:
    """Return the candidates from number *first* on, as many as are tried at once.

    *tried:* all before them. Number 0 is what the search began with. Fewer come back when every candidate
    there is has been tried, or when the search is at its end.
    """
    known = [one.values for one in tried]
    found: list[dict[str, int]] = []
    study = _study(question, [one for one in tried if one.number < first])
    for number in range(first, min(first + ABREAST, question.variants)):
        if number == 0:
            found.append(question.now)
            continue
        values = next((one for one in _drawn(question, study, number) if one not in known + found), None)
        values = values or _left(question, known + found, number)
        if values is None:
            break
        found.append(values)
    return found


def _drawn(question: Question, study: Any, number: int) -> Iterator[dict[str, int]]:
    from optuna.samplers import TPESampler

    spread = _distributions(question)
    for attempt in range(_ATTEMPTS):
        seed = (question.seed * 1_000_003 + number * 101 + attempt) % 2**32
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            study.sampler = TPESampler(
                seed=seed, n_startup_trials=AT_RANDOM, multivariate=True, constant_liar=True
            )
        yield {at: int(value) for at, value in study.ask(spread).params.items()}


def _left(question: Question, known: Sequence[dict[str, int]], number: int) -> dict[str, int] | None:
    """Return one of the few candidates that weren't tried; None if there is none, or nobody can list them."""
    if count_choices(question.figures) > _FEW:
        return None
    left = [values for values in every_choice(question.figures) if values not in known]
    return random.Random(question.seed * 1_000_003 + number).choice(left) if left else None


def _study(question: Question, tried: Sequence[Tried]) -> Any:
    # Only the lab's processes have to know it, and its import takes a second.
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study, spread = optuna.create_study(direction="minimize"), _distributions(question)
    states = optuna.trial.TrialState
    for one in tried:
        if not all(one.values.get(figure.at) in figure.choices for figure in question.figures):
            continue
        losses = one.losses or (_WORST,)
        study.add_trial(
            optuna.trial.create_trial(
                state=states.COMPLETE if one.is_complete else states.PRUNED,
                value=one.loss if one.is_complete else None,
                params=dict(one.values),
                distributions=spread,
                intermediate_values=dict(enumerate(losses)),
            )
        )
    return study


def _distributions(question: Question) -> dict[str, Any]:
    from optuna.distributions import IntDistribution

    return {
        figure.at: IntDistribution(figure.low, figure.choices[-1], step=figure.step)
        for figure in question.figures
    }
