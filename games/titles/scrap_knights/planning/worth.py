"""How good a state is for a seat, in HP, for bots that search. It sees more than `bot.evaluate`: what can be
struck with from where the mechs stand, and what an ULT would do.

The figures were fitted to who won some 2,800 games of bots, then rounded.
"""

from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.planning.bot import evaluate, heat_place, link_place
from games.titles.scrap_knights.planning.outcomes import reach
from games.titles.scrap_knights.state import BLITZ, DUE, OVER, State

# What an ULT is worth when it triggers, in HP.
ULTS = {
    "1000-cuts": 3.5,
    "big-tuna-kahuna": 6.0,
    "eraser-las": 2.5,
    "heatsink-blade": 7.5,
    "mechromancers-siphon": 1.5,
    "missile-barrage": 4.0,
    "nanomech-lance": 3.5,
    "orbital-lobotomy": 8.0,
    "plummet-buster": 4.5,
    "tas-custom": 6.0,
    "test": 1.5,
    "wavedash-crash": 5.0,
}
ULT = 4.5  # of a draft
NEAR = (0.0, 0.12, 0.4, 0.9)  # the share of it, by link tokens

_HEAT = (0.0, 0.1, 0.4, 0.65, 1.15, 2.0, 3.8)  # what it costs, by amount
_TOO_HOT = 12.0
_WEAK = ((3, 0.8), (6, 0.5))  # what it costs to have few HP
_TOKENS = (0.55, 0.35, 0.4)  # Frame Advantage, Armored, Blitz
_BOTS = {"md-close": 0.85, "sd-terror": 0.0}
_BOT = 0.45
_COPY, _TERROR, _TWO, _BARRAGE = 1.3, 0.7, 0.3, 2.0
_BEST, _SECOND = 0.65, 0.4  # of the damage of the Attacks that deal most from here
_FINISH = 1.4  # when one of them would end it
_ACT = 0.3  # an ACT more in hand


def worth(edition: Edition, state: State, seat: int) -> float:
    """Return how far *seat* is ahead."""
    if state.phase == OVER:
        return evaluate(edition, state, seat)
    return _side(edition, state, seat) - _side(edition, state, 1 - seat)


def _side(edition: Edition, state: State, seat: int) -> float:
    heat, slugs = heat_place(edition, state.heat[seat]), edition.slugs
    points = float(state.hp[seat]) - sum([cost for hp, cost in _WEAK if state.hp[seat] <= hp])
    points -= _HEAT[heat] if heat < len(_HEAT) else _TOO_HOT
    points += ULTS.get(slugs[state.ults[seat]], ULT) * NEAR[link_place(edition, state.links[seat])]
    for count, token in zip(state.tokens[seat], _TOKENS, strict=True):
        points += min(count, DUE) * token
    used = state.used_bots[seat]
    points += sum([_BOTS.get(slugs[bot], _BOT) for bot in state.bots[seat] if bot not in used])
    points += (
        _TWO * bool(state.two[seat])
        - _TERROR * bool(state.terror[seat])
        + _BARRAGE * (state.barrage[seat] > 0)
    )
    points += _COPY * sum([copy.turns for copy in state.carried if copy.seat == seat])
    return points + _attacks(edition, state, seat) + _ACT * len(state.hands[seat])


def _attacks(edition: Edition, state: State, seat: int) -> float:
    """Return what the Attacks of the hand are worth at this distance."""
    place, best, second = state.distance, 0, 0
    for act in state.hands[seat]:
        dealt = reach(edition, act)[place]
        if dealt > best:
            best, second = dealt, best
        elif dealt > second:
            second = dealt
    more = edition.blitz_damage if best and state.tokens[seat][BLITZ] else 0
    finish = _FINISH if best + more >= state.hp[1 - seat] else 0.0
    return _BEST * best + _SECOND * second + finish
