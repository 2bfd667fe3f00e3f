"""The dice: who plays first, and how many peeks there are. Every roll is recorded as an event.

Also which draws of chance the whole game makes.
"""

from collections.abc import Sequence
from typing import Literal

from games.engine.chance import Chance
from games.engine.draws import Draws
from games.engine.events import Event
from games.titles.scrapyard import events as ev
from games.titles.scrapyard.edition import Edition, Figures
from games.titles.scrapyard.state import TYPES, State

ORDER_DICE = 2
Purpose = Literal["order", "order-again", "peeks", "first"]


def draws_of(edition: Edition) -> Draws:
    """Return the draws of *edition*; see `games.engine.draws`."""
    return Draws(
        deal=(
            ("shuffle", "field", len(edition.deck)),
            ("seats", (("shuffle", "tiles:{n}", len(TYPES)),)),
        ),
        events={"dice-rolled": (("dice", "die:{purpose}:{seat}", edition.figures.dice_sides, "dice"),)},
    )


def roll_order(figures: Figures, state: State, chance: Chance, events: list[Event]) -> list[int]:
    """Return the seats in the order of this round. *Source:* `scrapyard:order-1`, `scrapyard:order-2`."""
    order = _ranked(figures.dice_sides, state, range(state.seats), "order", chance, events)
    events.append(ev.OrderSet("order-1", -1, tuple(order)))
    return order


def roll_peeks(figures: Figures, state: State, chance: Chance, events: list[Event]) -> int:
    """Return how many peeks every player has this round. *Source:* `scrapyard:peeks-1`."""
    number, sides = figures.peek_dice, figures.dice_sides
    return _roll(state, state.order[0], number, sides, "peeks", "peeks-1", chance, events)


def roll_first(
    figures: Figures, state: State, cubes: Sequence[int], chance: Chance, events: list[Event]
) -> int:
    """Return who collects first: the seat with most cubes on the field, with dice to break a tie.

    *Source:* `scrapyard:first-1`, `scrapyard:first-2`.
    """
    tied = [seat for seat in range(state.seats) if cubes[seat] == max(cubes)]
    while len(tied) > 1:
        rolled = [
            _roll(state, seat, 1, figures.dice_sides, "first", "first-1", chance, events) for seat in tied
        ]
        tied = [seat for seat, total in zip(tied, rolled, strict=True) if total == max(rolled)]
    return tied[0]


def _ranked(
    sides: int, state: State, seats: Sequence[int], purpose: Purpose, chance: Chance, events: list[Event]
) -> list[int]:
    """Return *seats* with the highest roll first; tied seats roll again."""
    rule = "order-1" if purpose == "order" else "order-2"
    totals = {seat: _roll(state, seat, ORDER_DICE, sides, purpose, rule, chance, events) for seat in seats}
    ranked: list[int] = []
    for total in sorted(set(totals.values()), reverse=True):
        group = [seat for seat in seats if totals[seat] == total]
        ranked += group if len(group) == 1 else _ranked(sides, state, group, "order-again", chance, events)
    return ranked


def _roll(
    state: State,
    seat: int,
    number: int,
    sides: int,
    purpose: Purpose,
    rule: str,
    chance: Chance,
    events: list[Event],
) -> int:
    dice = tuple(chance.below(sides, f"die:{purpose}:{seat}") + 1 for _ in range(number))
    state.dice += [seat, *dice, *[0] * (2 - number)]
    events.append(ev.DiceRolled(rule, seat, dice, purpose))
    return sum(dice)
