"""What games say of the targets: each figure, and how far it is from what is wanted. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from games.engine.drafting import CardType, EditionValues
from games.lab.measuring.intervals import Bootstrap, Interval, Sums, share
from games.lab.measuring.measures import BY_SLUG, Known, sums, sums_of
from games.lab.measuring.records import GameRecord
from games.suggestions.searching.question import GAINED, TURNS, Question, Target, Values

# How far outside counts as one: five points of a share, a tenth of the length of a game.
SHARE_UNIT, LENGTH_UNIT = 0.05, 0.1
# Among those that meet every target, the one in their middle is better, and so is the one that changes less.
SLIGHTLY = 0.02

_STARTER = "starter"


class Measured(Struct, frozen=True):
    """A figure that a target is about. *target:* its place in the question. *card:* a slug, or empty."""

    target: int
    card: str
    found: Interval | None


def wanted_cards(values: EditionValues, types: Mapping[str, CardType]) -> tuple[str, ...]:
    """Return the cards that “every card” means: those of no starting deck which the rules don't need."""
    return tuple(
        slug
        for slug, card in values.cards.items()
        if not card.figures.get(_STARTER) and types[card.type].can_remove
    )


def measured(
    question: Question, cards: Sequence[str], games: Iterable[GameRecord], deals: Sequence[int]
) -> tuple[Measured, ...]:
    """Return each figure that a target is about, with its interval."""
    bootstrap = Bootstrap(len(deals))
    return tuple(
        Measured(place, card, bootstrap.mean(found) if target.what == TURNS else share(found))
        for place, target, card, found in _sums(question, cards, list(games), deals)
    )


def loss(
    question: Question,
    cards: Sequence[str],
    games: Iterable[GameRecord],
    deals: Sequence[int],
    values: Values,
) -> float:
    """Return how far the games are from what is wanted: less is better, and below 0.1 all of it is met."""
    away: dict[int, list[float]] = {}
    for place, target, _, found in _sums(question, cards, list(games), deals):
        value = found.value
        away.setdefault(place, []).append(1 / SHARE_UNIT if value is None else distance(target, value))
    whole = math.fsum(math.fsum(found) / len(found) for found in away.values())
    return whole + SLIGHTLY * _moved(question, values)


def distance(target: Target, value: float) -> float:
    """Return how far *value* is from what is wanted: in units outside, nearly nothing inside."""
    middle, half = (target.low + target.high) / 2, (target.high - target.low) / 2
    unit = max(LENGTH_UNIT * middle, 0.5) if target.what == TURNS else SHARE_UNIT
    outside = max(0.0, abs(value - middle) - half)
    return outside / unit + SLIGHTLY * min(1.0, abs(value - middle) / half if half else 0.0)


def is_met(question: Question, figures: Iterable[Measured]) -> bool:
    """Return whether each of *figures* lies where it is wanted; their intervals don't count."""
    return all(one.found and is_inside(question.targets[one.target], one.found.value) for one in figures)


def is_inside(target: Target, value: float) -> bool:
    """Return whether *value* lies where it is wanted."""
    return target.low <= value <= target.high


def _moved(question: Question, values: Values) -> float:
    moved = [
        abs(values[figure.at] - figure.now) / max(1, figure.high - figure.low) for figure in question.figures
    ]
    return math.fsum(moved) / len(moved)


def _sums(
    question: Question, cards: Sequence[str], games: Sequence[GameRecord], deals: Sequence[int]
) -> Iterator[tuple[int, Target, str, Sums]]:
    for place, target in enumerate(question.targets):
        if not target.is_of_cards:
            yield place, target, "", sums_of(BY_SLUG[target.what], games, Known(0, frozenset()), deals)
            continue
        for card in (target.card,) if target.card else cards:
            added = ((game.deal, (float(_has(game, card, target.what)), 1.0)) for game in games)
            yield place, target, card, sums(added, deals)


def _has(game: GameRecord, card: str, what: str) -> bool:
    found = [uses[card] for uses in game.uses if card in uses]
    return any(gained for gained, _, _ in found) if what == GAINED else bool(found)
