"""The planning bot: it beats the random one, and knows no more than its player."""

import pytest

from games.engine.chance import FastChance
from games.engine.viewers import seat_viewer
from games.statistics.simulation import simulate
from games.titles.junkyard.moves import SalvageFrom, SetProgram, SlotCard
from games.titles.junkyard.planning import planner
from games.titles.junkyard.title import TITLE
from tests.table import table

GAME = TITLE.newest.game


@pytest.mark.parametrize("others", [1, 2, 3])
@pytest.mark.soak(seconds=1)
def test_it_wins_most_games_against_random_bots(others):
    report = simulate("junkyard", "0.1", ["greedy", *["random"] * others], 4, seed=50)
    assert report.exceptions == 0
    assert report.wins_by_bot["greedy"] >= 3


def test_its_advice_depends_on_nothing_hidden():
    chance = FastChance(3)
    state, _ = GAME.new(GAME.options_type(), 3, chance)
    for _ in range(60):
        seat = chance.pick(GAME.to_act(state), "seat")
        view = GAME.view(state, seat_viewer(seat))
        advice = {repr(GAME.advise(GAME.resample(view, FastChance(seed)), seat)) for seed in range(3)}
        assert advice == {repr(GAME.advise(state, seat))}
        GAME.apply(state, seat, GAME.advise(state, seat), chance)


def test_it_makes_its_program_card_by_card_and_is_done():
    game = table("junkyard").standing(0, "w5").holding("grab", "stash", "crane", "crawl", "crawl", "roll")
    moves = []
    while game.asked == (0, 1):
        moves.append(GAME.advise(game.state, 0))
        game.do(moves[-1])
    assert moves[-1] == SetProgram("done")
    assert len(moves) <= 1 + 1 + 6
    assert any(isinstance(move, SlotCard) for move in moves)


def test_it_scraps_the_valuable_card_and_salvages_the_better_pile():
    game = table("junkyard").standing(0, "e1").slotting("grab", "stash").holding("dead-weight", "crawl")
    game.with_pile(1, "gilded-core", "claw").with_pile(2, "claw", "claw").resolve()
    assert GAME.advise(game.state, 0) == SalvageFrom(0)
    game.salvage(1)
    assert game.slug(game.state.cards[0][GAME.advise(game.state, 0).place]) == "dead-weight"


def test_a_program_is_planned_once_a_round():
    game = table("junkyard").standing(0, "w5").holding("grab", "stash", "crane")
    first = planner.plan(GAME.rules, game.state, 0)
    game.slot("grab", 4)
    assert planner.plan(GAME.rules, game.state, 0) is first
