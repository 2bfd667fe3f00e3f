"""Standing orders: they are followed if they are legal at their moment, and are spent when it has passed."""

import pytest

from games.engine.codec import read_move, to_json
from games.engine.viewers import viewers
from games.titles.junkyard.decisions.orders import (
    ChargePolicy,
    GiveAt,
    SalvageAt,
    SalvagePolicy,
    ScrapPolicy,
    ShuffleAt,
    TrashPolicy,
    TurnAt,
)
from games.titles.junkyard.moves import ChargeWith, SalvageFrom, ScrapCard, ShufflePile, TrashCard, TurnTo
from tests.table import ruling, table

ROUND = 5


def follow(game, order, seat=0):
    return game.game.follow(game.state, seat, order)


def spent(game, order, seat=0):
    return game.game.is_spent(game.state, seat, order)


def offered(game, seat=0):
    return [offer.order for offer in game.game.orders(game.state, seat)]


@ruling("order-1")
def test_a_turn_is_taken_as_ordered():
    order = TurnAt(ROUND, 1, 0, "right")
    game = table("junkyard").standing(0, "w5").slotting("pivot")
    assert order in offered(game)
    assert follow(game, order) is None, "its moment hasn't come"
    game.resolve()
    assert follow(game, order) == TurnTo("right")
    assert follow(game, TurnAt(ROUND, 2, 0, "right")) is None, "that one is for another register"
    assert follow(game, order, seat=1) is None


@ruling("order-1")
def test_a_pile_is_salvaged_or_shuffled_as_ordered():
    game = table("junkyard").standing(0, "e1").slotting("tumbler")
    shuffle, salvage = ShuffleAt(ROUND, 1, 0, 1), SalvageAt(ROUND, 1, 1, 0)
    assert {shuffle, salvage} <= set(offered(game))
    game.resolve()
    assert follow(game, salvage) is None
    assert follow(game, shuffle) == ShufflePile(1)
    game.shuffle(2)
    assert spent(game, shuffle)
    assert follow(game, salvage) == SalvageFrom(0)


def test_an_order_for_a_pile_names_the_card_on_top():
    game = table("junkyard").standing(0, "e1").slotting("grab").with_pile(2, "crane", "scoop")
    labels = [offer.label for offer in game.game.orders(game.state, 0)]
    assert "Grab in register 1, Salvage 1: the north pile (Crane on top)" in labels


def test_orders_for_two_cards_of_a_kind_name_their_registers():
    """Both Pivots offered “Pivot, Turn: left”, and the site turned the Scrapbot unasked."""
    game = table("junkyard").standing(0, "e1").slotting("pivot", "", "pivot", "tumbler", "", "tumbler")
    labels = [offer.label for offer in game.game.orders(game.state, 0)]
    assert len(set(labels)) == len(labels)


@ruling("order-1")
def test_an_order_that_is_not_legal_at_its_moment_leaves_the_choice_to_the_player():
    game = table("junkyard").standing(0, "e1").slotting("grab").resolve()
    assert follow(game, SalvageAt(ROUND, 1, 0, 8)) is None


@ruling("order-1")
def test_the_card_to_give_up_may_be_named_beforehand():
    game = table("junkyard").slotting("compactor").holding("crawl", "crane", "grab")
    orders = [GiveAt(ROUND, 1, 0, game.place_of(card)) for card in ("crane", "grab")]
    assert set(orders) <= set(offered(game))
    game.resolve()
    assert follow(game, orders[0]) == ScrapCard(2)
    game.scrap("crane")
    assert spent(game, orders[0])
    assert follow(game, orders[1]) == ScrapCard(3)


@ruling("order-1")
@pytest.mark.parametrize("take, card", [("highest", "electromagnet"), ("lowest", "crawl")])
def test_the_highest_or_lowest_value_is_scrapped_by_policy(take, card):
    game = table("junkyard").slotting("stash").holding("crawl", "electromagnet", "crawl", "scoop").resolve()
    move = follow(game, ScrapPolicy(take))
    assert game.slug(game.state.cards[0][move.place]) == card
    assert move.place in (1, 2), "of equals the lower initiative"


@ruling("order-1")
def test_policies_for_trashing_and_charging():
    game = table("junkyard").slotting("incinerator").holding("crane", "crawl").resolve()
    assert follow(game, TrashPolicy("lowest")) == TrashCard(2)
    assert follow(game, TrashPolicy("highest")) == TrashCard(1)
    assert follow(game, ScrapPolicy("highest")) is None
    game = table("junkyard").slotting("furnace").holding("crawl", "roll", "reactor").resolve()
    assert follow(game, ChargePolicy("lowest-value")) == ChargeWith(1)
    assert follow(game, ChargePolicy("highest-charge")) == ChargeWith(3)


@ruling("order-1")
def test_a_policy_for_salvaging_asks_between_equals():
    game = table("junkyard").standing(0, "e1").slotting("grab").with_pile(1, "crane", "scoop")
    game.with_pile(2, "reactor").resolve()
    assert follow(game, SalvagePolicy("highest")) is None
    assert follow(game, SalvagePolicy("largest")) == SalvageFrom(0)
    game.with_pile(2, "scoop")
    assert follow(game, SalvagePolicy("highest")) == SalvageFrom(0)


@ruling("order-1")
def test_an_order_goes_with_its_moment_and_a_policy_stays():
    order = TurnAt(ROUND, 1, 0, "left")
    game = table("junkyard").standing(0, "w5").slotting("", "", "stash").holding("pivot", "crawl", "crane")
    assert spent(game, order), "there is no Turn in that register"
    game.slot("pivot", 1)
    assert not spent(game, order)
    game.take_back(1)
    assert spent(game, order)
    game.slot("pivot", 1).resolve().turn("left")
    assert game.asked == (0,)
    assert spent(game, order)
    game.scrap("crane")
    assert game.state.round == ROUND + 1
    assert spent(game, TurnAt(ROUND, 2, 0, "left"))
    assert not spent(game, ScrapPolicy("highest"))


@ruling("order-1")
def test_an_order_for_a_register_that_was_passed_by_is_spent():
    game = table("junkyard").slotting("", "", "stash", "pivot").holding("crawl", "grab")
    order = TurnAt(ROUND, 4, 0, "left")
    assert not spent(game, order)
    game.resolve()
    assert not spent(game, order), "the register may still be activated"
    game.state.register = 5
    assert spent(game, order)


@ruling("order-1")
def test_a_policy_is_spent_when_the_game_is_over():
    game = table("junkyard").in_round(5, of=5).resolve()
    assert spent(game, ScrapPolicy("highest"))
    assert offered(game) == []


@ruling("order-1")
def test_orders_are_read_like_moves_and_change_nothing_that_anybody_sees():
    game = table("junkyard").slotting("crane", "furnace").holding("crawl")
    before = [to_json(game.game.view(game.state, viewer)) for viewer in viewers(2)]
    offers = game.game.orders(game.state, 0)
    assert len({to_json(offer.order) for offer in offers}) == len(offers)
    plain = {"type": "turn-at", "round": 5, "register": 1, "step": 1, "side": "left"}
    assert read_move(game.game.order_type, plain) == TurnAt(5, 1, 1, "left")
    assert [to_json(game.game.view(game.state, viewer)) for viewer in viewers(2)] == before


@ruling("order-2")
def test_a_policy_is_one_of_a_kind_and_comes_after_an_order_for_the_very_choice():
    game = table("junkyard").game
    assert game.replaces(ScrapPolicy("highest"), ScrapPolicy("lowest"))
    assert not game.replaces(ScrapPolicy("highest"), TrashPolicy("highest"))
    assert game.is_policy(ScrapPolicy("highest"))
    assert not game.is_policy(TurnAt(ROUND, 1, 0, "left"))


@ruling("order-2")
def test_an_order_takes_the_place_of_one_for_the_same_choice():
    game = table("junkyard").game
    assert game.replaces(TurnAt(ROUND, 1, 0, "left"), TurnAt(ROUND, 1, 0, "right"))
    assert not game.replaces(TurnAt(ROUND, 1, 0, "left"), TurnAt(ROUND, 2, 0, "left"))
    assert not game.replaces(GiveAt(ROUND, 1, 0, 1), GiveAt(ROUND, 1, 0, 2)), "the effect may need both"


@ruling("order-1")
def test_a_refused_order_says_why():
    game = table("junkyard").standing(0, "e1").slotting("grab")
    refuse = game.game.refuse_order
    game.state.piles[8] = []
    assert refuse(game.state, 0, SalvageAt(ROUND, 1, 0, 8)).rule == "salvage-3"
    assert refuse(game.state, 0, TurnAt(ROUND, 3, 0, "left")).reason == "Your register 3 is empty."
    assert refuse(game.state, 0, ScrapPolicy("highest")) is None
