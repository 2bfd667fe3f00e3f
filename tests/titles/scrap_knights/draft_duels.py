"""Duels of drafts with mechs that have as many of the changed and new cards as possible."""

from collections.abc import Collection
from typing import Any

from games.engine.chance import FastChance
from games.engine.drafting import Changes
from games.titles.scrap_knights.box import BOT, TEST, ULT
from games.titles.scrap_knights.decisions import building
from games.titles.scrap_knights.decks.deck import Deck, is_legal, make_deck, random_deck
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.moves import SetReady
from games.titles.scrap_knights.state import ACT, BUILD
from games.titles.scrap_knights.title import TITLE
from tests.conformance.checks import check_end, check_events, check_table
from tests.conformance.drafts import case_of, read
from tests.conformance.moves import conceivable

OTHERS = 20  # of the conceivable moves, those that are tried in vain at a table
CLOSELY = 3  # tables of a duel that are looked at closely, besides those in the ACT phase
BOUND = 5000  # moves


def play_drafted(changes: Changes, number: int) -> bool:
    """Play a duel of the draft to its end under all invariants; return False if the draft is refused."""
    info = read(TITLE, TITLE.newest.slug, changes)
    if info is None:
        return False
    game: Any = info.game
    edition, case, chance = game.rules, case_of(TITLE, info), FastChance(number)
    others = conceivable(case)
    others = others[:: max(1, len(others) // OTHERS)]
    drafted = {*changes.cards, *(card.slug for card in changes.new)}
    state, _ = game.new(game.options_type(turn_cap=30), 2, chance)
    for seat in (0, 1):
        building.lay_draft(edition, state, seat, _deck(edition, drafted, chance))
        game.apply(state, seat, SetReady("ready"), chance)
    state.links = [edition.links_due] * 2
    looked = moves = 0
    while to_act := game.to_act(state):
        if moves == number % 20 or (state.phase not in (ACT, BUILD) and looked < CLOSELY):
            looked += 1
            check_table(case, state, FastChance(number), others)
        seat = chance.pick(to_act, "seat")
        events = game.apply(state, seat, chance.pick(_cool(game, state, seat), "move"), chance)
        if looked < CLOSELY:
            check_events(case, events)
        assert TITLE.census(state) == [0, 0, 0, 0], "cards were lost or doubled"
        assert 0 <= state.distance <= edition.most_distance
        moves += 1
        assert moves < BOUND, "the duel doesn't end"
    check_end(case, state)
    return True


def _deck(edition: Edition, wanted: Collection[str], chance: FastChance) -> Deck:
    """Return a legal deck with the *wanted* cards, as far as there is room."""
    deck, pool = random_deck(chance, edition.pool), edition.pool
    kinds = [pool.kind(slug) for slug in wanted if slug in pool.places]
    chance.shuffle(kinds, "wanted")
    ults = [kind.slug for kind in kinds if kind.kind == ULT and kind.slug not in pool.prep_sizes]
    ult = ults[0] if ults and deck.ult not in pool.prep_sizes else deck.ult
    acts = [kind.slug for kind in kinds if kind.is_act and (ult != TEST or kind.slug not in deck.prep)]
    bots = [kind.slug for kind in kinds if kind.kind == BOT]
    acts = [*acts, *(act for act in deck.acts if act not in acts)][: pool.hand]
    bots = [*bots, *(bot for bot in deck.bots if bot not in bots)][: pool.bot_count]
    made = make_deck(acts, ult, bots, deck.prep, pool)
    assert is_legal(made, pool)
    return made


def _cool(game: Any, state: Any, seat: int) -> list[Any]:
    """Return the legal moves that keep the seat cool; all of them when there is none."""
    moves, edition = game.legal(state, seat), game.rules
    if state.phase != ACT:
        return list(moves)
    return [move for move in moves if state.heat[seat] + _heat(edition, move) < edition.too_hot - 1] or moves


def _heat(edition: Edition, move: Any) -> int:
    act = getattr(move, "act", None)
    if not act:
        return 0
    kind = edition.kinds[edition.number[act]]
    return kind.heat + kind.overcharge * getattr(move, "overcharge", False)
