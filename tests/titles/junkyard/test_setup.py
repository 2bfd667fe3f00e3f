"""Setup: starting decks, the box, the piles, the placing, initiatives."""

from collections import Counter

import pytest

from games.engine.chance import FastChance
from games.engine.codec import read_options
from games.engine.errors import BadOptions
from games.engine.viewers import SPECTATOR
from games.titles.junkyard.events import BoxOpened, OrderDrawn
from games.titles.junkyard.moves import PlaceScrapbot
from games.titles.junkyard.rules import Options
from games.titles.junkyard.state import census
from games.titles.junkyard.title import EDITION, TITLE
from games.titles.junkyard.yard import OUTER
from tests.table import ruling, table
from tests.titles.junkyard.table import rare_box

GAME = TITLE.newest.game
RECOMMENDED = {
    "electromagnet",
    "compactor",
    "reactor",
    "crane",
    "grapple",
    "scoop",
    "dredge",
    "dynamo",
    "hopper",
    "gyroscope",
    "turbine",
    "claw",
}


def dealt(seats=2, seed=1, **options):
    return GAME.new(read_options(Options, options), seats, FastChance(seed))


def in_yard(state):
    return Counter(EDITION.kind_of[card].slug for pile in state.piles for card in pile)


@ruling("setup-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_with_the_same_twelve_cards(seats):
    state, _ = dealt(seats)
    for deck in state.decks:
        kinds = Counter(EDITION.kind_of[card].slug for card in deck)
        assert kinds == {"crawl": 3, "roll": 1, "pivot": 3, "grab": 3, "stash": 2}


@ruling("setup-2", "setup-7", "setup-8")
def test_the_recommended_box():
    state, events = dealt()
    assert in_yard(state) == dict.fromkeys(RECOMMENDED, 9)
    opened = next(event for event in events if isinstance(event, BoxOpened))
    assert set(opened.kinds) == RECOMMENDED
    assert set(GAME.view(state, SPECTATOR).kinds) == RECOMMENDED


@ruling("setup-2")
def test_a_random_box_has_twelve_kinds_of_all_there_are():
    seen = set()
    for seed in range(20):
        kinds = in_yard(dealt(seed=seed, box=1)[0])
        assert set(kinds.values()) == {9}
        assert len(kinds) == 12
        seen |= set(kinds)
    assert seen == {kind.slug for kind in EDITION.box}


@ruling("setup-2", "setup-7")
def test_a_chosen_box_in_whatever_order_it_was_chosen():
    state, _ = dealt(box=2, kinds=rare_box())
    assert in_yard(state) == dict.fromkeys(rare_box(), 9)
    again, _ = dealt(box=2, kinds=rare_box()[::-1])
    assert GAME.encode(again) == GAME.encode(state)


@ruling("setup-2")
def test_chosen_kinds_are_looked_at_with_the_chosen_box_only():
    assert in_yard(dealt(kinds=rare_box())[0]).keys() == RECOMMENDED
    assert in_yard(dealt(box=2)[0]).keys() == RECOMMENDED


@ruling("setup-2", "house-1")
@pytest.mark.parametrize(
    "options, rule",
    [
        ({"box": 3}, "setup-2"),
        ({"box": 2, "kinds": ["claw"]}, "setup-2"),
        ({"box": 2, "kinds": ["claw"] * 12}, "setup-2"),
        ({"box": 2, "kinds": [*rare_box()[1:], "crawl"]}, "setup-2"),
        ({"round_cap": 0}, "house-1"),
        ({"round_cap": 61}, "house-1"),
    ],
)
def test_impossible_options_are_refused(options, rule):
    with pytest.raises(BadOptions) as refused:
        dealt(**options)
    assert refused.value.rule == rule


def test_junkyard_is_for_two_three_or_four():
    for seats in (1, 5):
        with pytest.raises(BadOptions):
            dealt(seats)


@ruling("setup-3")
def test_nine_piles_of_twelve_with_the_top_card_face_up():
    state, _ = dealt()
    assert [len(pile) for pile in state.piles] == [12] * 9
    shown = GAME.view(state, SPECTATOR).piles
    assert [pile.top.initiative for pile in shown] == [pile[-1] for pile in state.piles]


@ruling("setup-4")
def test_chance_decides_who_places_first():
    orders = set()
    for seed in range(60):
        state, events = dealt(3, seed)
        order = next(event.order for event in events if isinstance(event, OrderDrawn))
        assert GAME.to_act(state) == order[:1]
        orders.add(order)
    assert len(orders) == 6


@ruling("setup-5", "yard-2")
def test_scrapbots_are_placed_on_free_spaces_at_the_edge_with_any_heading():
    game = table("junkyard")
    game.state, _ = dealt(2)
    first, second = game.state.order
    assert len(game.game.legal(game.state, first)) == 4 * len(OUTER)
    with game.refuses("setup-5"):
        game.place("e1", "n", first)
    with game.refuses("setup-5"):
        game.turn("left", first)
    game.place("n1", "w", first)
    assert game.where(first) == ("n1", "w")
    assert not game.offered(PlaceScrapbot(0, "n"), second)
    with game.refuses("yard-2"):
        game.place("n1", "n", second)
    game.place("n2", "s", second)
    assert game.game.view(game.state, SPECTATOR).phase == "programming"


@ruling("setup-6")
def test_every_card_has_an_initiative_of_its_own():
    state, _ = dealt(4, box=1)
    cards = census(state)
    assert len(set(cards)) == len(cards) == 4 * 12 + 108
    for deck, seat in zip(state.decks, range(4), strict=True):
        assert sorted(deck) == [4 * copy + seat - 3 for copy in range(1, 13)]
    for number, kind in enumerate(EDITION.box):
        assert kind.initiative == 101 + 10 * number
        assert [EDITION.kind_of[kind.initiative + copy] for copy in range(9)] == [kind] * 9
