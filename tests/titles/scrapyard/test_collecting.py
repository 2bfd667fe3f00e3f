"""The collection: corners, turns, action points, and what they pay for."""

import pytest

from games.engine.errors import IllegalMove
from games.titles.scrapyard.events import (
    CardTaken,
    CardTurnedUp,
    DiceRolled,
    TilesRevealed,
    TurnEnded,
    Walked,
)
from games.titles.scrapyard.moves import ChooseCorner, ClaimCube, EndTurn, TakeCard, TurnUp
from tests.table import ruling, table
from tests.titles.scrapyard.table import ALL_CORNERS, at


def start():
    return table("scrapyard")


def last_of_the_peek_rounds(seats=2):
    """Return a table whose last player is about to end the last peek round."""
    game = start().for_players(seats).placing(again=True, round=2)
    game.state.turn = seats - 1
    return game


# Modes


@ruling("mode-1")
def test_in_public_tiles_are_shown_when_the_collection_begins():
    game = last_of_the_peek_rounds().with_tiles(0, "gear", "lens").with_tiles(1, "piston", "plating")
    game.with_dice(6, 1).end()
    assert [event.tiles for event in game.happened(TilesRevealed)] == [
        ("gear", "lens"),
        ("piston", "plating"),
    ]
    assert [player.tiles for player in game.seen(-1).players] == [("gear", "lens"), ("piston", "plating")]


@ruling("mode-1")
def test_in_public_a_card_taken_face_down_is_shown_to_all():
    game = start().collecting(2, 3).take()
    assert [game.card(viewer, 2, 3).card for viewer in (-1, 0, 1)] == ["piston-3"] * 3


@ruling("mode-2")
def test_by_stealth_tiles_stay_hidden():
    game = last_of_the_peek_rounds().by_stealth().with_dice(6, 1).end()
    assert not game.happened(TilesRevealed)
    assert [player.tiles is None for player in game.seen(1).players] == [True, False]


@ruling("mode-2", "mode-3")
def test_by_stealth_only_the_taker_and_earlier_peekers_know_a_card_taken_face_down():
    game = start().for_players(3).by_stealth().with_known(2, 2, 3).collecting(2, 3).take()
    assert [game.card(viewer, 2, 3).card for viewer in (-1, 0, 1, 2)] == ["", "piston-3", "", "piston-3"]
    assert {game.card(viewer, 2, 3).taken_by for viewer in (-1, 0, 1, 2)} == {0}


# Corners and the first player


@ruling("corner-1")
@pytest.mark.parametrize(
    "corner, place", tuple(zip(ALL_CORNERS, [(1, 1), (1, 9), (6, 1), (6, 9)], strict=True))
)
def test_the_first_move_leads_from_beside_the_corner_onto_its_card(corner, place):
    game = start().choosing_corners().choose(corner).choose(corner)
    player = game.seen(-1).players[0]
    assert (player.pawn, player.corner) == (-1, corner)
    assert game.phase == "collect"
    for move, rule in ((TurnUp(), "flip-1"), (TakeCard(), "take-1"), (ClaimCube(0), "claim-1")):
        with game.refuses(rule):
            game.act(move)
    game.state.left = 1
    assert game.walks() == {place}
    game.walk(*place)
    assert game.seen(-1).players[0].pawn == at(*place)


@ruling("corner-2")
def test_corners_are_chosen_in_order_of_play_and_may_be_shared():
    game = start().for_players(3).choosing_corners()
    game.state.order = [2, 0, 1]
    assert game.game.legal(game.state, 2) == [ChooseCorner(corner) for corner in ALL_CORNERS]
    game.choose("top-left")
    assert game.active == 0
    game.choose("top-left").choose("bottom-right")
    assert [player.corner for player in game.seen(-1).players] == ["top-left", "bottom-right", "top-left"]
    assert (game.phase, game.active) == ("collect", 2)


@ruling("first-1")
def test_most_cubes_on_the_field_goes_first():
    game = last_of_the_peek_rounds(3).with_cube(0, 1, 1).with_cube(1, 2, 2, number=2).end()
    assert game.state.order == [1, 2, 0]
    assert not game.happened(DiceRolled)


@ruling("first-1")
def test_equal_cubes_are_settled_by_a_die_among_those_who_have_most():
    game = last_of_the_peek_rounds(4).with_cube(1, 1, 1).with_cube(3, 2, 2).with_dice(2, 5).end()
    assert [(event.seat, event.dice) for event in game.happened(DiceRolled)] == [(1, (2,)), (3, (5,))]
    assert game.state.order == [3, 0, 1, 2]


@ruling("first-2")
def test_a_tie_of_dice_is_rolled_again_by_those_who_tied():
    game = last_of_the_peek_rounds(3).with_dice(4, 4, 1, 2, 2, 3, 1).end()
    assert [event.seat for event in game.happened(DiceRolled)] == [0, 1, 2, 0, 1, 0, 1]
    assert game.state.order == [0, 1, 2]


# Turns and action points


@ruling("turns-1")
@pytest.mark.parametrize("tiles", [1, 2, 4])
def test_four_turns_for_each_tile(tiles, seats):
    game = start().for_players(seats, tiles).choosing_corners()
    for _ in range(seats):
        game.choose("top-left")
    order = []
    while game.phase == "collect":
        order.append(game.active)
        game.end()
    assert order == list(range(seats)) * (4 * tiles)


@ruling("turns-2")
def test_a_turn_may_end_early_and_its_points_are_lost():
    game = start().for_players(2).collecting(1, 1, points=10).end()
    assert game.happened(TurnEnded)[0].unused == 10
    assert game.active == 1
    game.end()
    assert game.left == 10


@ruling("points-1")
@pytest.mark.parametrize("supply", [0, 3, 8])
def test_two_points_and_one_for_each_cube_in_the_supply(supply):
    game = start().collecting(1, 1).with_supply(1, supply).end()
    view = game.seen(-1)
    assert (view.points, view.points_left) == (supply + 2, supply + 2)
    assert view.players[1].next_points == supply + 2


@ruling("points-1")
def test_what_costs_more_than_is_left_is_refused():
    game = start().collecting(1, 1, points=1).with_cube(0, 1, 1)
    with game.refuses("points-1"):
        game.claim(0)
    with game.refuses("points-1"):
        game.walk(1, 3)
    game.turn_up()
    assert game.game.legal(game.state, 0) == [EndTurn()]
    with game.refuses("points-1"):
        game.walk(1, 2)


@ruling("points-2")
def test_a_cube_claimed_in_a_turn_counts_from_the_next_one_on():
    game = start().collecting(1, 1, points=9).with_cube(0, 1, 1).claim(0)
    assert (game.left, game.supply) == (7, 8)
    game.end().end()
    assert (game.active, game.left) == (0, 10)


# Moving


@ruling("move-1")
def test_a_move_leads_to_the_next_card_sliding_over_gaps():
    game = start().without((3, 4), (3, 3), (3, 2), (1, 5), (2, 5), (4, 5)).collecting(3, 5, points=1)
    assert game.walks() == {(3, 1), (3, 6), (5, 5)}
    game.walk(3, 1)
    assert (game.happened(Walked)[0].points, game.left) == (1, 0)


@ruling("move-1")
def test_a_walk_leads_to_cards_only():
    game = start().without((1, 2)).collecting(1, 1)
    with game.refuses("move-1"):
        game.walk(1, 2)
    with game.refuses("move-1"):
        game.walk(1, 1)


@ruling("move-2")
def test_when_the_corner_card_is_gone_a_pawn_enters_along_its_row_or_column():
    game = start().without((1, 9), (1, 8), (2, 9), (3, 9)).collecting(corner="top-right", points=1)
    assert game.walks() == {(1, 7), (4, 9)}


@ruling("move-3")
def test_pawns_share_cards_and_stay_on_gaps():
    game = start().for_players(3).collecting(2, 2).with_pawn(1, 2, 2).take()
    assert [player.pawn for player in game.seen(-1).players][:2] == [at(2, 2)] * 2
    game.end().walk(2, 3)
    assert game.happened(Walked)[0].points == 1


@ruling("move-4")
def test_a_walk_costs_the_steps_of_its_shortest_path():
    game = start().collecting(1, 1, points=10).walk(3, 4)
    assert (game.happened(Walked)[0].points, game.left) == (5, 5)
    game = start().without(*((1, column) for column in range(2, 9))).collecting(1, 1).walk(2, 9)
    assert game.happened(Walked)[0].points == 2


@ruling("stuck-1")
def test_a_pawn_without_a_card_in_row_and_column_stays():
    game = start().only((1, 1), (2, 2)).collecting(1, 1)
    with game.refuses("stuck-1"):
        game.walk(2, 2)
    assert game.walks() == set()


@ruling("stuck-1")
def test_the_turns_of_a_pawn_that_can_do_nothing_pass_by_themselves():
    game = start().only((1, 1), (2, 2)).collecting(1, 1).with_pawn(1, 3, 3).with_turns(2, 2).end()
    assert (game.active, game.state.turns) == (0, [1, 1])
    assert [event.rule for event in game.happened(TurnEnded)] == ["turns-2", "stuck-1"]
    game.end()
    assert game.phase == "over"


# On the card under the pawn


@ruling("flip-1")
def test_a_card_is_turned_up_for_all_for_one_point():
    game = start().by_stealth().collecting(2, 3).turn_up()
    assert game.left == 9
    assert game.happened(CardTurnedUp)[0].card == "piston-3"
    assert [game.card(viewer, 2, 3).card for viewer in (-1, 0, 1)] == ["piston-3"] * 3
    with game.refuses("flip-1"):
        game.turn_up()


@ruling("flip-2")
def test_cubes_do_not_prevent_turning_up():
    game = start().collecting(2, 3).with_cube(1, 2, 3).with_cube(0, 2, 3).turn_up()
    assert game.card(-1, 2, 3).is_open


@ruling("claim-1")
def test_your_own_cube_is_claimed_for_two():
    game = start().collecting(2, 3).with_cube(0, 2, 3, number=2).claim(0)
    assert (game.left, game.supply, game.on_field(0)) == (8, 7, 1)


@ruling("claim-1", "act-1")
def test_only_a_cube_under_the_pawn_is_claimed():
    game = start().collecting(2, 3).with_cube(0, 2, 4)
    for owner in (0, 1, 3):
        with game.refuses("claim-1"):
            game.claim(owner)


@ruling("claim-2", "claim-3")
def test_a_cube_of_another_player_is_claimed_for_three_and_counts_as_your_own():
    game = start().collecting(2, 3).with_cube(1, 2, 3, number=2).claim(1)
    mine, theirs = game.seen(-1).players
    assert (game.left, mine.supply, mine.claimed) == (7, 9, (0, 1))
    assert (theirs.supply, theirs.on_field) == (6, 1)
    assert mine.next_points == 11


@ruling("take-1")
@pytest.mark.parametrize("owner, cost", [(0, 2), (1, 3)])
def test_a_card_is_taken_for_two_when_no_cube_lies_on_it(owner, cost):
    game = start().collecting(2, 3, points=5).with_cube(owner, 2, 3)
    with game.refuses("take-1"):
        game.take()
    game.claim(owner).take()
    assert game.left == 5 - cost - 2
    assert game.seen(-1).players[0].collected == (at(2, 3),)
    with game.refuses("take-1"):
        game.take()


@ruling("take-1")
@pytest.mark.parametrize(
    "owners, why",
    [
        ((0,), "Your cube lies on that card. Take it back first, for 2 action points."),
        ((1,), "A cube lies on that card. Claim it first, for 3 action points."),
        (
            (0, 1, 1),
            "Cubes lie on that card. Take back yours and claim the others first, for 8 action points.",
        ),
    ],
)
def test_who_cant_take_a_card_reads_what_must_be_claimed_and_for_how_much(owners, why):
    game = start().collecting(2, 3, points=9)
    for owner in owners:
        game.with_cube(owner, 2, 3)
    with pytest.raises(IllegalMove) as refused:
        game.take()
    assert refused.value.reason == why


@ruling("take-2", "take-3")
def test_the_mode_decides_who_sees_a_taken_card():
    game = start().by_stealth().collecting(2, 3).take()
    event = game.happened(CardTaken)[0]
    assert [event.seen_by(game.viewer_at(viewer)).card for viewer in (-1, 0, 1)] == [None, "piston-3", None]
    game = start().by_stealth().with_open(2, 3).collecting(2, 3).take()
    event = game.happened(CardTaken)[0]
    assert [event.seen_by(game.viewer_at(viewer)).card for viewer in (-1, 0, 1)] == ["piston-3"] * 3
