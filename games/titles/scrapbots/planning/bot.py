"""The evaluation of a state for a seat, in points, for bots that look ahead.

One point is worth about one Scrap. The weights are a player's judgement, checked by games against the
random bot.
"""

from games.titles.scrapbots.edition import COMPONENT, RESOURCE, SCRAPBOT, Edition
from games.titles.scrapbots.state import EMPTY, LANES, RUNNING, WOUND, State, wounds_of

WIN = 10_000.0
WOUND_POINTS = 6.0
WORN = 0.6  # the share of its value that a Scrapbot loses with its last Health
READY_SHARE = 0.15
SCRAP_POINT = 0.35
ENERGY_POINT = 0.45
SPARE_ENERGY_POINT = 0.02
OWNED = {SCRAPBOT: 0.75, COMPONENT: 0.55, RESOURCE: 0.5}
IN_PLAY = 1.9
PRIMED = 3.0


def evaluate(edition: Edition, state: State, seat: int) -> float:
    """Return how far *seat* is ahead; cards in hand count only as owned cards."""
    mine, theirs = wounds_of(state, seat), wounds_of(state, 1 - seat)
    if state.ending != RUNNING:
        return WIN * ((theirs > mine) - (theirs < mine))
    points = (theirs - mine) * WOUND_POINTS
    points += _side(edition, state, seat) - _side(edition, state, 1 - seat)
    pools = _pools(edition, state)
    return points + (pools if state.active == seat else -pools)


def _side(edition: Edition, state: State, seat: int) -> float:
    points = 0.0
    for slot in range(seat * LANES, seat * LANES + LANES):
        kind = state.bots[slot]
        if kind != EMPTY:
            row = edition.kinds[kind]
            worth = row.scrap * IN_PLAY
            points += worth * (1 - WORN * min(1.0, state.damage[slot] / row.health))
            points += worth * READY_SHARE * state.ready[slot] + PRIMED * state.primed[slot]
    for pile in (state.hands[seat], state.decks[seat], state.discards[seat]):
        for kind in pile:
            if kind != WOUND:
                row = edition.kinds[kind]
                points += row.scrap * OWNED[row.type]
    return points


def _pools(edition: Edition, state: State) -> float:
    """Return the value of unspent Scrap and Energy, by what they can still pay for this turn."""
    points = SCRAP_POINT * min(state.scrap, dearest(edition, state))
    useful = min(state.energy, energy_wanted(edition, state, state.active))
    return points + ENERGY_POINT * useful + SPARE_ENERGY_POINT * (state.energy - useful)


def dearest(edition: Edition, state: State) -> int:
    """Return the price of the dearest card in the Market, in Scrap; 0 if it is empty."""
    kinds = edition.kinds
    return max([kinds[kind].scrap for kind in state.market if kind != EMPTY], default=0)


def energy_wanted(edition: Edition, state: State, seat: int) -> int:
    """Return the Energy that the dearer attacks of the seat's Ready Scrapbots cost."""
    wanted = 0
    for slot in range(seat * LANES, seat * LANES + LANES):
        if state.ready[slot]:
            wanted += edition.kinds[state.bots[slot]].most_energy * (1 + state.primed[slot])
    return wanted
