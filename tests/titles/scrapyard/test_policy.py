"""What a fair player is likely to do, as the search sees it."""

import pytest

from games.engine.chance import FastChance
from games.engine.viewers import seat_viewer
from games.titles.scrapyard.moves import BuyPeek, EndTurn, Peek, TakeCard, TurnUp, Walk
from tests.table import table
from tests.titles.scrapyard.table import at


def weights(game, seat=0):
    moves = game.game.legal(game.state, seat)
    return dict(zip(moves, game.game.policy(game.state, seat, moves), strict=True))


def likeliest(game):
    found = weights(game)
    return max(found, key=found.get)


def test_a_matching_card_underfoot_is_taken():
    game = table("scrapyard").with_tiles(0, "piston", "lens").with_known(0, 2, 9).collecting(2, 9)
    assert likeliest(game) == TakeCard()


def test_nobody_takes_a_card_of_no_use_or_shows_one_that_is_known():
    game = table("scrapyard").with_tiles(0, "gear", "lens").with_known(0, 2, 9).collecting(2, 9)
    found = weights(game)
    assert found[TakeCard()] == found[TurnUp()] == 0


def test_an_unseen_card_is_turned_up_rather_than_taken():
    found = weights(table("scrapyard").with_tiles(0, "gear", "lens").collecting(3, 3))
    assert found[TurnUp()] > found[TakeCard()] == 0


def test_a_turn_with_something_to_do_is_not_ended():
    assert weights(table("scrapyard").with_tiles(0, "gear", "lens").collecting(3, 3))[EndTurn()] == 0


def test_a_goal_too_far_for_the_turn_is_walked_towards():
    game = table("scrapyard").with_tiles(0, "piston", "lens").only((2, 1), (2, 3), (2, 9))
    game.with_known(0, 2, 1).with_known(0, 2, 3).with_known(0, 2, 9)
    assert likeliest(game.collecting(2, 1, points=1)) == Walk(at(2, 3))


def test_a_contested_card_comes_first():
    game = table("scrapyard").with_tiles(0, "gear", "piston").with_tiles(1, "piston", "lens")
    game.only((1, 5), (2, 4), (2, 5)).with_known(0, 1, 5).with_known(0, 2, 4).with_known(0, 2, 5)
    found = weights(game.collecting(2, 5))
    assert found[Walk(at(2, 4))] > found[Walk(at(1, 5))]


def test_peeks_go_where_nobody_else_has_looked_and_cost_no_cube():
    game = table("scrapyard").with_peeks(3)
    first = likeliest(game)
    assert isinstance(first, Peek)
    game.state.known[first.place] |= 2
    assert likeliest(game) != first
    assert weights(game)[BuyPeek()] == 0


@pytest.mark.parametrize("again", [False, True])
def test_cubes_stay_in_the_supply(again):
    found = weights(table("scrapyard").placing(again=again))
    assert [move for move, weight in found.items() if weight] == [EndTurn()]


def test_what_only_another_has_seen_is_worth_the_same_however_it_is_guessed():
    """Each guess deals those cards anew; half of what a search learned was how they had been dealt."""
    game = table("scrapyard").with_tiles(0, "gear", "lens").with_tiles(1, "piston", "plating")
    for column in range(1, 10):
        game.with_known(1, 4, column)
    game.collecting(2, 9)
    view = game.game.view(game.state, seat_viewer(0))
    guesses = [game.game.resample(view, FastChance(seed)) for seed in range(8)]
    assert len({state.faces for state in guesses}) > 1
    assert len({game.game.worth(state, 0) for state in guesses}) == 1
