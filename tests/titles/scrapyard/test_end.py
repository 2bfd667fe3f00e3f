"""The end of the game and the score."""

import pytest

from games import catalog
from games.titles.scrapyard.events import FieldRevealed, GameEnded, Scored, TilesRevealed
from tests.table import ruling, table


def last_turn(seats=2):
    """Return a table on which you play the very last turn and hold the tiles Gear and Lens."""
    game = table("scrapyard").for_players(seats).with_tiles(0, "gear", "lens")
    for seat in range(1, seats):
        game.with_tiles(seat, "piston", "battery")
    game.collecting(6, 1).with_turns(1, *[0] * (seats - 1))
    return game


def scores(game):
    return game.game.result(game.state).scores


@ruling("end-1")
def test_the_game_ends_when_all_turns_are_played():
    game = last_turn().with_taken(0, "gear-1")
    assert game.game.result(game.state) is None
    game.end()
    assert game.phase == "over"
    assert game.game.result(game.state).rule == "end-1"


@ruling("end-2")
def test_the_game_ends_at_once_when_the_last_card_is_taken():
    game = last_turn().with_turns(4, 4).only((6, 1)).take()
    assert game.phase == "over"
    assert game.game.result(game.state).rule == "end-2"


@ruling("end-3")
def test_everything_is_revealed_at_the_end():
    game = last_turn().by_stealth().with_taken(1, "piston-3").end()
    for viewer in (-1, 0, 1):
        view = game.seen(viewer)
        assert all(card.card for card in view.cards)
        assert all(player.tiles for player in view.players)
        assert view.unseen == ()
    assert game.happened(FieldRevealed)[0].number == 53
    assert [event.seat for event in game.happened(TilesRevealed)] == [0, 1]
    assert game.happened(Scored)[1].cards == ("piston-3",)


@ruling("score-1")
def test_matching_parts_count_their_values():
    game = last_turn().with_taken(0, "gear-9", "gear-4", "lens-7").with_supply(0, 0).end()
    assert scores(game)[0] == 20


@ruling("score-2", "score-4")
def test_each_cube_in_the_supply_counts_one():
    game = last_turn().with_supply(0, 5).with_cube(0, 1, 1, number=2).end()
    assert scores(game) == (3, 8)


@ruling("score-2", "score-4")
def test_claimed_cubes_count_for_the_player_who_claimed_them():
    game = last_turn().with_cube(1, 6, 1).claim(1).end()
    assert scores(game) == (9, 7)


@ruling("score-3")
def test_other_parts_are_subtracted():
    game = last_turn().with_taken(0, "gear-9", "gear-4", "lens-7", "battery-3").with_supply(0, 6).end()
    score = game.seen(-1).players[0].score
    assert (score.matching, score.cubes, score.other, score.total) == (20, 6, 3, 23)


@ruling("mode-1", "score-3")
def test_a_running_score_is_seen_by_all_in_a_public_match():
    game = last_turn().take()
    seen = [game.seen(viewer).players[0].score.total for viewer in (0, 1, -1)]
    assert seen == [scores(game.end())[0]] * 3


@ruling("mode-2")
def test_a_running_score_is_seen_by_its_own_player_alone_in_a_stealth_match():
    game = last_turn().by_stealth().take()
    assert game.seen(1).players[0].score is game.seen(-1).players[0].score is None
    assert game.seen(0).players[0].score.total == scores(game.end())[0]


@ruling("mode-1")
def test_there_is_no_score_before_the_collection():
    game = table("scrapyard").with_peeks(3)
    assert game.seen(0).players[0].score is None


@ruling("score-3")
def test_a_score_may_go_below_zero():
    assert scores(last_turn().with_taken(0, "plating-9", "plating-8").with_supply(0, 1).end())[0] == -16


@ruling("win-1")
@pytest.mark.parametrize("card, winner", [("gear-1", 0), ("plating-1", 1)])
def test_the_highest_score_wins(card, winner):
    game = last_turn().with_taken(0, card).end()
    assert game.game.result(game.state).winners == (winner,)
    assert game.happened(GameEnded)[0].seat == winner


@ruling("tie-1")
def test_more_matching_points_break_a_tie():
    game = last_turn(3).with_taken(0, "gear-3").with_supply(0, 5).end()
    assert scores(game) == (8, 8, 8)
    result = game.game.result(game.state)
    assert (result.winners, result.rule) == ((0,), "tie-1")
    assert "the most points from matching parts: 3 to 0 to 0" in result.reason
    ended = game.happened(GameEnded)[0]
    assert ended.rule == "tie-1"
    assert ended.line()[-1] == " won with 8 points, more of them from matching parts."


@ruling("tie-1")
def test_matches_of_the_first_engine_are_told_as_they_were():
    """Their steps are stored with the rule that was cited then, and are compared with it when replayed."""
    game = last_turn(3).with_taken(0, "gear-3").with_supply(0, 5)
    game.game = catalog.edition("scrapyard", "1.0").revisions[0].game
    assert game.end().happened(GameEnded)[0].rule == "win-1"


@ruling("tie-2")
def test_players_who_tie_in_that_as_well_win_together():
    game = last_turn(3).with_taken(0, "gear-3").with_taken(2, "piston-3").end()
    assert scores(game) == (11, 8, 11)
    assert game.game.result(game.state).winners == (0, 2)
    event = game.happened(GameEnded)[0]
    assert (event.seat, event.winners, event.rule) == (-1, (0, 2), "tie-2")
    assert game.game.result(game.state).rule == "tie-2"
