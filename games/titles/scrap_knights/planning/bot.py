"""How good a state is for a seat, in HP, for bots. The weights are a player's judgement, checked by play."""

from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.state import DUE, OVER, State
from games.titles.scrap_knights.turns.outcome import winners_of

WIN = 30.0

# What heat costs, by amount: it limits what can be done, and 7 loses the game.
HEAT = (0.0, 0.15, 0.35, 0.65, 1.1, 2.0, 3.4)
_TOO_HOT = 12.0
_TOKENS = (0.5, 0.5, 0.9)  # Frame Advantage, Armored, Blitz
LINKS = (0.0, 0.7, 1.4, 3.1)  # by link tokens
_IDLE_BOT = 0.9
_COPY, _TERROR, _TWO, _BARRAGE = 1.2, 1.5, 1.0, 1.2
_ACT = 0.5  # an ACT more in hand


def evaluate(edition: Edition, state: State, seat: int) -> float:
    """Return how far *seat* is ahead."""
    if state.phase == OVER:
        winners = winners_of(state)
        return 0.0 if not winners else WIN if seat in winners else -WIN
    return _side(state, seat) - _side(state, 1 - seat)


def _side(state: State, seat: int) -> float:
    heat, links = state.heat[seat], state.links[seat]
    worth = float(state.hp[seat])
    worth -= HEAT[heat] if heat < len(HEAT) else _TOO_HOT
    worth += LINKS[min(links, DUE)]
    worth += sum([count * value for count, value in zip(state.tokens[seat], _TOKENS, strict=True)])
    worth += _IDLE_BOT * (len(state.bots[seat]) - len(state.used_bots[seat]))
    worth += _TWO * (state.two_next[seat] or state.two[seat])
    worth -= _TERROR * (state.terror_next[seat] or state.terror[seat])
    worth += _COPY * sum([copy.turns for copy in state.carried if copy.seat == seat])
    return worth + _BARRAGE * state.barrage[seat] + _ACT * len(state.hands[seat])
