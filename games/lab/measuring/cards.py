"""What became of each card: who gained and played it, and how often those seats won. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msgspec import Struct

from games.lab.measuring.intervals import (
    Interval,
    Sums,
    corrected,
    likely,
    quantile,
    residuals,
    share,
    spread,
)
from games.lab.measuring.measures import sums
from games.lab.measuring.records import GameRecord

SMALL = 30  # fewer seats that used a card say too little to rank it

_GAINED, _PLAYED = 0, 1


class CardSide(Struct, frozen=True):
    """A card in the games of one edition. A seat uses it by gaining, playing or discarding it.

    *seats:* that used it. *used*, *gained*, *played:* shares of all seats. *unused:* the share of the games
    in which nobody used it. *won:* what the seats won that used it. *effect:* by how much that is more than
    what the others won; None where there are fewer than 30 of either. *rate:* the false discovery rate at
    which the effect counts, among all cards.
    """

    seats: int
    used: float
    gained: float
    played: float
    unused: float
    won: Interval | None
    effect: Interval | None
    rate: float = 1.0


class CardFigures(Struct, frozen=True):
    """A card on both sides; None where an edition doesn't have it, or where there is only one side.

    *used:* by how much more seats use it than in the base. *won:* by how much more these seats win. *rate:*
    the false discovery rate at which the larger of the two counts.
    """

    slug: str
    side: CardSide | None
    base: CardSide | None = None
    used: Interval | None = None
    won: Interval | None = None
    rate: float = 1.0


def cards_of(
    games: Sequence[GameRecord],
    base: Sequence[GameRecord],
    deals: Sequence[int],
    slugs: Sequence[Sequence[str]],
) -> tuple[CardFigures, ...]:
    """Return what became of every card, those with enough uses first, the most winning at the top.

    *games*, *base:* those among equals. *slugs:* the cards of both editions.
    """
    sides = [_sides(found, deals, known) for found, known in zip((games, base), slugs, strict=True)]
    compared = {slug for slug in sides[0] if slug in sides[1]}
    differences = {slug: _differences(slug, games, base, deals) for slug in sorted(compared)}
    rates = dict(zip(differences, corrected(one[2] for one in differences.values()), strict=True))
    found = []
    for slug in dict.fromkeys([*sides[0], *sides[1]]):
        used, won, _ = differences.get(slug, (None, None, 1.0))
        side, other = sides[0].get(slug), sides[1].get(slug)
        found.append(CardFigures(slug, side, other, used, won, rates.get(slug, 1.0)))
    return tuple(sorted(found, key=_rank))


def _rank(card: CardFigures) -> tuple[bool, float]:
    """Return the place of a card: those with enough uses come first; the others keep the order of the box."""
    side = card.side or card.base
    if side is None or side.won is None or side.seats < SMALL:
        return True, 0.0
    return False, -side.won.value


def _sides(games: Sequence[GameRecord], deals: Sequence[int], slugs: Sequence[str]) -> dict[str, CardSide]:
    if not games:
        return {}
    found = {slug: _side(slug, games, deals) for slug in slugs}
    rates = corrected(chance for _, chance in found.values())
    return {
        slug: CardSide(**{name: getattr(side, name) for name in side.__struct_fields__[:-1]}, rate=rate)
        for (slug, (side, _)), rate in zip(found.items(), rates, strict=True)
    }


def _side(slug: str, games: Sequence[GameRecord], deals: Sequence[int]) -> tuple[CardSide, float]:
    """Return a card in *games*, and how likely chance alone makes its effect."""
    seats = sum(len(game.uses) for game in games)
    uses = [found for game in games for one in game.uses if (found := one.get(slug))]
    idle = sum(all(slug not in one for one in game.uses) for game in games)
    those, others = _won(slug, games, deals, True), _won(slug, games, deals, False)
    effect, chance = None, 1.0
    if min(len(uses), seats - len(uses)) >= SMALL:
        effect, chance = _apart(those, others)
    side = CardSide(
        seats=len(uses),
        used=len(uses) / seats,
        gained=sum(use[_GAINED] > 0 for use in uses) / seats,
        played=sum(use[_PLAYED] > 0 for use in uses) / seats,
        unused=idle / len(games),
        won=share(those),
        effect=effect,
    )
    return side, chance


def _differences(
    slug: str, games: Sequence[GameRecord], base: Sequence[GameRecord], deals: Sequence[int]
) -> tuple[Interval | None, Interval | None, float]:
    """Return how much more a card is used than in the *base*, how much more it wins, and the chance of it."""
    used, chance = _apart(_used(slug, games, deals), _used(slug, base, deals))
    those, before = _won(slug, games, deals, True), _won(slug, base, deals, True)
    if min(math.fsum(those.bottoms), math.fsum(before.bottoms)) < SMALL:
        return used, None, chance
    won, other = _apart(those, before)
    return used, won, min(1.0, 2 * min(chance, other))


def _won(slug: str, games: Sequence[GameRecord], deals: Sequence[int], did_use: bool) -> Sums:
    """Return what the seats won that used a card, or those that did not."""
    return _by_seat(games, deals, lambda game, seat: _if((slug in game.uses[seat]) is did_use, game, seat))


def _if(counts: bool, game: GameRecord, seat: int) -> tuple[float, float]:
    return (game.points(seat), 1) if counts else (0, 0)


def _used(slug: str, games: Sequence[GameRecord], deals: Sequence[int]) -> Sums:
    return _by_seat(games, deals, lambda game, seat: (float(slug in game.uses[seat]), 1))


def _by_seat(
    games: Sequence[GameRecord],
    deals: Sequence[int],
    adds: Callable[[GameRecord, int], tuple[float, float]],
) -> Sums:
    return sums(((game.deal, adds(game, seat)) for game in games for seat in range(len(game.uses))), deals)


def _apart(one: Sums, other: Sums) -> tuple[Interval | None, float]:
    """Return by how much *one* figure is above the *other*, on the same deals, and the chance of that."""
    value, less = one.value, other.value
    if value is None or less is None:
        return None, 1.0
    deals = sum(bool(here or there) for here, there in zip(one.bottoms, other.bottoms, strict=True))
    moved = [here - there for here, there in zip(residuals(one), residuals(other), strict=True)]
    error, apart = spread(moved, deals), value - less
    if math.isinf(error):
        return None, 1.0
    half = quantile(deals - 1) * error
    return Interval(apart, apart - half, apart + half), likely(apart, error, deals)
