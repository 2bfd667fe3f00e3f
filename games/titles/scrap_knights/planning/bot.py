"""How good a state is for a seat, in HP, for bots. The weights are a player's judgement, checked by play."""

from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.state import DUE, OVER, TOO_HOT, State
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
        winners = winners_of(edition, state)
        return 0.0 if not winners else WIN if seat in winners else -WIN
    return _side(edition, state, seat) - _side(edition, state, 1 - seat)


def heat_place(edition: Edition, heat: int) -> int:
    """Return where that heat stands in a table for the usual limit of 7."""
    return heat * TOO_HOT // edition.too_hot


def link_place(edition: Edition, links: int) -> int:
    """Return where so many link tokens stand in a table for the usual three."""
    return min(links, edition.links_due) * DUE // edition.links_due


def _side(edition: Edition, state: State, seat: int) -> float:
    heat = heat_place(edition, state.heat[seat])
    worth = float(state.hp[seat])
    worth -= HEAT[heat] if heat < len(HEAT) else _TOO_HOT
    worth += LINKS[link_place(edition, state.links[seat])]
    worth += sum([count * value for count, value in zip(state.tokens[seat], _TOKENS, strict=True)])
    worth += _IDLE_BOT * (len(state.bots[seat]) - len(state.used_bots[seat]))
    worth += _TWO * bool(state.two_next[seat] or state.two[seat])
    worth -= _TERROR * bool(state.terror_next[seat] or state.terror[seat])
    worth += _COPY * sum([copy.turns for copy in state.carried if copy.seat == seat])
    return worth + _BARRAGE * state.barrage[seat] + _ACT * len(state.hands[seat])
