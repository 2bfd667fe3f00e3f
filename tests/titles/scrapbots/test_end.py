"""The end of the game: the last Wound, the result, draws and the turn cap."""

import pytest

from games.engine.errors import MatchOver, NotYourTurn
from games.titles.scrapbots.events import CardsDrawn, CoinFlipped, GameEnded, ScrapbotDestroyed, TurnBegan
from games.titles.scrapbots.moves import EndTurn
from tests.table import ruling, table
from tests.titles.scrapbots.table import WOUND, wounds


def result(game):
    return game.game.result(game.state)


@ruling("end-1", "aim-1")
def test_the_game_ends_at_once_with_the_last_wound(edition):
    game = table("scrapbots", edition).with_stack(1).with_bot("drone").with_pool(energy=2).attack()
    assert game.stack == 0
    assert game.game.to_act(game.state) == ()
    assert result(game).rule == "end-1"
    assert isinstance(game.events[-1], GameEnded)


@ruling("end-1", "end-5")
def test_the_last_wound_ends_the_game_in_mid_attack(edition):
    game = table("scrapbots", edition).with_stack(1).with_bot("golem").with_deck("drone").with_pool(energy=8)
    game.attack(number=1)
    assert game.happened(CardsDrawn) == []
    assert game.mine.hand == []
    assert game.theirs.discard == list(wounds(1))


@ruling("end-1", "damage-2", "end-5")
def test_no_splash_and_no_destruction_after_the_last_wound(edition):
    game = table("scrapbots", edition).with_stack(1).with_bot("enforcer").with_pool(energy=7)
    game.facing("drone", lane=2).attack(number=1)
    assert game.theirs.lane(2).damage == 0
    assert game.happened(ScrapbotDestroyed) == []


@ruling("end-1", "damage-7")
def test_when_splash_deals_the_last_wound_nothing_more_is_struck_or_destroyed(edition):
    game = table("scrapbots", edition).with_stack(1).with_bot("enforcer").with_pool(energy=7)
    game.facing("drone", lane=1, damage=30).facing("drone", lane=2).attack(number=1)
    assert game.theirs.lane(2).damage == 0
    assert game.happened(ScrapbotDestroyed) == []
    assert game.theirs.discard == list(wounds(1))


@ruling("end-1", "coin-1")
def test_no_coin_is_flipped_after_the_last_wound(edition):
    game = table("scrapbots", edition).with_stack(2).with_bot("scout").with_pool(energy=5).attack(number=1)
    assert game.happened(CoinFlipped) == []


@ruling("end-1")
def test_no_more_wounds_are_dealt_than_the_stack_has(edition):
    game = table("scrapbots", edition).with_stack(3).with_bot("golem").with_pool(energy=6).attack()
    assert game.theirs.discard == list(wounds(3))


@ruling("end-1")
def test_the_last_wound_may_come_from_a_component(edition):
    game = (
        table("scrapbots", edition).with_stack(1).with_hand("chainsaw").with_bot("drone").activate("chainsaw")
    )
    assert result(game).winners == (0,)
    assert game.mine.discard == ["chainsaw"]


@ruling("end-2")
def test_the_one_with_fewer_wounds_wins_wherever_they_are(edition):
    game = table("scrapbots", edition).with_stack(1).with_bot("drone").with_pool(energy=2)
    game.with_hand(WOUND).with_deck(WOUND).with_discard(WOUND)
    game.with_enemy(hand=wounds(1), deck=wounds(2)).attack()
    assert result(game).scores == (3, 4)
    assert result(game).winners == (0,)
    assert game.events[-1] == GameEnded("end-2", 0, (3, 4))


@ruling("end-2")
def test_dealing_the_last_wound_does_not_mean_winning(edition):
    game = table("scrapbots", edition).with_stack(1).with_bot("drone").with_pool(energy=2)
    game.with_discard(*wounds(5)).attack()
    assert result(game).winners == (1,)


@ruling("end-3")
def test_equal_wounds_are_a_draw(edition):
    game = table("scrapbots", edition).with_stack(1).with_bot("drone").with_pool(energy=2)
    game.with_discard(*wounds(1)).attack()
    assert result(game).winners == ()
    assert game.events[-1] == GameEnded("end-3", -1, (1, 1))
    assert game.events[-1].line() == ("The game is over: a draw, with 1 Wound each.",)


@ruling("house-1")
def test_after_the_last_turn_of_the_cap_the_fewest_wounds_win(edition):
    game = table("scrapbots", edition).on_turn(8, of=8).with_enemy(discard=wounds(2)).end_turn()
    assert result(game).rule == "house-1"
    assert result(game).winners == (0,)
    assert game.happened(TurnBegan) == []
    assert game.stack == 20


@ruling("house-1")
def test_the_turn_before_the_cap_is_not_the_last(edition):
    game = table("scrapbots", edition).on_turn(7, of=8).end_turn()
    assert result(game) is None
    game.do(EndTurn(), seat=1)
    assert result(game).rule == "house-1"


@ruling("house-1", "end-3")
def test_a_cap_without_any_wound_is_a_draw(edition):
    assert result(table("scrapbots", edition).on_turn(8, of=8).end_turn()).winners == ()


@ruling("end-1")
def test_nothing_can_be_played_after_the_end(edition):
    game = table("scrapbots", edition).on_turn(8, of=8).end_turn()
    for seat in (0, 1):
        assert game.game.legal(game.state, seat) == []
        assert game.game.offers(game.state, seat) == []
        with pytest.raises(MatchOver):
            game.do(EndTurn(), seat=seat)


@ruling("turn-1")
def test_the_other_player_waits(edition):
    game = table("scrapbots", edition)
    assert game.game.legal(game.state, 1) == []
    with pytest.raises(NotYourTurn) as refused:
        game.do(EndTurn(), seat=1)
    assert refused.value.rule == "turn-1"


@ruling("effect-wound-return", "end-1")
def test_a_returned_wound_delays_the_end(later):
    game = table("scrapbots", later).with_stack(1).with_hand("med-pack", WOUND).with_bot("drone")
    game.with_pool(energy=2).play("med-pack", pile="hand").attack()
    assert game.stack == 1
    assert result(game) is None
