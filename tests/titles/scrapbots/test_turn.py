"""The turn: its phases, discarding, cleaning up, drawing, and Wounds in the Draw phase."""

from games.titles.scrapbots.events import (
    CardsDrawn,
    DeckReshuffled,
    HandDiscarded,
    PoolsEmptied,
    ScrapbotReadied,
    TurnBegan,
    WoundsDiscarded,
)
from games.titles.scrapbots.moves import ActivateComponent, EndTurn
from tests.table import ruling, table
from tests.titles.scrapbots.table import wounds

FIVE = ("drone", "scout", "golem", "chainsaw", "sentinel")


@ruling("turn-1", "turn-5")
def test_phases_come_in_order_and_the_turn_passes(edition):
    game = (
        table("scrapbots", edition)
        .with_hand("chainsaw")
        .with_pool(scrap=2, energy=3)
        .with_bot("drone", ready=False)
        .with_deck(*FIVE)
        .end_turn()
    )
    assert [type(event) for event in game.events] == [
        HandDiscarded,
        PoolsEmptied,
        ScrapbotReadied,
        CardsDrawn,
        TurnBegan,
    ]
    assert game.cited == ["discard-1", "cleanup-1", "cleanup-2", "draw-1", "turn-1"]
    assert (game.state.active, game.state.turn) == (1, 11)


@ruling("turn-2")
def test_a_turn_may_be_passed_without_any_action(edition):
    game = table("scrapbots", edition)
    assert game.game.legal(game.state, 0) == [EndTurn()]
    assert game.end_turn().state.active == 1


@ruling("turn-2")
def test_the_same_action_may_be_taken_again_and_again(edition):
    game = table("scrapbots", edition).with_hand("chainsaw", "chainsaw", "chainsaw")
    assert game.scrap("chainsaw").scrap("chainsaw").scrap("chainsaw").pool == (15, 0)


@ruling("turn-3")
def test_an_action_that_could_change_nothing_is_not_offered(edition):
    game = table("scrapbots", edition).with_hand("servomotor").with_bot("drone", primed=True)
    assert not game.offered(ActivateComponent("servomotor", 1))
    with game.refuses("turn-3"):
        game.activate("servomotor")


@ruling("discard-1")
def test_the_whole_hand_is_discarded_wounds_as_well(edition):
    game = table("scrapbots", edition).with_hand("drone", *wounds(1), "scout").with_deck(*FIVE).end_turn()
    assert game.mine.discard == ["drone", *wounds(1), "scout"]
    assert game.happened(HandDiscarded)[0].cards == ("drone", *wounds(1), "scout")


@ruling("cleanup-1", "term-pool")
def test_unspent_scrap_and_energy_are_lost(edition):
    game = table("scrapbots", edition).with_pool(scrap=4, energy=1).end_turn()
    assert game.pool == (0, 0)
    assert game.happened(PoolsEmptied)[0].line()[1] == " left 4 Scrap and 1 Energy unspent."


def test_empty_pools_are_not_worth_a_line(edition):
    assert table("scrapbots", edition).end_turn().happened(PoolsEmptied) == []


@ruling("cleanup-2", "term-ready", "term-exhausted", "cleanup-3")
def test_own_scrapbots_become_ready_and_the_enemys_do_not(edition):
    game = (
        table("scrapbots", edition)
        .with_bot("drone", lane=0, ready=False)
        .with_bot("scout", lane=2, ready=False)
        .facing("golem", ready=False)
        .end_turn()
    )
    assert game.mine.lane(0).ready
    assert game.mine.lane(2).ready
    assert not game.theirs.lane(1).ready


@ruling("cleanup-2", "effect-exhaust", "cleanup-3")
def test_a_scrapbot_exhausted_by_the_enemy_misses_its_next_turn(edition):
    game = table("scrapbots", edition).with_hand("magnet-trap").facing("golem")
    game.play("magnet-trap", lane=1).end_turn()
    assert not game.theirs.lane(1).ready
    game.do(EndTurn(), seat=1)
    assert game.theirs.lane(1).ready


@ruling("draw-1", "effect-draw")
def test_five_cards_are_drawn_from_the_top(edition):
    game = table("scrapbots", edition).with_deck(*FIVE, "enforcer").end_turn()
    assert game.mine.hand == list(FIVE)
    assert game.mine.deck == ["enforcer"]


@ruling("draw-2")
def test_the_discard_pile_is_reshuffled_when_the_deck_runs_out(edition):
    game = table("scrapbots", edition).with_deck("drone", "scout").with_discard(*FIVE).end_turn()
    assert len(game.mine.hand) == 5
    assert game.mine.hand[:2] == ["drone", "scout"]
    assert game.mine.discard == []
    assert len(game.mine.deck) == 2
    assert game.happened(DeckReshuffled)[0].count == 5


@ruling("draw-2")
def test_no_reshuffle_until_a_card_is_missing(edition):
    game = table("scrapbots", edition).with_deck(*FIVE).with_discard("enforcer").end_turn()
    assert game.mine.discard == ["enforcer"]
    assert game.happened(DeckReshuffled) == []


@ruling("draw-2", "discard-1")
def test_the_hand_just_discarded_is_part_of_the_reshuffle(edition):
    game = table("scrapbots", edition).with_hand("drone", "scout").end_turn()
    assert sorted(game.mine.hand) == ["drone", "scout"]


@ruling("draw-3")
def test_with_deck_and_discard_pile_empty_fewer_cards_are_drawn(edition):
    game = table("scrapbots", edition).with_deck("drone", "scout").end_turn()
    assert game.mine.hand == ["drone", "scout"]
    assert game.happened(CardsDrawn)[0].count == 2


@ruling("draw-3")
def test_with_nothing_at_all_to_draw_no_card_is_drawn(edition):
    drawn = table("scrapbots", edition).end_turn().happened(CardsDrawn)
    assert [(event.count, event.rule) for event in drawn] == [(0, "draw-3")]


@ruling("draw-4", "term-wound")
def test_wounds_drawn_are_discarded_together_and_two_cards_drawn_for_each(edition):
    deck = (
        "drone",
        *wounds(1),
        "scout",
        *wounds(1),
        "golem",
        "chainsaw",
        "sentinel",
        "enforcer",
        "drone",
        "scout",
    )
    game = table("scrapbots", edition).with_deck(*deck).end_turn()
    assert game.mine.hand == ["drone", "scout", "golem", "chainsaw", "sentinel", "enforcer", "drone"]
    assert game.mine.discard == list(wounds(2))
    assert game.mine.deck == ["scout"]
    assert game.happened(WoundsDiscarded)[0].count == 2
    assert game.cited == ["draw-1", "draw-4", "draw-4", "turn-1"]


@ruling("draw-4")
def test_wounds_discarded_in_the_draw_phase_give_no_energy(edition):
    game = table("scrapbots", edition).with_deck(*wounds(2)).end_turn()
    assert game.happened(WoundsDiscarded)[0].energy == 0
    assert game.pool == (0, 0)


@ruling("draw-5")
def test_wounds_drawn_again_stay_in_hand(edition):
    deck = (*wounds(1), "drone", "scout", "golem", "chainsaw", *wounds(2), "sentinel")
    game = table("scrapbots", edition).with_deck(*deck).end_turn()
    assert game.mine.hand == ["drone", "scout", "golem", "chainsaw", *wounds(2)]
    assert len(game.happened(WoundsDiscarded)) == 1


@ruling("draw-4", "draw-5", "draw-2")
def test_discarded_wounds_may_come_back_at_once_by_a_reshuffle(edition):
    game = table("scrapbots", edition).with_deck(*wounds(1), "drone", "scout", "golem", "chainsaw").end_turn()
    assert sorted(game.mine.hand) == sorted(["drone", "scout", "golem", "chainsaw", *wounds(1)])
    assert game.mine.discard == []


@ruling("draw-4")
def test_the_second_players_first_hand_is_not_the_draw_phase(edition):
    game = table("scrapbots", edition).with_hand(*wounds(2))
    assert game.mine.hand == list(wounds(2))
    assert game.game.legal(game.state, 0) == [EndTurn()]
