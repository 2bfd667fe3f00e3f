"""How far ahead a state is for a seat, in points, as bots that look ahead see it."""

from games.engine.chance import FastChance
from games.titles.junkyard.planning.bot import WIN
from games.titles.junkyard.title import TITLE

GAME = TITLE.newest.game


def played(seed: int, moves: int) -> object:
    """Return the state after so many random moves of two seats, or at the end."""
    chance = FastChance(seed)
    state, _ = GAME.new(GAME.options_type(), 2, chance)
    for _ in range(moves):
        if not (seats := GAME.to_act(state)):
            break
        seat = seats[0]
        GAME.apply(state, seat, chance.pick(GAME.legal(state, seat), "move"), chance)
    return state


def test_what_one_of_two_is_ahead_the_other_is_behind():
    for seed in range(3):
        state = played(seed, 60)
        assert GAME.evaluate(state, 0) == -GAME.evaluate(state, 1)


def test_a_game_that_is_won_counts_more_than_any_that_goes_on():
    state = played(1, 5000)
    result = GAME.result(state)
    assert result is not None
    assert abs(GAME.evaluate(state, 0)) > WIN
    assert (GAME.evaluate(state, 0) > 0) == (0 in result.winners)
    assert abs(GAME.evaluate(played(1, 60), 0)) < WIN
