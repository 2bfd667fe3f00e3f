"""The peek rounds: dice, peeks, the extra peek, and cubes."""

import pytest

from games.titles.scrapyard.events import CardPeeked, DiceRolled, OrderSet, PeeksEnded
from games.titles.scrapyard.moves import BuyPeek, EndPeeks, EndTurn, MoveCube, Peek, PlaceCube
from tests.table import ruling, table
from tests.titles.scrapyard.table import at


def start():
    return table("scrapyard")


def rolls(game):
    return [(event.purpose, event.seat, event.dice) for event in game.happened(DiceRolled)]


# Rounds and dice


@ruling("round-1")
@pytest.mark.parametrize("tiles", [1, 2, 4])
def test_there_are_as_many_rounds_as_tiles(tiles):
    game = start().for_players(2, tiles)
    phases = []
    for _ in range(tiles):
        phases.append((game.phase, game.state.round))
        game.end_peeks().end().end_peeks().end().end().end()
    assert phases == [("peek", number + 1) for number in range(tiles)]
    assert game.phase == "corner"


@ruling("order-1")
def test_the_highest_roll_goes_first():
    game = start().dealt(3, 1, 2, 6, 5, 4, 4, 3, 3)
    assert rolls(game)[:3] == [("order", 0, (1, 2)), ("order", 1, (6, 5)), ("order", 2, (4, 4))]
    assert game.happened(OrderSet)[0].order == (1, 2, 0)
    assert game.active == 1


@ruling("order-1")
def test_the_order_is_rolled_anew_in_each_round():
    game = start().placing(again=True).end()
    game.with_dice(1, 1, 2, 2, 6, 1).end()
    assert game.state.order == [1, 0]
    assert (game.state.round, game.state.peeks) == (2, 7)


@ruling("order-2")
def test_only_tied_players_roll_again():
    game = start().dealt(4, 3, 3, 6, 6, 2, 4, 1, 1, 1, 2, 1, 3, 5, 5)
    assert rolls(game)[4:6] == [("order-again", 0, (1, 2)), ("order-again", 2, (1, 3))]
    assert game.state.order == [1, 2, 0, 3], "who won the second roll is still behind who rolled twelve"


@ruling("order-2")
def test_a_tie_may_be_rolled_again_several_times():
    game = start().dealt(2, 3, 3, 2, 4, 1, 1, 1, 1, 6, 6, 6, 5, 1, 2)
    assert [roll[0] for roll in rolls(game)] == ["order"] * 2 + ["order-again"] * 4 + ["peeks"]
    assert game.state.order == [0, 1]


@ruling("peeks-1")
@pytest.mark.parametrize("dice, peeks", [((1, 1), 2), ((6, 6), 12), ((2, 5), 7)])
def test_the_first_player_rolls_for_the_peeks_of_all(dice, peeks):
    game = start().dealt(2, 1, 1, 6, 6, *dice)
    assert rolls(game)[-1] == ("peeks", 1, dice)
    assert (game.active, game.left) == (1, peeks)
    game.end_peeks().end()
    assert (game.active, game.left) == (0, peeks)


def test_the_dice_are_shown_to_all():
    view = start().dealt(2, 1, 2, 6, 6, 3, 5).seen(-1)
    assert [(roll.seat, roll.dice) for roll in view.dice] == [(0, (1, 2)), (1, (6, 6)), (1, (3, 5))]
    assert (view.peeks, view.peeks_left, view.order) == (8, 8, (1, 0))


# Peeking


@ruling("peek-1", "peek-5")
def test_cards_are_looked_at_one_at_a_time_up_to_the_number():
    game = start().with_peeks(2).with_supply(0, 0).peek(1, 1)
    assert (game.phase, game.left) == ("peek", 1)
    assert game.happened(CardPeeked)[0].card == "gear-1"
    game.peek(6, 9)
    assert game.phase == "place"
    with game.refuses("peek-1"):
        game.peek(1, 2)


@ruling("peek-1", "peek-5")
def test_a_player_may_stop_peeking_early():
    game = start().with_peeks(5).peek(1, 1).end_peeks()
    assert game.phase == "place"
    assert game.happened(PeeksEnded)[0].unused == 4


@ruling("peek-2")
def test_a_card_under_a_cube_of_another_player_is_not_looked_at():
    game = start().for_players(3).with_peeks(5).with_cube(1, 2, 3).with_cube(2, 4, 4)
    for place in ((2, 3), (4, 4)):
        with game.refuses("peek-2"):
            game.peek(*place)
    assert not game.offered(Peek(at(2, 3)))


@ruling("peek-2")
def test_your_own_cubes_do_not_prevent_peeking():
    game = start().with_peeks(5).with_cube(0, 2, 3).peek(2, 3)
    assert game.card(0, 2, 3).card == "piston-3"
    game.with_cube(0, 2, 4).with_cube(1, 2, 4)
    with game.refuses("peek-2"):
        game.peek(2, 4)


@ruling("peek-3")
def test_a_known_card_is_not_looked_at_again_but_stays_known():
    game = start().with_peeks(5).peek(2, 3)
    with game.refuses("peek-3"):
        game.peek(2, 3)
    game.end_peeks().end().end_peeks().end().end().end()
    assert game.state.round == 2
    assert game.card(0, 2, 3).card == "piston-3"


@ruling("peek-4")
def test_everybody_sees_where_a_player_looks_but_not_which_card():
    game = start().for_players(3).with_peeks(5).peek(2, 3)
    event = game.happened(CardPeeked)[0]
    for viewer in (-1, 0, 1, 2):
        card, told = game.card(viewer, 2, 3), event.seen_by(game.viewer_at(viewer))
        assert card.known_to == (0,)
        assert told.place == at(2, 3)
        assert (card.card, told.card) == (("piston-3", "piston-3") if viewer == 0 else ("", None))


# The extra peek


@ruling("extra-1")
def test_a_cube_buys_one_more_peek_once_a_round():
    game = start().with_peeks(1).buy_peek()
    assert (game.left, game.supply, game.state.spent[0]) == (2, 7, 1)
    with game.refuses("extra-1"):
        game.buy_peek()
    game.end_peeks().end().end_peeks().end().end().end()
    assert (game.state.round, game.active) == (2, 0)
    assert game.offered(BuyPeek())


@ruling("extra-1")
def test_without_a_cube_no_peek_is_bought():
    game = start().with_peeks(3).with_supply(0, 0)
    with game.refuses("extra-1"):
        game.buy_peek()


@ruling("extra-1")
def test_a_spent_cube_is_out_of_the_game():
    game = start().with_peeks(1).buy_peek()
    player = game.seen(-1).players[0]
    assert (player.supply, player.spent, player.next_points) == (7, 1, 9)


@ruling("extra-2")
def test_a_player_with_no_peek_left_may_still_buy_one():
    game = start().with_peeks(1).peek(1, 1)
    assert (game.phase, game.left) == ("peek", 0)
    assert game.game.legal(game.state, 0) == [BuyPeek(), EndPeeks()]
    game.buy_peek().peek(1, 2)
    assert game.phase == "place", "nothing more can be bought, so peeking is over"


@ruling("extra-2")
def test_no_peek_is_bought_after_peeking_has_ended():
    game = start().with_peeks(1).end_peeks()
    with game.refuses("extra-1"):
        game.buy_peek()


# Cubes


@ruling("place-1")
def test_up_to_two_cubes_are_placed_or_moved():
    game = start().placing().place(1, 1).move((1, 1), 1, 2)
    assert (game.on_field(0), game.supply) == (1, 7)
    for move in (PlaceCube(at(3, 3)), MoveCube(at(1, 2), at(3, 3))):
        with game.refuses("place-1"):
            game.act(move)
    assert game.game.legal(game.state, 0) == [EndTurn()]


@ruling("place-1")
def test_a_player_may_place_no_cube():
    game = start().placing().end()
    assert (game.active, game.phase) == (1, "peek")


@ruling("place-1")
def test_only_your_own_cubes_can_be_placed_or_moved():
    game = start().placing().with_supply(0, 0).with_cube(1, 2, 2)
    with game.refuses("place-1"):
        game.place(1, 1)
    with game.refuses("place-1"):
        game.move((2, 2), 1, 1)


@ruling("place-2")
def test_cubes_lie_on_cubes():
    game = start().placing().with_cube(1, 2, 2).with_cube(0, 2, 2).place(2, 2)
    assert game.card(-1, 2, 2).cubes == (2, 1)


@ruling("place-3", "place-6")
def test_every_move_of_a_cube_counts_and_several_cubes_lie_on_one_card():
    game = start().placing().place(1, 1).place(1, 1)
    assert game.card(-1, 1, 1).cubes == (2, 0)
    game = start().placing().with_cube(0, 1, 1).move((1, 1), 1, 2).move((1, 2), 1, 1)
    assert game.left == 0


@ruling("place-3")
def test_a_cube_is_moved_to_another_card():
    game = start().placing().with_cube(0, 1, 1)
    with game.refuses("place-3"):
        game.move((1, 1), 1, 1)


@ruling("place-4")
def test_after_all_have_peeked_everybody_places_again_in_the_same_order():
    game = start().dealt(3, 1, 2, 6, 5, 4, 4, 3, 3)
    first, again = [], []
    for _ in range(3):
        first.append(game.active)
        game.end_peeks().place(1, 1).end()
    for _ in range(3):
        assert (game.phase, game.left) == ("place-again", 2)
        again.append(game.active)
        game.place(2, 2).end()
    assert first == again == [1, 2, 0]


@ruling("place-5")
def test_cubes_stay_for_the_next_round():
    game = start().placing().place(1, 1).end().end_peeks().end().end()
    game.with_dice(1, 1, 6, 6, 2, 2).end()
    assert (game.state.round, game.active) == (2, 1)
    with game.refuses("peek-2"):
        game.peek(1, 1)


# Turns


@ruling("turn-1")
def test_what_belongs_to_another_part_of_the_turn_is_refused():
    game = start().with_peeks(3)
    with game.refuses("place-1"):
        game.place(1, 1)
    with game.refuses("turn-1"):
        game.end()
    with game.refuses("take-1"):
        game.take()
    game.end_peeks()
    with game.refuses("peek-1"):
        game.peek(1, 1)
    with game.refuses("corner-1"):
        game.choose("top-left")
