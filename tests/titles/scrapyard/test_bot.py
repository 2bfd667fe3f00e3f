"""The greedy bot: what it does when the best move is clear, and that it beats random players."""

import pytest

from games.bots import bot
from games.engine.chance import FastChance
from games.statistics.simulation import simulate
from games.titles.scrapyard.moves import ClaimCube, EndTurn, Peek, TakeCard, Walk
from tests.table import table
from tests.titles.scrapyard.table import at


def choice(game, seat=0):
    return bot("greedy")(game.game, game.seen(seat), seat, FastChance(1))


def test_it_takes_a_matching_card_it_knows_and_stands_on():
    game = table("scrapyard").with_tiles(0, "piston", "lens").with_known(0, 2, 9).collecting(2, 9)
    assert choice(game) == TakeCard()


def test_it_leaves_a_card_it_knows_to_be_of_no_use():
    game = table("scrapyard").with_tiles(0, "gear", "lens").with_known(0, 2, 9).collecting(2, 9)
    assert choice(game) != TakeCard()


def test_it_walks_to_the_best_card_it_knows_within_reach():
    game = table("scrapyard").with_tiles(0, "piston", "lens").without((2, 1)).with_turns(1, 1)
    game.with_known(0, 2, 3).with_known(0, 2, 9).with_known(0, 5, 1).collecting(2, 1, points=4)
    assert choice(game) == Walk(at(2, 3))


def test_it_claims_a_cube_of_another_early_on():
    game = table("scrapyard").with_tiles(0, "piston", "lens").with_cube(1, 3, 3).collecting(3, 3)
    assert choice(game) == ClaimCube(1)


def test_it_peeks_while_it_can():
    assert isinstance(choice(table("scrapyard").with_peeks(3)), Peek)


def test_it_ends_a_turn_without_points():
    assert choice(table("scrapyard").collecting(3, 3, points=0)) == EndTurn()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.soak(seconds=1)
def test_it_beats_random_players(seats):
    games = 6
    report = simulate("scrapyard", "1.0", ["greedy", *["random"] * (seats - 1)], games, 3, {"tiles": 1})
    assert report.exceptions == 0
    assert report.wins_by_bot["greedy"] >= games - 1
