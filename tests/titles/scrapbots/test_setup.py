"""Setup: decks, the Wound stack, the Market, Lanes, first player and hands."""

from collections import Counter

import pytest

from games import catalog
from games.engine.chance import FastChance
from games.engine.codec import read_options
from games.engine.errors import BadOptions
from games.titles.scrapbots.events import CardsDrawn, FirstPlayerDrawn, MarketDealt, TurnBegan
from games.titles.scrapbots.rules import Options
from games.titles.scrapbots.state import EMPTY, KIND, KINDS, State, census
from tests.table import ruling
from tests.titles.scrapbots.table import WOUND


def dealt(edition: str, seed: int = 1) -> State:
    return catalog.game("scrapbots", edition).new(Options(), 2, FastChance(seed))[0]


@ruling("setup-1", "setup-7")
def test_in_3_4_everybody_starts_with_eight_spare_parts():
    state = dealt("3.4")
    for seat in (0, 1):
        assert [KINDS[kind] for kind in state.hands[seat] + state.decks[seat]] == ["spare-parts"] * 8


@ruling("setup-1")
def test_since_3_6_everybody_starts_with_four_spare_parts_and_four_circuitry(later):
    state = dealt(later)
    for seat in (0, 1):
        cards = Counter(KINDS[kind] for kind in state.hands[seat] + state.decks[seat])
        assert cards == {"spare-parts": 4, "circuitry": 4}


@ruling("setup-2", "type-wound")
def test_twenty_wounds_make_the_stack(edition):
    state = dealt(edition)
    assert state.stack == 20
    assert census(state).count(KIND[WOUND]) == 20


@ruling("setup-3")
def test_everything_else_is_the_main_deck_with_five_cards_turned_up(edition):
    state = dealt(edition)
    box = Counter({card.slug: card.quantity for card in catalog.cards("scrapbots", edition)})
    box.subtract({WOUND: 20})
    box.subtract(KINDS[kind] for seat in (0, 1) for kind in state.hands[seat] + state.decks[seat])
    assert EMPTY not in state.market
    assert Counter(KINDS[kind] for kind in state.main + state.market) == +box


@ruling("setup-3")
def test_no_starter_card_is_in_the_main_deck(edition):
    state = dealt(edition)
    assert {KINDS[kind] for kind in state.main} & {"spare-parts", "circuitry", WOUND} == set()


@ruling("setup-4")
def test_all_six_lanes_are_empty_at_first(edition):
    assert dealt(edition).bots == [EMPTY] * 6


@ruling("setup-5")
def test_chance_decides_who_goes_first(edition):
    first = Counter(dealt(edition, seed).active for seed in range(400))
    assert 150 < first[0] < 250


@ruling("setup-6")
def test_first_player_draws_three_and_second_five(edition):
    for seed in range(10):
        state = dealt(edition, seed)
        assert len(state.hands[state.active]) == 3
        assert len(state.hands[1 - state.active]) == 5


def test_the_events_of_the_deal_are_in_order(edition):
    state, events = catalog.game("scrapbots", edition).new(Options(), 2, FastChance(3))
    first, second = state.active, 1 - state.active
    assert [(type(event), event.seat, event.rule) for event in events] == [
        (FirstPlayerDrawn, first, "setup-5"),
        (MarketDealt, -1, "setup-3"),
        (CardsDrawn, first, "setup-6"),
        (CardsDrawn, second, "setup-6"),
        (TurnBegan, first, "turn-1"),
    ]


def test_main_deck_and_decks_come_in_another_order_with_another_seed(edition):
    assert dealt(edition, 1).main != dealt(edition, 2).main
    assert dealt(edition, 1).main == dealt(edition, 1).main


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_scrapbots_is_for_two(edition, seats):
    with pytest.raises(BadOptions, match="two players"):
        catalog.game("scrapbots", edition).new(Options(), seats, FastChance(1))


@ruling("house-1")
@pytest.mark.parametrize("turn_cap", [-1, 0, 1, 501])
def test_a_turn_cap_out_of_bounds_is_refused(edition, turn_cap):
    with pytest.raises(BadOptions) as refused:
        catalog.game("scrapbots", edition).new(Options(turn_cap), 2, FastChance(1))
    assert refused.value.rule == "house-1"


@pytest.mark.parametrize(
    "data", [{"turn_cap": "9"}, {"turn_cap": True}, {"turn_cap": 9.5}, {"speed": 1}, [], 3]
)
def test_options_of_another_form_are_refused(data):
    with pytest.raises(BadOptions):
        read_options(Options, data)
