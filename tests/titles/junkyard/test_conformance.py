"""What the conformance suite doesn't reach by itself: chosen boxes, and every choice of the resolution."""

import pytest

from games.engine.chance import FastChance
from games.titles.junkyard import TITLE
from tests.conformance.cases import Case
from tests.conformance.checks import check_table
from tests.conformance.moves import conceivable
from tests.conformance.playouts import play_many
from tests.titles.junkyard.table import rare_box

EDITION = "0.1"
CHOSEN = (("box", 2), ("kinds", rare_box()))
SEATS = pytest.mark.parametrize("seats", TITLE.seats)


@SEATS
@pytest.mark.soak(seconds=1.5, one_in=3)
def test_games_with_a_chosen_box_end_and_keep_every_invariant(seats):
    assert play_many(Case(TITLE, EDITION, seats, CHOSEN), range(20), closely=4).games == 20


@pytest.mark.soak(seconds=1)
def test_random_games_end_in_both_ways():
    tally = play_many(Case(TITLE, EDITION, 4, ()), range(8), closely=1000)
    assert set(tally.endings) == {"end-1", "house-1"}


@SEATS
@pytest.mark.soak(seconds=1, one_in=3)
def test_tables_of_the_resolution_keep_every_invariant(seats):
    """Most states of a random game belong to programming; this test checks every choice of a game."""
    case = Case(TITLE, EDITION, seats, ())
    game, chance, others = case.game, FastChance(3), conceivable(case)
    state, _ = game.new(case.read_options(), case.seats, chance)
    looked = 0
    while (to_act := game.to_act(state)) and looked < 40:
        seat = chance.pick(to_act, "seat")
        if game.view(state, case.viewers[0]).phase == "resolving":
            check_table(case, state, FastChance(looked), others)
            looked += 1
        game.apply(state, seat, chance.pick(game.legal(state, seat), "move"), chance)
    assert looked == 40
