"""Made-up games, of which it is known what makes seats win and what makes them use a card."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.lab.measuring.records import Brought, GameRecord

CARDS = tuple(f"card-{number}" for number in range(12))


def record(deal: int, turned: bool, winner: int, *uses: str, brought: tuple[Brought, ...] = ()) -> GameRecord:
    """Return a game in which each seat used the cards that *uses* names, separated by spaces."""
    seats = tuple(dict.fromkeys(named.split(), (1, 1, 0)) for named in uses)
    return GameRecord("edition", deal, turned, winners=(winner,), uses=seats, brought=brought)


def games(
    seed: int,
    deals: int,
    *,
    luck: float = 0.0,
    wins: float = 0.0,
    draws: float = 0.0,
    cards: Sequence[str] = CARDS,
) -> list[GameRecord]:
    """Return the two games of each deal. Seats with long games use more of every card.

    *luck:* how much a good deal makes a seat win and use the first card, in both games of the deal. *wins:*
    how much the first card itself makes it win. *draws:* how often the second card brings the third along.
    """
    chance, found = random.Random(seed), []
    for deal in range(deals):
        good = chance.randrange(2)
        for turned in (False, True):
            length = chance.uniform(0.2, 0.8)
            seats = [_used(chance, length, luck if seat == good else -luck, draws, cards) for seat in (0, 1)]
            edge = wins * ((cards[0] in seats[0]) - (cards[0] in seats[1]))
            first = chance.random() < 0.5 + (luck if good == 0 else -luck) + edge
            found.append(record(deal, turned, 0 if first else 1, *map(" ".join, seats)))
    return found


def _used(chance: random.Random, length: float, luck: float, draws: float, cards: Sequence[str]) -> list[str]:
    used = [card for at, card in enumerate(cards) if chance.random() < length + (luck if at == 0 else 0)]
    if cards[1] in used and cards[2] not in used and chance.random() < draws:
        used.append(cards[2])
    return used
