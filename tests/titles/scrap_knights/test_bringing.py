"""From the mech one has put together so far to the one that was saved, in moves."""

from typing import get_args

import pytest

from games.engine.chance import FastChance
from games.engine.errors import IllegalMove
from games.engine.viewers import SPECTATOR, seat_viewer
from games.titles.scrap_knights.decks.builder import lists_of
from games.titles.scrap_knights.decks.deck import EMPTY, random_deck
from games.titles.scrap_knights.decks.ready_made import MECHS
from games.titles.scrap_knights.moves import MechSlug, PutBack, SetReady, TakeCard
from games.titles.scrap_knights.title import TITLE
from tests.table import ruling

GAME = TITLE.newest.game


@ruling("setup-5")
@pytest.mark.parametrize("seed", range(30))
def test_any_mech_becomes_any_other(seed):
    chance = FastChance(seed)
    state, _ = GAME.new(GAME.options_type(), 2, chance)
    for deck in (random_deck(chance), random_deck(chance), EMPTY, random_deck(chance)):
        for move in GAME.moves_to_bring(GAME.view(state, seat_viewer(0)), lists_of(deck)):
            GAME.apply(state, 0, move, chance)
        draft = GAME.view(state, seat_viewer(0)).players[0].draft
        assert (draft.acts, draft.ult, draft.bots, draft.prep) == (deck.acts, deck.ult, deck.bots, deck.prep)
        assert (draft.fault == "") == (deck != EMPTY)


@ruling("setup-5")
def test_only_what_differs_is_touched():
    chance = FastChance(7)
    state, _ = GAME.new(GAME.options_type(), 2, chance)
    deck = random_deck(chance)
    for move in GAME.moves_to_bring(GAME.view(state, seat_viewer(0)), lists_of(deck)):
        GAME.apply(state, 0, move, chance)
    assert GAME.moves_to_bring(GAME.view(state, seat_viewer(0)), lists_of(deck)) == []
    GAME.apply(state, 0, PutBack(deck.acts[0], "deck"), chance)
    moves = GAME.moves_to_bring(GAME.view(state, seat_viewer(0)), lists_of(deck))
    assert moves == [TakeCard(deck.acts[0], "deck")]


@pytest.mark.parametrize("ult", ["test", "tas-custom"])
def test_a_card_can_be_told_where_it_would_be_added(ult):
    """Two buttons said “Add Slash”; one of them meant the prep deck."""
    state, _ = GAME.new(GAME.options_type(), 2, FastChance(1))
    GAME.apply(state, 0, TakeCard(ult, "deck"), FastChance(1))
    labels = [offer.label for offer in GAME.offers(state, 0) if isinstance(offer.move, TakeCard)]
    assert "Add Slash to the prep deck" in labels
    assert len(set(labels)) == len(labels)


def test_the_moves_name_all_ready_made_mechs():
    assert get_args(MechSlug) == tuple(mech.slug for mech in MECHS)


def test_who_has_no_mech_to_put_together_has_nothing_to_bring():
    state, _ = GAME.new(GAME.options_type(), 2, FastChance(1))
    deck = random_deck(FastChance(1))
    with pytest.raises(IllegalMove, match="no mech"):
        GAME.moves_to_bring(GAME.view(state, SPECTATOR), lists_of(deck))
    state, _ = GAME.new(GAME.options_type(decks=2), 2, FastChance(1))
    with pytest.raises(IllegalMove, match="no mech"):
        GAME.moves_to_bring(GAME.view(state, seat_viewer(0)), lists_of(deck))


def test_decks_are_told_when_both_players_begin():
    chance = FastChance(11)
    state, _ = GAME.new(GAME.options_type(), 2, chance)
    decks = [random_deck(chance), random_deck(chance)]
    for seat, deck in enumerate(decks):
        for move in GAME.moves_to_bring(GAME.view(state, seat_viewer(seat)), lists_of(deck)):
            assert GAME.decks_entered(GAME.apply(state, seat, move, chance)) == {}
    assert GAME.decks_entered(GAME.apply(state, 0, SetReady("ready"), chance)) == {}
    begun = GAME.apply(state, 1, SetReady("ready"), chance)
    assert GAME.decks_entered(begun) == {seat: lists_of(deck) for seat, deck in enumerate(decks)}
