"""Building Scrapbots and buying from the Market."""

from games.titles.scrapbots.events import CardBought, MarketDealt, ScrapbotBuilt
from games.titles.scrapbots.moves import BuildScrapbot
from tests.table import ruling, table


@ruling("build-1", "build-2", "type-scrapbot", "term-lane", "term-scrapbot", "build-4")
def test_a_scrapbot_is_built_in_an_empty_lane_for_free_and_is_exhausted(edition):
    game = table("scrapbots", edition).with_hand("scout").play("scout", lane=1)
    scout = game.mine.lane(1)
    assert (scout.card, scout.damage, scout.ready, scout.primed) == ("scout", 0, False, False)
    assert game.mine.hand == []
    assert game.events == [ScrapbotBuilt("build-2", 0, "scout", 1)]


@ruling("build-1", "build-3")
def test_a_scrapbot_is_not_built_into_a_taken_lane(edition):
    game = table("scrapbots", edition).with_hand("scout").with_bot("drone", lane=1)
    with game.refuses("build-1"):
        game.build("scout", lane=1)


@ruling("build-1", "build-3")
def test_with_three_scrapbots_nothing_can_be_built(edition):
    game = table("scrapbots", edition).with_hand("scout")
    for lane in range(3):
        game.with_bot("drone", lane=lane)
    assert not any(isinstance(move, BuildScrapbot) for move in game.game.legal(game.state, 0))


@ruling("build-1")
def test_only_a_scrapbot_in_hand_is_built(edition):
    game = table("scrapbots", edition).with_hand("chainsaw")
    with game.refuses("build-1"):
        game.build("chainsaw", lane=0)
    with game.refuses("build-1"):
        game.build("drone", lane=0)


@ruling("build-2", "attack-1", "activate-1")
def test_a_new_scrapbot_neither_attacks_nor_activates_until_the_next_turn(edition):
    game = (
        table("scrapbots", edition).with_hand("drone", "chainsaw").with_pool(energy=9).build("drone", lane=0)
    )
    with game.refuses("attack-1"):
        game.attack(lane=0)
    with game.refuses("activate-1"):
        game.activate("chainsaw", lane=0)
    assert game.end_turn().mine.lane(0).ready


@ruling("buy-1", "term-market")
def test_a_card_is_paid_with_scrap_and_goes_to_the_discard_pile(edition):
    game = table("scrapbots", edition).with_market("golem", "drone").with_pool(scrap=5, energy=2).buy("drone")
    assert game.pool == (1, 2)
    assert game.mine.discard == ["drone"]
    assert game.events == [CardBought("buy-1", 0, "drone", 4)]


@ruling("buy-1")
def test_a_card_that_costs_more_than_the_pool_is_refused(edition):
    game = table("scrapbots", edition).with_market("drone").with_pool(scrap=3, energy=9)
    with game.refuses("buy-1"):
        game.buy("drone")


@ruling("buy-1")
def test_only_cards_of_the_market_are_for_sale(edition):
    game = table("scrapbots", edition).with_market("drone").with_pool(scrap=99)
    for card in ("scout", "spare-parts", "no-such-card", ""):
        with game.refuses("buy-1"):
            game.buy(card)


@ruling("buy-2", "term-main-deck", "buy-3")
def test_the_gap_is_filled_in_its_place_before_anything_else(edition):
    game = (
        table("scrapbots", edition)
        .with_market("golem", "drone", "scout")
        .with_main_deck("chainsaw", "sentinel")
        .with_pool(scrap=4)
        .buy("drone")
    )
    assert game.market[:2] == ["golem", "chainsaw"]
    assert game.cited == ["buy-1", "buy-2"]


@ruling("buy-2")
def test_the_card_just_turned_up_can_be_bought_in_the_same_turn(edition):
    game = table("scrapbots", edition).with_market(*["drone"] * 5).with_main_deck("scout").with_pool(scrap=9)
    game.buy("drone").buy("scout")
    assert game.mine.discard == ["drone", "scout"]
    assert game.pool == (0, 0)


@ruling("buy-2", "buy-3")
def test_gaps_stay_open_when_the_main_deck_has_run_out(edition):
    game = table("scrapbots", edition).with_market("golem", "drone").with_pool(scrap=4).buy("drone")
    assert game.market == ["golem", "", "", "", ""]
    assert game.happened(MarketDealt) == []


@ruling("buy-1")
def test_of_two_equal_cards_one_is_bought(edition):
    game = table("scrapbots", edition).with_market("drone", "drone").with_pool(scrap=9).buy("drone")
    assert game.market.count("drone") == 1


@ruling("build-3")
def test_a_new_scrapbot_of_the_same_kind_is_undamaged(edition):
    game = table("scrapbots", edition).with_hand("drone").with_bot("drone", lane=0, damage=30)
    game.build("drone", lane=1)
    assert game.mine.lane(0).damage == 30
    assert game.mine.lane(1).damage == 0
