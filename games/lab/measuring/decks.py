"""Who beats whom, where players bring decks: ready-made decks, and the cards in them. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations

from msgspec import Struct

from games.engine.decks import DeckRules
from games.lab.measuring.intervals import Interval, Sums, corrected, effective, likely, share
from games.lab.measuring.measures import sums
from games.lab.measuring.records import Brought, GameRecord

LEAST_MEETINGS = 10
# Tables with more rows than this are for nobody to read.
MOST_ROWS = 24
READY_MADE = "ready-made"


class Meeting(Struct, frozen=True):
    """What one side wins against the other. *won:* None for fewer than 10 games. A draw counts half.

    *rate:* the false discovery rate at which it isn't one half, among all meetings of a matrix.
    """

    games: int
    won: Interval | None = None
    rate: float = 1.0


class Matrix(Struct, frozen=True):
    """Who beats whom. *key:* of the slot whose cards these are; `ready-made` for whole decks.

    *slugs:* of rows and columns. *totals:* each row against all others. *cells:* by row and column; a row
    against itself has no games.
    """

    key: str
    slugs: tuple[str, ...]
    totals: tuple[Meeting, ...]
    cells: tuple[tuple[Meeting, ...], ...]


_Named = Callable[[Brought], tuple[str, ...]]


def matrices_of(
    games: Sequence[GameRecord], deals: Sequence[int], rules: DeckRules | None
) -> tuple[Matrix, ...]:
    """Return who beats whom: ready-made decks first, then the cards of each slot with few kinds."""
    games = [game for game in games if game.brought]
    if rules is None or not games:
        return ()
    found = []
    kinds = _kinds(games, rules)
    for key, slugs in kinds.items():
        names = _ready_made(rules) if key == READY_MADE else _cards(key)
        found.append(_matrix(key, slugs, games, deals, names))
    return tuple(found)


def _kinds(games: Sequence[GameRecord], rules: DeckRules) -> dict[str, tuple[str, ...]]:
    """Return what there is to compare, by the key of its matrix.

    Cards of which each ready-made deck has one of its own say the same as the decks, and are left out.
    """
    found: dict[str, tuple[str, ...]] = {}
    brought = [deck for game in games for deck in game.brought]
    names, decks = _ready_made(rules), rules.ready_made
    if 2 * sum(bool(names(deck)) for deck in brought) >= len(brought) and 1 < len(decks) <= MOST_ROWS:
        found[READY_MADE] = tuple(deck.slug for deck in decks)
    for slot in rules.slots(brought[0]):
        own = {deck.lists.get(slot.key, ()) for deck in decks}
        is_same = len(own) == len(decks) and all(len(cards) == 1 for cards in own)
        if 1 < len(slot.fits) <= MOST_ROWS and not (is_same and READY_MADE in found):
            found[slot.key] = slot.fits
    return found


def _ready_made(rules: DeckRules) -> _Named:
    names = {_sorted(deck.lists): deck.slug for deck in rules.ready_made}

    def named(deck: Brought) -> tuple[str, ...]:
        slug = names.get(_sorted(deck))
        return (slug,) if slug else ()

    return named


def _sorted(deck: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((key, tuple(sorted(cards))) for key, cards in sorted(deck.items()) if cards)


def _cards(key: str) -> _Named:
    return lambda deck: deck.get(key, ())


def _matrix(
    key: str, slugs: tuple[str, ...], games: Sequence[GameRecord], deals: Sequence[int], names: _Named
) -> Matrix:
    met: dict[tuple[str, ...], list[tuple[int, float]]] = {}
    for game in games:
        for who, points in _meetings(game, names):
            met.setdefault(who, []).append((game.deal, points))
    totals = [_won(met.get((slug,), ()), deals) for slug in slugs]
    pairs = [(one, other) for at, one in enumerate(slugs) for other in slugs[at + 1 :]]
    cells = dict(zip(pairs, _rated([_won(met.get(pair, ()), deals) for pair in pairs]), strict=True))
    return Matrix(key, slugs, tuple(_rated(totals)), tuple(tuple(_row(one, slugs, cells)) for one in slugs))


def _row(one: str, slugs: Sequence[str], cells: Mapping[tuple[str, str], Meeting]) -> Iterator[Meeting]:
    for other in slugs:
        turned = cells.get((other, one))
        yield cells.get((one, other)) or (_turned(turned) if turned else Meeting(0))


def _turned(cell: Meeting) -> Meeting:
    return Meeting(cell.games, cell.won.mirrored() if cell.won else None, cell.rate)


def _meetings(game: GameRecord, names: _Named) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield what a seat won against another one, with each of its own, and against each of the other's.

    What both seats have says nothing.
    """
    named = [names(deck) for deck in game.brought]
    for seat, opponent in permutations(range(len(named)), 2):
        points = (1 + game.points(seat) - game.points(opponent)) / 2
        own, others = (
            [slug for slug in named[one] if slug not in named[two]]
            for one, two in ((seat, opponent), (opponent, seat))
        )
        for slug in own:
            yield (slug,), points
            for other in others:
                yield (slug, other), points


def _won(met: Sequence[tuple[int, float]], deals: Sequence[int]) -> tuple[Meeting, float | None]:
    """Return a meeting, and how likely chance alone takes it so far from one half; None if it isn't told."""
    if len(met) < LEAST_MEETINGS:
        return Meeting(len(met)), None
    added = sums(((deal, (points, 1.0)) for deal, points in met), deals)
    won = share(added)
    return Meeting(len(met), won), _chance(added)


def _chance(added: Sums) -> float:
    """Return how likely chance alone takes a share so far from one half."""
    error = math.sqrt(0.25 / effective(added))
    return likely((added.value or 0.0) - 0.5, error, added.deals)


def _rated(found: Sequence[tuple[Meeting, float | None]]) -> list[Meeting]:
    """Return the meetings with the rate at which each counts, among those that are told."""
    rates = iter(corrected(chance for _, chance in found if chance is not None))
    return [
        meeting if chance is None else Meeting(meeting.games, meeting.won, next(rates))
        for meeting, chance in found
    ]
