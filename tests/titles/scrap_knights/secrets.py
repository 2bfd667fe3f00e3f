"""What is hidden in Scrap Knights, said without the view: hands, prep decks, drafts, secret decisions.

Everybody knows the ACTs that were shown since, those set aside and discarded, and after a look into a hand
its two players know all of that.
"""

from games.engine.chance import Chance
from games.engine.viewers import Viewer
from games.titles.scrap_knights.box import ACTS, ATTACKS, PLACES, PREP_SIZES, TAS_CUSTOM
from games.titles.scrap_knights.decks.deck import random_deck
from games.titles.scrap_knights.decks.ready_made import MECHS
from games.titles.scrap_knights.state import (
    ACT,
    BOT_WINDOW,
    BUILD,
    READY_MADE,
    TOKENS,
    ULT_CHOICES,
    Planned,
    State,
    at_work,
    set_aside,
)
from games.titles.scrap_knights.title import EDITION
from tests.conformance.cases import Rare
from tests.titles.scrap_knights.players import careful_move
from tests.titles.scrap_knights.table import due_table

_ACTS = [PLACES[slug] for slug in ACTS]
_ATTACKS = [PLACES[slug] for slug in ATTACKS]
_TAS_CUSTOM = PLACES[TAS_CUSTOM]
_PREPARED = [PLACES[ult] for ult in PREP_SIZES]

# Mechs that seldom burn, with ULTs that trigger soon: every pair of ready-made ones.
RARE = Rare(games=144, start=due_table, choose=careful_move)


def swap_hidden(state: State, viewer: Viewer, chance: Chance) -> None:
    """Exchange in *state* what *viewer* can't see."""
    for seat in (0, 1):
        if seat == viewer.seat:
            continue
        if state.phase == BUILD:
            _swap_draft(state, seat, chance)
        else:
            _swap_cards(state, seat, viewer, chance)
            _swap_plans(state, seat, chance)


def _swap_draft(state: State, seat: int, chance: Chance) -> None:
    """Let the seat have put another mech together; what is ready is a whole one."""
    deck = chance.pick(MECHS, "swap").deck if state.decks == READY_MADE else random_deck(chance)
    state.drafts[seat] = sorted(PLACES[card] for card in (*deck.acts, deck.ult, *deck.bots))
    state.draft_preps[seat] = sorted(PLACES[card] for card in deck.prep)


def _swap_cards(state: State, seat: int, viewer: Viewer, chance: Chance) -> None:
    """Let the seat hold other ACTs, and have prepared others, as far as nobody saw them."""
    seen = [*state.known[seat], *([] if viewer.is_spectator else state.peeked[seat])]
    elsewhere = {*seen, *at_work(state, seat), *set_aside(state, seat), *state.gone[seat]}
    hides_prep = not state.preps_shown[seat] and state.ults[seat] in _PREPARED
    is_tas = state.ults[seat] == _TAS_CUSTOM
    if not is_tas and not hides_prep:
        elsewhere.update(state.preps[seat])
    unseen = [act for act in _ACTS if act not in elsewhere]
    chance.shuffle(unseen, "swap")
    missing = len(state.hands[seat]) - len(seen)
    state.hands[seat] = sorted([*seen, *(unseen.pop() for _ in range(missing))])
    if viewer.is_spectator:
        state.peeked[seat] = []
    if hides_prep:
        pool = _ATTACKS[:] if is_tas else unseen
        if is_tas:
            chance.shuffle(pool, "swap")
        state.preps[seat] = sorted(pool.pop() for _ in state.preps[seat])


def _swap_plans(state: State, seat: int, chance: Chance) -> None:
    """Let the seat have decided otherwise."""
    if state.phase == ACT and state.hands[seat] and (state.done[seat] or state.two[seat]):
        acts = state.hands[seat][:]
        chance.shuffle(acts, "swap")
        ways = [chance.pick(EDITION.moves_of[act], "swap") for act in acts[:1]]
        state.chosen[seat] = [EDITION.way_of_move[way] for way in ways]
    elif state.phase == BOT_WINDOW:
        armed = [one for one in state.armed[seat] if EDITION.kinds[one.bot].slug != "ad-chain"]
        state.planned[seat] = [
            Planned(one.bot, EDITION.kinds[one.bot].directions, -1) for one in armed if chance.coin("swap")
        ]
    elif state.phase == TOKENS:
        state.spending[seat] = [chance.below(count + 1, "swap") for count in state.tokens[seat]]
    elif state.phase == ULT_CHOICES and not state.done[1 - seat]:
        state.over_ult[seat] = chance.below(2, "swap")
        state.shuffling[seat] = [act for act in state.hands[seat] if chance.coin("swap")]
