"""What a fair player is likely to do, by rules of thumb: build, feed the attacks, buy what is dearest.

The weights are a player's judgement, checked by games against the greedy bot.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.titles.scrapbots.edition import SCRAPBOT, Edition
from games.titles.scrapbots.moves import (
    ActivateComponent,
    AnyMove,
    Attack,
    BuildScrapbot,
    BuyCard,
    EndTurn,
    GainEnergy,
    GainScrap,
    PlayResource,
)
from games.titles.scrapbots.planning.bot import dearest, energy_wanted
from games.titles.scrapbots.state import EMPTY, LANES, State

BUILD = 40.0
RESOURCE, FITTING, UNFITTING = 12.0, 2.0, 0.3  # what it gives besides its text may be needed or not
ATTACK, DEAR_ATTACK = 8.0, 32.0
ACTIVATE = 1.0  # for each Scrap that the Component costs
ENERGY = 3.0  # for each Energy that an attack still needs
SCRAP = 1.2
BUY = 12.0  # the square of the price is divided by it
IDLE = 0.1  # the share that is left where the gain has no use
END = 0.2


class _Turn:
    """What the weights depend on. *lacks:* the Energy that the Ready Scrapbots' attacks still need."""

    def __init__(self, edition: Edition, state: State, seat: int) -> None:
        self.rows = edition.rows
        self.kinds, self.bots = edition.kinds, state.bots[seat * LANES : seat * LANES + LANES]
        self.has_room = EMPTY in self.bots
        self.lacks = energy_wanted(edition, state, seat) - state.energy
        self.is_rich = state.scrap >= dearest(edition, state)

    def build(self, move: BuildScrapbot) -> float:
        return BUILD

    def attack(self, move: Attack) -> float:
        return DEAR_ATTACK if self._is_dear(move) else ATTACK

    def resource(self, move: PlayResource) -> float:
        is_fitting = move.gain != "none" and (move.gain == "energy") == (self.lacks > 0)
        return RESOURCE * (FITTING if is_fitting else UNFITTING)

    def activate(self, move: ActivateComponent) -> float:
        return ACTIVATE * max(1, self.rows[move.card].scrap)

    def energy(self, move: GainEnergy) -> float:
        return ENERGY * (self.rows[move.card].energy if self.lacks > 0 else IDLE)

    def scrap(self, move: GainScrap) -> float:
        is_wanted = self.rows[move.card].type == SCRAPBOT and self.has_room
        return SCRAP * (IDLE if is_wanted else 1.0) * (IDLE if self.is_rich else 1.0)

    def buy(self, move: BuyCard) -> float:
        return max(1, self.rows[move.card].scrap) ** 2 / BUY

    def end(self, move: EndTurn) -> float:
        return END

    def _is_dear(self, attack: Attack) -> bool:
        """Return whether the attack costs more than the Scrapbot's other one."""
        abilities = self.kinds[self.bots[attack.lane]].abilities
        return any(other.energy < abilities[attack.attack].energy for other in abilities)


# By the type of move, what weighs it: a search asks for more weights than for anything else.
_WEIGHING: Mapping[type[AnyMove], Callable[[_Turn, Any], float]] = {
    BuildScrapbot: _Turn.build,
    Attack: _Turn.attack,
    PlayResource: _Turn.resource,
    ActivateComponent: _Turn.activate,
    GainEnergy: _Turn.energy,
    GainScrap: _Turn.scrap,
    BuyCard: _Turn.buy,
    EndTurn: _Turn.end,
}


def weights(edition: Edition, state: State, seat: int, moves: Sequence[AnyMove]) -> list[float]:
    """Return the weight of each of *moves*."""
    turn = _Turn(edition, state, seat)
    return [_WEIGHING[type(move)](turn, move) for move in moves]
