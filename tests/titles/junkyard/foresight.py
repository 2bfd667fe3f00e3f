"""How often a player is still asked after giving every order that can be given beforehand.

`python -m tests.titles.junkyard.foresight 100` plays that many games of three planning bots.
"""

import sys
from dataclasses import dataclass, field
from typing import Any

from games.engine.chance import FastChance
from games.engine.viewers import seat_viewer
from games.titles.junkyard.decisions.orders import (
    ChargePolicy,
    GiveAt,
    SalvageAt,
    SalvagePolicy,
    ScrapPolicy,
    ShuffleAt,
    TrashPolicy,
    TurnAt,
)
from games.titles.junkyard.moves import (
    ChargeWith,
    SalvageFrom,
    ScrapCard,
    SetProgram,
    ShufflePile,
    TrashCard,
    TurnTo,
)
from games.titles.junkyard.planning import planner
from games.titles.junkyard.title import TITLE

GAME = TITLE.newest.game
SEATS = 3
POLICIES = (
    ScrapPolicy("highest"),
    TrashPolicy("lowest"),
    ChargePolicy("lowest-value"),
    SalvagePolicy("highest"),
    SalvagePolicy("largest"),
)


@dataclass
class Count:
    """*rounds:* of all players together. *choices:* those that came up. *asked:* those that no order settled.

    *quiet:* rounds of a player without any. *by_type:* what was asked.
    """

    games: int = 0
    rounds: int = 0
    choices: int = 0
    asked: int = 0
    quiet: int = 0
    by_type: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.rounds} rounds of a player: {self.choices / self.rounds:.2f} choices "
            f"in a round, {self.asked / self.rounds:.3f} asked; in {self.quiet / self.rounds:.1%} of the "
            f"rounds none; {self.by_type}"
        )


def measure(games: int, policies: tuple[Any, ...] = ()) -> Count:
    """Play *games* games in which all players order what they plan, and then *policies*."""
    count = Count()
    for seed in range(games):
        _play(seed, policies, count)
        count.games += 1
    return count


def _play(seed: int, policies: tuple[Any, ...], count: Count) -> None:
    chance = FastChance(seed)
    state, _ = GAME.new(GAME.options_type(), SEATS, chance)
    orders: list[list[Any]] = [[] for _ in range(SEATS)]
    asked = [0] * SEATS
    number = 0
    while to_act := GAME.to_act(state):
        if state.round != number:
            count.quiet += asked.count(0) if number else 0
            count.rounds += SEATS
            asked, number = [0] * SEATS, state.round
        seat = to_act[0]
        view = GAME.view(state, seat_viewer(seat))
        move = None
        if view.phase == "resolving":
            count.choices += 1
            preferred = [GAME.follow(state, seat, order) for order in (*orders[seat], *policies)]
            move = next((move for move in preferred if move is not None), None)
            if move is None:
                asked[seat] += 1
                count.asked += 1
                kind = view.resolving.choice
                count.by_type[kind] = count.by_type.get(kind, 0) + 1
        if move is None:
            table = GAME.resample(view, chance)
            move = GAME.advise(table, seat) or GAME.legal(state, seat)[0]
            if move == SetProgram("done"):
                orders[seat] = _orders(planner.plan(GAME.rules, table, seat), view.round)
        GAME.apply(state, seat, move, chance)
    count.quiet += asked.count(0)


def _orders(plan: planner.Plan, number: int) -> list[Any]:
    """Return the choices of a plan as standing orders."""
    found: list[Any] = []
    for (register, step), move in plan.choices:
        match move:
            case TurnTo(side):
                found.append(TurnAt(number, register, step, side))
            case SalvageFrom(pile):
                found.append(SalvageAt(number, register, step, pile))
            case ShufflePile(pile):
                found.append(ShuffleAt(number, register, step, pile))
            case ScrapCard(place) | TrashCard(place) | ChargeWith(place):
                found.append(GiveAt(number, register, step, place))
    return found


if __name__ == "__main__":
    wanted = int(sys.argv[1])
    print("orders for what was planned:", measure(wanted))
    print("and policies after them:", measure(wanted, POLICIES))
