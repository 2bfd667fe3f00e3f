"""Standing orders: the starting corner, and placing no cubes the second time."""

from games.engine.codec import read_move, to_plain
from games.titles.scrapyard.decisions.orders import PassPlacing, PassPlacings, StartAt
from games.titles.scrapyard.moves import ChooseCorner, EndTurn
from tests.table import ruling, table
from tests.titles.scrapyard.table import ALL_CORNERS


def given(game, seat):
    return [offer.order for offer in game.game.orders(game.state, seat)]


def follow(game, seat, order):
    return game.game.follow(game.state, seat, order)


def spent(game, seat, order):
    return game.game.is_spent(game.state, seat, order)


CORNERS = [StartAt(corner) for corner in ALL_CORNERS]


@ruling("place-4", "corner-2")
def test_everybody_can_give_both_orders_from_the_first_round_on():
    game = table("scrapyard").with_peeks(3)
    for seat in (0, 1):
        assert given(game, seat) == [PassPlacing(1), PassPlacings(), *CORNERS]


def test_orders_go_round_through_json():
    game = table("scrapyard").with_peeks(3)
    orders = given(game, 0)
    assert orders
    for order in orders:
        assert read_move(game.game.order_type, to_plain(order)) == order


@ruling("standing-1")
def test_passing_is_followed_in_the_second_placing_only():
    order = PassPlacing(1)
    game = table("scrapyard").with_peeks(3)
    assert follow(game, 0, order) is None
    game.end_peeks()
    assert follow(game, 0, order) is None
    game.end().end_peeks().end()
    assert follow(game, 0, order) == EndTurn()
    assert follow(game, 1, order) is None, "it isn't their turn yet"
    assert given(game, 0) == CORNERS, "now it is a decision, no order"
    assert not spent(game, 0, order)
    game.act(follow(game, 0, order))
    assert spent(game, 0, order)
    assert not spent(game, 1, order)
    game.end()
    assert game.state.round == 2
    assert spent(game, 1, order)
    assert given(game, 0)[0] == PassPlacing(2)


@ruling("standing-2", "place-4")
def test_passing_may_hold_for_all_rounds():
    game = table("scrapyard").placing(again=True, round=2)
    assert follow(game, 0, PassPlacings()) == EndTurn()
    assert not spent(table("scrapyard").placing(again=True, round=1), 0, PassPlacings())


@ruling("standing-2")
def test_a_newer_order_for_the_same_takes_the_place_of_the_older():
    game = table("scrapyard").game
    assert game.replaces(StartAt("top-left"), StartAt("top-right"))
    assert game.replaces(PassPlacings(), PassPlacing(1))
    assert not game.replaces(StartAt("top-left"), PassPlacing(1))
    assert game.is_policy(PassPlacings())
    assert not game.is_policy(PassPlacing(1))


@ruling("standing-1")
def test_a_refused_order_says_why():
    game = table("scrapyard").choosing_corners()
    refuse = game.game.refuse_order
    refused = refuse(game.state, 0, StartAt("top-left"))
    assert refused.rule == "standing-1"
    assert refused.reason == "It is time to choose that now: choose on the board."
    assert refuse(game.state, 0, PassPlacing(1)).rule == "place-4"
    game.choose("top-right")
    assert refuse(game.state, 0, StartAt("top-left")).rule == "corner-2"


def test_passing_holds_for_its_round():
    game = table("scrapyard").placing(again=True, round=2)
    assert follow(game, 0, PassPlacing(1)) is None
    assert spent(game, 0, PassPlacing(1))
    assert not spent(game, 0, PassPlacing(2))


@ruling("standing-1")
def test_a_player_who_has_begun_to_place_is_asked():
    game = table("scrapyard").placing(again=True).place(1, 1)
    assert follow(game, 0, PassPlacing(1)) is None


@ruling("standing-1")
def test_the_ordered_corner_is_chosen_when_it_is_asked_for():
    game = table("scrapyard").choosing_corners()
    assert follow(game, 0, StartAt("top-right")) == ChooseCorner("top-right")
    assert follow(game, 1, StartAt("top-right")) is None
    assert given(game, 1) == CORNERS
    assert given(game, 0) == []
    game.choose("top-right")
    assert spent(game, 0, StartAt("top-right"))
    assert not spent(game, 1, StartAt("top-right"))


def test_in_the_collection_and_at_the_end_there_are_no_orders():
    game = table("scrapyard").collecting(1, 1)
    assert given(game, 0) == given(game, 1) == []
    game.with_turns(1, 0).end()
    assert given(game, 0) == []
    assert spent(game, 0, StartAt("top-left"))
    assert spent(game, 0, PassPlacing(2))
