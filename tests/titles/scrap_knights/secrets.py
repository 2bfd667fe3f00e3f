"""What is hidden in Scrap Knights, said without the view: hands, prep decks, drafts, secret decisions.

Everybody knows the ACTs that were shown since, those set aside and discarded, and after a look into a hand
its two players know all of that.
"""

from typing import Any

from games.engine.chance import Chance
from games.engine.viewers import Viewer
from games.titles.scrap_knights.box import PREP_SIZES, TAS_CUSTOM
from games.titles.scrap_knights.decks.deck import random_deck
from games.titles.scrap_knights.edition import Edition
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
from games.titles.scrap_knights.title import TITLE
from tests.conformance.cases import Rare
from tests.titles.scrap_knights.players import careful_move
from tests.titles.scrap_knights.table import due_table

# Mechs that seldom burn, with ULTs that trigger soon: every pair of ready-made ones.
RARE = Rare(games=144, start=due_table, choose=careful_move)


def swap_hidden(state: State, viewer: Viewer, chance: Chance) -> None:
    """Exchange in *state* what *viewer* can't see."""
    swap_hidden_of(TITLE.newest.game, state, viewer, chance)


def swap_hidden_of(game: Any, state: State, viewer: Viewer, chance: Chance) -> None:
    """Do the same in a match of *game*, which may have other cards."""
    edition: Edition = game.rules
    for seat in (0, 1):
        if seat == viewer.seat:
            continue
        if state.phase == BUILD:
            _swap_draft(edition, state, seat, chance)
        else:
            _swap_cards(edition, state, seat, viewer, chance)
            _swap_plans(edition, state, seat, chance)


def _swap_draft(edition: Edition, state: State, seat: int, chance: Chance) -> None:
    """Let the seat have put another mech together; what is ready is a whole one."""
    is_ready_made = state.decks == READY_MADE
    deck = chance.pick(edition.mechs, "swap").deck if is_ready_made else random_deck(chance, edition.pool)
    state.drafts[seat] = sorted(edition.numbers((*deck.acts, deck.ult, *deck.bots)))
    state.draft_preps[seat] = sorted(edition.numbers(deck.prep))


def _swap_cards(edition: Edition, state: State, seat: int, viewer: Viewer, chance: Chance) -> None:
    """Let the seat hold other ACTs, and have prepared others, as far as nobody saw them."""
    seen = [*state.known[seat], *([] if viewer.is_spectator else state.peeked[seat])]
    elsewhere = {*seen, *at_work(state, seat), *set_aside(state, seat), *state.gone[seat]}
    ult = edition.name(state.ults[seat])
    hides_prep = not state.preps_shown[seat] and ult in PREP_SIZES
    is_tas = ult == TAS_CUSTOM
    if not is_tas and not hides_prep:
        elsewhere.update(state.preps[seat])
    unseen = [act for act in edition.acts if act not in elsewhere]
    chance.shuffle(unseen, "swap")
    missing = len(state.hands[seat]) - len(seen)
    state.hands[seat] = sorted([*seen, *(unseen.pop() for _ in range(missing))])
    if viewer.is_spectator:
        state.peeked[seat] = []
    if hides_prep:
        pool = edition.numbers(edition.pool.attacks) if is_tas else unseen
        if is_tas:
            chance.shuffle(pool, "swap")
        state.preps[seat] = sorted(pool.pop() for _ in state.preps[seat])


def _swap_plans(edition: Edition, state: State, seat: int, chance: Chance) -> None:
    """Let the seat have decided otherwise."""
    if state.phase == ACT and state.hands[seat] and (state.done[seat] or state.two[seat]):
        acts = state.hands[seat][:]
        chance.shuffle(acts, "swap")
        ways = [chance.pick(edition.moves_of[act], "swap") for act in acts[:1]]
        state.chosen[seat] = [edition.way_of_move[way] for way in ways]
    elif state.phase == BOT_WINDOW:
        armed = [one for one in state.armed[seat] if not edition.kinds[one.bot].copies_attack]
        state.planned[seat] = [
            Planned(one.bot, edition.kinds[one.bot].directions, -1) for one in armed if chance.coin("swap")
        ]
    elif state.phase == TOKENS:
        state.spending[seat] = [chance.below(count + 1, "swap") for count in state.tokens[seat]]
    elif state.phase == ULT_CHOICES and not state.done[1 - seat]:
        state.over_ult[seat] = chance.below(2, "swap")
        state.shuffling[seat] = [act for act in state.hands[seat] if chance.coin("swap")]
