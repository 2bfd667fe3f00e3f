"""The yard, moving, turning and pushing."""

import pytest

from games.titles.junkyard.events import EffectSkipped, ScrapbotMoved, ScrapbotTurned
from games.titles.junkyard.yard import ADJACENT, OUTER, PILES, SPACES, Shift
from tests.table import ruling, table
from tests.titles.junkyard.table import same, space


@ruling("aim-1", "yard-1")
def test_nine_piles_and_24_spaces_one_on_each_side_of_every_pile():
    assert len(PILES) == 9
    assert len(SPACES) == 24
    assert len(OUTER) == 12
    assert {space(f"{side}{pile}") for side in "nesw" for pile in range(1, 10)} == set(range(24))
    assert space("e1") == space("w2")
    assert space("s1") == space("n4")


@ruling("yard-3")
@pytest.mark.parametrize(
    "name, piles", [("w1", (1,)), ("e1", (1, 2)), ("s1", (1, 4)), ("s9", (9,)), ("n5", (2, 5))]
)
def test_adjacent_piles_are_those_the_space_touches(name, piles):
    assert tuple(pile + 1 for pile in ADJACENT[space(name)]) == piles


@ruling("move-1", "move-3")
@pytest.mark.parametrize(
    "card, start, heading, end",
    [
        ("crawl", "w4", "n", "w1"),
        ("crawl", "w1", "e", "e1"),
        ("roll", "n7", "n", "n1"),
        ("roll", "w5", "e", "e6"),
        ("jump-jet", "s7", "n", "n1"),
    ],
)
def test_a_move_goes_exactly_so_many_spaces_ahead(card, start, heading, end):
    game = table("junkyard").standing(0, start, heading).slotting(card)
    assert game.resolve().where() == (same(end), heading)
    assert game.happened(ScrapbotMoved)[0].shifts[-1].now == space(end)


@ruling("move-2", "resolve-4")
def test_a_move_that_would_leave_the_yard_is_not_made():
    game = table("junkyard").standing(0, "w4").slotting("roll").resolve()
    assert game.where() == (same("w4"), "n")
    skipped = game.happened(EffectSkipped)[0]
    assert (skipped.rule, skipped.effect) == ("move-2", "move 2")


@ruling("push-1", "push-4", "yard-2")
def test_a_scrapbot_in_the_way_is_pushed_one_space_on_and_keeps_its_heading():
    game = table("junkyard").standing(0, "w4", "e").standing(1, "e4", "s").slotting("crawl").resolve()
    assert game.where(0) == (same("e4"), "e")
    assert game.where(1) == (same("e5"), "s")
    moved = game.happened(ScrapbotMoved)[0]
    assert moved.shifts == (
        Shift(1, space("e4"), space("e5"), 1),
        Shift(0, space("w4"), space("e4"), 1),
    )


@ruling("push-1")
def test_a_move_of_two_pushes_at_every_step():
    game = table("junkyard").standing(0, "w4", "e").standing(1, "e4", "s").slotting("roll").resolve()
    assert game.where(0) == (same("e5"), "e")
    assert game.where(1) == (same("e6"), "s")
    assert [shift.hop for shift in game.happened(ScrapbotMoved)[0].shifts] == [1, 1, 2, 2]


@ruling("push-2")
def test_pushes_chain():
    game = table("junkyard").of(3).standing(0, "w4", "e").standing(1, "e4").standing(2, "e5")
    game.slotting("crawl").resolve()
    assert [game.where(seat)[0] for seat in range(3)] == [same("e4"), same("e5"), same("e6")]


@ruling("push-3")
def test_nobody_is_pushed_out_of_the_yard():
    game = table("junkyard").of(3).standing(0, "w5", "e").standing(1, "e5").standing(2, "e6")
    game.slotting("crawl").resolve()
    assert [game.where(seat)[0] for seat in range(3)] == [same("w5"), same("e5"), same("e6")]
    assert game.happened(EffectSkipped)[0].rule == "move-2"


@ruling("move-2", "push-3")
def test_a_move_whose_second_step_is_blocked_makes_no_first_step():
    game = table("junkyard").standing(0, "w5", "e").standing(1, "e5").slotting("roll").resolve()
    assert (game.where(0)[0], game.where(1)[0]) == (same("w5"), same("e5"))


@ruling("corner-1")
@pytest.mark.parametrize(
    "start, heading, side, end",
    [
        ("w1", "n", "right", ("n1", "e")),
        ("w5", "n", "left", ("n4", "w")),
        ("w5", "n", "right", ("n5", "e")),
        ("n5", "e", "left", ("w3", "n")),
        ("n5", "s", "right", ("w5", "w")),
        ("n5", "w", "left", ("w5", "s")),
    ],
)
def test_a_turn_rounds_the_corner_to_the_space_diagonally_ahead(start, heading, side, end):
    game = table("junkyard").standing(0, start, heading).standing(1, "s9").slotting("pivot").resolve()
    assert game.turn(side).where() == (same(end[0]), end[1])
    assert game.happened(ScrapbotTurned)[0].rule == "corner-1"


@ruling("corner-1", "corner-4")
def test_four_turns_to_one_side_lead_around_a_pile():
    game = table("junkyard").standing(0, "w5").slotting("pivot", "pivot", "pivot", "gyroscope").with_active(4)
    game.resolve()
    places = [game.turn("right").where() for _ in range(3)]
    assert places == [(same("n5"), "e"), (same("e5"), "s"), (same("s5"), "w")]


@ruling("corner-2")
def test_at_the_edge_of_the_yard_a_scrapbot_turns_on_the_spot():
    game = table("junkyard").standing(0, "w1", "n").slotting("pivot").resolve().turn("left")
    assert game.where() == (same("w1"), "w")
    turned = game.happened(ScrapbotTurned)[0]
    assert (turned.rule, turned.shifts) == ("corner-2", ())


@ruling("corner-3")
def test_rounding_a_corner_pushes_along_the_new_heading():
    game = table("junkyard").standing(0, "w4", "n").standing(1, "n4", "s").slotting("pivot").resolve()
    game.turn("right")
    assert game.where(0) == (same("n4"), "e")
    assert game.where(1) == (same("n5"), "s")


@ruling("corner-3", "resolve-5")
def test_a_side_on_which_the_push_is_blocked_is_not_offered_and_the_other_is_taken_without_asking():
    game = table("junkyard").standing(0, "w6", "n").standing(1, "n6").slotting("pivot").resolve()
    assert game.where(0) == (same("n5"), "w")
    assert game.where(1)[0] == same("n6")
    assert game.happened(ScrapbotTurned)[0].side == "left"


@ruling("corner-3")
def test_a_turn_blocked_on_both_sides_is_skipped():
    game = (
        table("junkyard").of(4).standing(0, "w5", "n").standing(1, "n4").standing(2, "n5").standing(3, "n6")
    )
    game.slotting("pivot").resolve()
    assert game.where(0) == (same("w5"), "n")
    assert game.happened(ScrapbotTurned) == []
    assert game.happened(EffectSkipped)[0].rule == "corner-3"
