"""What became of each card: who gained and played it, and how often those seats won. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from games.lab.measuring.intervals import ALPHA, Interval, Sums, corrected, difference, mean, share
from games.lab.measuring.measures import sums
from games.lab.measuring.records import GameRecord

SMALL = 30  # fewer seats that used a card say too little to rank it

_GAINED, _PLAYED = 0, 1
_Twins = tuple[GameRecord, GameRecord]


class CardSide(Struct, frozen=True):
    """A card in the games of one edition. A seat uses it by gaining, playing or discarding it.

    *seats:* that used it. *used*, *gained*, *played:* shares of all seats. *unused:* the share of the games
    in which nobody used it. *won:* what the seats won that used it. *effect:* by how much that is more than
    what the others won. *dead:* of the seats that gained it or brought it along, the share that never played
    it. *paired:* by how much more a seat won in the one game of a deal in which it used the card than in the
    other one, in which it didn't. These are None where they come from fewer than 30 seats. *rate*,
    *paired_rate:* the false discovery rates at which the effects count, among those of all cards.
    """

    seats: int
    used: float
    gained: float
    played: float
    unused: float
    won: Interval | None
    effect: Interval | None
    rate: float = 1.0
    dead: Interval | None = None
    paired: Interval | None = None
    paired_rate: float = 1.0

    @property
    def stands_out(self) -> bool:
        return self.effect is not None and self.rate <= ALPHA

    @property
    def stands_out_paired(self) -> bool:
        return self.paired is not None and self.paired_rate <= ALPHA


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
    twins = _twins(games)
    found = {slug: _side(slug, games, twins, deals) for slug in slugs}
    # Together, since a card that stands out by either is said to stand out.
    tested = {
        (slug, at): chance
        for slug, (_, chances) in found.items()
        for at, chance in enumerate(chances)
        if chance is not None
    }
    rates = dict(zip(tested, corrected(tested.values()), strict=True))
    return {
        slug: replace(side, rate=rates.get((slug, 0), 1.0), paired_rate=rates.get((slug, 1), 1.0))
        for slug, (side, _) in found.items()
    }


def _side(
    slug: str, games: Sequence[GameRecord], twins: Sequence[_Twins], deals: Sequence[int]
) -> tuple[CardSide, tuple[float | None, float | None]]:
    """Return a card in *games*, and how likely chance alone makes its effects; None where there is none."""
    seats = sum(len(game.uses) for game in games)
    uses = [found for game in games for one in game.uses if (found := one.get(slug))]
    idle = sum(all(slug not in one for one in game.uses) for game in games)
    those, others = _won(slug, games, deals, True), _won(slug, games, deals, False)
    dead, moved = _dead(slug, games, deals), _moved(slug, twins, deals)
    effect, chance = _enough(difference, those, others)
    paired, paired_chance = _enough(mean, moved)
    side = CardSide(
        seats=len(uses),
        used=len(uses) / seats,
        gained=sum(use[_GAINED] > 0 for use in uses) / seats,
        played=sum(use[_PLAYED] > 0 for use in uses) / seats,
        unused=idle / len(games),
        won=share(those),
        effect=effect,
        dead=share(dead) if math.fsum(dead.bottoms) >= SMALL else None,
        paired=paired,
    )
    return side, (chance, paired_chance)


def _enough(
    figure: Callable[..., tuple[Interval | None, float]], *added: Sums
) -> tuple[Interval | None, float | None]:
    """Return a *figure* and its chance; None where one of the *added* sums comes from fewer than 30 seats."""
    if min(math.fsum(one.bottoms) for one in added) < SMALL:
        return None, None
    return figure(*added)


def _twins(games: Sequence[GameRecord]) -> list[_Twins]:
    """Return the two games of each deal, where both ended."""
    by_deal: dict[int, list[GameRecord]] = {}
    for game in games:
        by_deal.setdefault(game.deal, []).append(game)
    return [(found[0], found[1]) for found in by_deal.values() if len(found) == 2]


def _moved(slug: str, twins: Iterable[_Twins], deals: Sequence[int]) -> Sums:
    """Return what seats won more in the game in which they used a card, where they did in one of the two."""
    added = []
    for one, two in twins:
        for seat, (here, there) in enumerate(zip(one.uses, two.uses, strict=True)):
            if (slug in here) is not (slug in there):
                apart = one.points(seat) - two.points(seat)
                added.append((one.deal, (apart if slug in here else -apart, 1.0)))
    return sums(added, deals)


def _dead(slug: str, games: Sequence[GameRecord], deals: Sequence[int]) -> Sums:
    """Return the seats that never played a card, of those that gained it or brought it along."""
    return _by_seat(games, deals, lambda game, seat: _if_had(slug, game, seat))


def _if_had(slug: str, game: GameRecord, seat: int) -> tuple[float, float]:
    gained, played, _ = game.uses[seat].get(slug, (0, 0, 0))
    if gained or (game.brought and any(slug in cards for cards in game.brought[seat].values())):
        return float(not played), 1
    return 0, 0


def _differences(
    slug: str, games: Sequence[GameRecord], base: Sequence[GameRecord], deals: Sequence[int]
) -> tuple[Interval | None, Interval | None, float]:
    """Return how much more a card is used than in the *base*, how much more it wins, and the chance of it."""
    used, chance = difference(_used(slug, games, deals), _used(slug, base, deals))
    those, before = _won(slug, games, deals, True), _won(slug, base, deals, True)
    if min(math.fsum(those.bottoms), math.fsum(before.bottoms)) < SMALL:
        return used, None, chance
    won, other = difference(those, before)
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
