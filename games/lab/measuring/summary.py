"""What the games of a report say, with intervals: the game, the cards, the draft beside its base. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from games import catalog
from games.lab.measuring.cards import CardFigures, cards_of
from games.lab.measuring.decks import Matrix, matrices_of
from games.lab.measuring.intervals import ALPHA, Bootstrap, Interval, Sums, corrected, share
from games.lab.measuring.measures import MEASURES, Known, Measure, sums_of
from games.lab.measuring.pairs import Pairs, pairs_of
from games.lab.measuring.records import GameRecord
from games.lab.measuring.setup import AGAINST, EDITION, Setup

SHOWN_BROKEN = 5
# Of a share, both sides together must have so many games that count and so many that don't before a
# difference is claimed: a bootstrap never sees what hasn't happened.
LEAST_EVENTS = 10


class Figure(Struct, frozen=True):
    """A measure on both sides. *rate:* the false discovery rate at which the difference counts."""

    slug: str
    side: Interval | None
    base: Interval | None = None
    difference: Interval | None = None
    rate: float = 1.0

    @property
    def is_different(self) -> bool:
        return self.difference is not None and self.rate <= ALPHA


class Side(Struct, frozen=True):
    """The games among equals of an edition. *seats:* what each won. *turns:* games by length. *endings:* by
    the rule that ended them. *games:* that ended. *broken:* that broke off, *why:* the first of them.
    """

    games: int
    seats: tuple[Interval | None, ...]
    turns: tuple[tuple[int, int], ...]
    endings: tuple[tuple[str, int], ...]
    broken: int
    why: tuple[str, ...]


class Summary(Struct, frozen=True):
    """*side*, *base:* of the edition that was asked about, and of the one to compare with.

    *decides_first:* a single seat decides first, and not all at once. *pairs:* of cards, in the edition that
    was asked about. *matrices:* who beats whom in it, where players bring decks.
    """

    side: Side
    base: Side | None
    figures: tuple[Figure, ...]
    cards: tuple[CardFigures, ...]
    decides_first: bool
    pairs: Pairs = Pairs()
    matrices: tuple[Matrix, ...] = ()


def summary_of(setup: Setup, games: Sequence[GameRecord]) -> Summary:
    """Return what *games*, in their order, say. It hangs on nothing else."""
    deals, bootstrap = range(setup.deals), Bootstrap(setup.deals)
    sides = {
        side: [game for game in games if game.side == side and not game.broken] for side in (EDITION, AGAINST)
    }
    known = {side: _known(setup, edition) for side, edition in setup.editions}
    slugs = {side: _slugs(setup.title, edition) for side, edition in setup.editions}
    equal = {side: [game for game in found if game.rival < 0] for side, found in sides.items()}
    figures = _figures(sides, known, deals, bootstrap)
    return Summary(
        side=_side(games, equal, EDITION, setup, deals),
        base=_side(games, equal, AGAINST, setup, deals) if setup.against else None,
        figures=figures,
        cards=cards_of(equal[EDITION], equal[AGAINST], deals, [slugs.get(side, ()) for side in sides]),
        decides_first=any(game.first >= 0 for game in equal[EDITION]),
        pairs=pairs_of(equal[EDITION], slugs[EDITION]),
        matrices=matrices_of(equal[EDITION], deals, catalog.edition(setup.title, setup.edition).decks),
    )


def _known(setup: Setup, edition: str) -> Known:
    options = catalog.title(setup.title).options_of(catalog.edition(setup.title, edition))
    caps = (option.rule for option in options if option.name.endswith("_cap"))
    cards = catalog.cards(setup.title, edition)
    return Known(len(cards), frozenset(caps), not setup.is_level_stronger)


def _slugs(title: str, edition: str) -> tuple[str, ...]:
    return tuple(card.slug for card in catalog.cards(title, edition))


def _side(
    games: Sequence[GameRecord],
    equal: dict[str, list[GameRecord]],
    side: str,
    setup: Setup,
    deals: Sequence[int],
) -> Side:
    found = equal[side]
    broken = [game for game in games if game.side == side and game.broken]
    return Side(
        games=len(found),
        seats=tuple(share(_seat_sums(found, seat, deals)) for seat in range(setup.seats)),
        turns=tuple(sorted(Counter(game.turns for game in found).items())),
        endings=tuple(sorted(Counter(game.rule for game in found).items())),
        broken=len(broken),
        why=tuple(f"deal {game.deal}: {game.broken}" for game in broken[:SHOWN_BROKEN]),
    )


def _seat_sums(games: Sequence[GameRecord], seat: int, deals: Sequence[int]) -> Sums:
    measure = Measure(f"seat-{seat}", "", "", lambda game, known: (game.points(seat), 1))
    return sums_of(measure, games, Known(0, frozenset()), deals)


def _figures(
    sides: dict[str, list[GameRecord]], known: dict[str, Known], deals: Sequence[int], bootstrap: Bootstrap
) -> tuple[Figure, ...]:
    found, chances = [], {}
    for measure in MEASURES:
        added = {side: sums_of(measure, sides[side], known[side], deals) for side in known}
        intervals = {
            side: share(sums) if measure.is_share else bootstrap.mean(sums) for side, sums in added.items()
        }
        apart = bootstrap.difference(added[EDITION], added[AGAINST]) if AGAINST in added else None
        difference = None
        if apart is not None:
            difference, chance = apart
            is_rare = measure.is_share and _events(*added.values()) < LEAST_EVENTS
            chances[measure.slug] = 1.0 if is_rare else chance
        found.append(Figure(measure.slug, intervals[EDITION], intervals.get(AGAINST), difference))
    rates = dict(zip(chances, corrected(chances.values()), strict=True))
    return tuple(
        Figure(one.slug, one.side, one.base, one.difference, rates.get(one.slug, 1.0)) for one in found
    )


def _events(*sides: Sums) -> float:
    """Return how many games count for a share in all *sides*, or how many don't if that is less."""
    tops = math.fsum(top for side in sides for top in side.tops)
    return min(tops, math.fsum(bottom for side in sides for bottom in side.bottoms) - tops)
