"""The end of the game: empty piles, the cap on rounds, scores, ties and joint victory."""

from games.engine.viewers import SPECTATOR
from games.titles.junkyard.events import GameEnded
from tests.table import ruling, table


def last_round(**heaps):
    game = table("junkyard").of(len(heaps)).in_round(9, of=9)
    for seat, heap in enumerate(heaps.values()):
        game.with_heap(*heap, seat=seat)
    return game.resolve()


@ruling("end-1")
def test_the_game_ends_with_the_round_in_which_the_fourth_pile_was_emptied():
    game = table("junkyard").standing(0, "w1").slotting("grab", "stash").holding("crane")
    game.with_pile(7).with_pile(8).with_pile(9).resolve()
    assert game.heap() == ["crane"], "the round is played to its end"
    result = game.game.result(game.state)
    assert (result.rule, result.winners, result.scores) == ("end-1", (0,), (4, 0))
    assert game.asked == ()


@ruling("end-1")
def test_with_three_empty_piles_the_game_goes_on():
    game = table("junkyard").with_pile(7).with_pile(8).with_pile(9).resolve()
    assert game.game.result(game.state) is None


@ruling("house-1")
def test_with_the_last_round_of_the_cap_the_scrapheaps_are_counted():
    assert table("junkyard").in_round(8, of=9).resolve().game.result
    game = last_round(mine=("crane",), theirs=("scoop",))
    result = game.game.result(game.state)
    assert (result.rule, result.winners, result.scores) == ("house-1", (0,), (4, 3))
    assert game.game.view(game.state, SPECTATOR).ended_by == "house-1"


@ruling("end-2")
def test_the_highest_sum_of_scrap_values_wins():
    game = last_round(mine=("scoop", "scoop"), theirs=("dead-weight",), hers=("crane",))
    assert game.game.result(game.state).winners == (1,)
    assert game.happened(GameEnded)[0].rule == "end-2"


@ruling("end-3")
def test_among_equals_the_fewer_cards_win():
    game = last_round(mine=("crane", "crane"), theirs=("dead-weight",))
    result = game.game.result(game.state)
    assert (result.winners, result.rule) == ((1,), "end-3")
    assert result.reason.endswith("Of the best, the winner has the fewest cards: 1 to 2.")
    ended = game.happened(GameEnded)[0]
    assert ended.rule == "end-3"
    assert ended.line()[-1] == " won, 8 to 8, with fewer cards on the Scrapheap."


@ruling("end-5")
def test_players_who_are_still_equal_win_together():
    game = last_round(mine=("crane",), theirs=("reactor",), hers=("scoop",))
    result = game.game.result(game.state)
    assert (result.winners, result.rule) == ((0, 1), "end-5")
    assert result.reason.endswith("The best have 1 card each on theirs, so they win together.")
    ended = game.happened(GameEnded)[0]
    assert (ended.rule, ended.winners) == ("end-5", (0, 1))
