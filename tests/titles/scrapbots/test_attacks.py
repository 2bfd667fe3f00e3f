"""Attacks: who may attack, what it costs, what it hits, and what happens to Scrapbots and Wounds."""

import pytest

from games.titles.scrapbots.events import (
    Attacked,
    CoinFlipped,
    DamageDealt,
    ScrapbotDestroyed,
    ScrapbotReadied,
    WoundsDealt,
)
from tests.table import ruling, table
from tests.titles.scrapbots.table import wounds


@ruling("attack-1")
def test_exhausted_scrapbot_cannot_attack(edition):
    game = table("scrapbots", edition).with_bot("drone", ready=False).with_pool(energy=9)
    with game.refuses("attack-1"):
        game.attack()


@ruling("attack-1")
def test_an_empty_lane_cannot_attack(edition):
    game = table("scrapbots", edition).facing("drone").with_pool(energy=9)
    with game.refuses("attack-1"):
        game.attack()


@ruling("attack-2")
def test_attacking_exhausts_so_that_each_attacks_once(edition):
    game = table("scrapbots", edition).with_bot("drone").with_pool(energy=9).attack()
    assert not game.mine.lane(1).ready
    with game.refuses("attack-1"):
        game.attack()


@ruling("attack-3", "term-energy", "pay-1")
def test_an_attack_is_paid_from_the_pool(edition):
    game = table("scrapbots", edition).with_bot("drone").with_pool(scrap=1, energy=5).attack()
    assert game.pool == (1, 3)
    assert game.events[0] == Attacked("attack-2", 0, "drone", 1, 0, 2)


@ruling("attack-3")
def test_an_attack_that_costs_more_than_the_pool_is_refused(edition):
    game = table("scrapbots", edition).with_bot("drone").with_pool(scrap=9, energy=3)
    with game.refuses("attack-3"):
        game.attack(number=1)
    assert game.attack(number=0).pool == (9, 1)


@ruling("attack-1")
def test_a_second_attack_that_is_not_printed_is_refused(later):
    game = table("scrapbots", later).with_bot("sentry-gun").with_pool(energy=9)
    with game.refuses("attack-1"):
        game.attack(number=1)


@ruling("attack-3", "attack-2", "pay-1")
def test_the_rulebooks_example_of_paying_for_two_attacks(edition):
    game = table("scrapbots", edition).with_bot("drone", lane=0).with_bot("scout", lane=1).with_pool(energy=7)
    game.coins("tails").attack(lane=1, number=1).attack(lane=0)
    assert game.pool == (0, 0)
    assert game.end_turn().mine.lane(0).ready


@ruling("damage-1")
@pytest.mark.parametrize("lane", [0, 1, 2])
def test_an_attack_strikes_the_lane_across(edition, lane):
    game = table("scrapbots", edition).with_bot("scout", lane=lane).with_pool(energy=3)
    for enemy_lane in range(3):
        game.facing("golem", lane=enemy_lane)
    game.attack(lane=lane)
    assert [game.theirs.lane(place).damage for place in range(3)] == [
        20 * (place == lane) for place in range(3)
    ]
    assert game.happened(DamageDealt) == [DamageDealt("damage-1", 1, "golem", lane, 20, 20, 80, False)]


@ruling("damage-2", "term-splash")
def test_splash_from_the_centre_strikes_both_outer_lanes_in_full(edition):
    game = table("scrapbots", edition).with_bot("enforcer", lane=1).with_pool(energy=7)
    for lane in range(3):
        game.facing("golem", lane=lane)
    game.attack(lane=1, number=1)
    assert [game.theirs.lane(lane).damage for lane in range(3)] == [20, 20, 20]


@ruling("damage-2")
@pytest.mark.parametrize("lane, damage", [(0, [20, 20, 0]), (2, [0, 20, 20])])
def test_splash_from_an_outer_lane_strikes_the_centre_only(edition, lane, damage):
    game = table("scrapbots", edition).with_bot("enforcer", lane=lane).with_pool(energy=7)
    for place in range(3):
        game.facing("golem", lane=place)
    game.attack(lane=lane, number=1)
    assert [game.theirs.lane(place).damage for place in range(3)] == damage


@ruling("damage-2")
def test_splash_spares_your_own_scrapbots(edition):
    game = table("scrapbots", edition).with_pool(energy=7)
    for lane in range(3):
        game.with_bot("enforcer", lane=lane).facing("golem", lane=lane)
    game.attack(lane=1, number=1)
    assert [game.mine.lane(lane).damage for lane in range(3)] == [0, 0, 0]


@ruling("damage-3", "term-health")
def test_damage_that_equals_health_destroys(edition):
    game = table("scrapbots", edition).with_bot("drone").facing("drone", damage=30, primed=True)
    game.with_enemy(discard=("golem",)).with_pool(energy=2).attack()
    assert game.theirs.lane(1) is None
    assert game.theirs.discard == ["golem", "drone"]
    assert game.happened(ScrapbotDestroyed) == [ScrapbotDestroyed("damage-3", 1, "drone", 1)]


@ruling("damage-3")
def test_damage_one_counter_short_of_health_does_not_destroy(edition):
    game = (
        table("scrapbots", edition).with_bot("drone").facing("drone", damage=20).with_pool(energy=2).attack()
    )
    assert game.theirs.lane(1).damage == 30


@ruling("damage-3", "damage-8", "servo-1")
def test_counters_and_flags_are_gone_when_a_destroyed_scrapbot_is_built_again(edition):
    game = table("scrapbots", edition).with_bot("drone").facing("drone", damage=30, primed=True)
    game.with_pool(energy=2).attack()
    assert (game.state.damage[4], game.state.ready[4], game.state.primed[4]) == (0, 0, 0)


@ruling("damage-4")
def test_excess_damage_is_lost(edition):
    game = table("scrapbots", edition).with_bot("golem").facing("drone", damage=30).with_pool(energy=6)
    game.coins("tails").attack()
    assert game.theirs.lane(1) is None
    assert game.theirs.discard == ["drone"]
    assert game.stack == 20


@ruling("damage-5", "term-undefended")
def test_an_open_lane_takes_a_wound_for_every_ten(edition):
    game = table("scrapbots", edition).with_bot("golem").with_pool(energy=6).coins("tails").attack()
    assert game.stack == 16
    assert game.theirs.discard == list(wounds(4))
    assert game.happened(WoundsDealt) == [WoundsDealt("damage-5", 1, 1, 4, 16)]


@ruling("damage-5", "damage-2", "damage-9")
def test_splash_into_open_lanes_wounds_too(edition):
    game = table("scrapbots", edition).with_bot("enforcer").facing("golem").with_pool(energy=7)
    game.attack(number=1)
    assert game.stack == 16
    assert [event.lane for event in game.happened(WoundsDealt)] == [0, 2]
    assert game.theirs.lane(1).damage == 20


@ruling("damage-5", "damage-3")
def test_the_rulebooks_example_of_splash_into_an_open_lane(edition):
    beaten = ("sentry-gun", 0) if edition != "3.4" else ("scout", 30)
    game = table("scrapbots", edition).with_bot("enforcer").with_pool(energy=7)
    game.facing(beaten[0], lane=1, damage=beaten[1]).facing("drone", lane=0)
    game.attack(number=1)
    assert game.theirs.lane(1) is None
    assert game.theirs.lane(0).damage == 20
    assert game.stack == 18


@ruling("damage-6")
def test_damage_stays_from_turn_to_turn(edition):
    game = table("scrapbots", edition).with_bot("drone", damage=20).facing("drone", damage=10).end_turn()
    assert game.mine.lane(1).damage == 20
    assert game.theirs.lane(1).damage == 10


@ruling("damage-7")
def test_all_damage_of_one_activation_strikes_the_same_scrapbot(later):
    game = table("scrapbots", later).with_hand("blaster").with_bot("drone").facing("drone", damage=30)
    game.coins("heads").activate("blaster")
    assert game.theirs.lane(1) is None
    assert game.stack == 20
    assert [event.damage for event in game.happened(DamageDealt)] == [40, 60]


@ruling("damage-7")
def test_destruction_comes_after_the_last_step_of_the_attack(edition):
    game = table("scrapbots", edition).with_bot("drone").facing("drone", damage=30).with_deck("scout")
    game.with_pool(energy=4).attack(number=1)
    assert game.cited == ["attack-2", "damage-1", "effect-draw", "damage-3"]


@ruling("coin-1")
def test_heads_the_effect_happens_and_tails_it_does_not(edition):
    game = table("scrapbots", edition).with_bot("sentinel").with_deck("drone").with_pool(energy=4)
    game.coins("tails").attack()
    assert game.stack == 20
    assert game.happened(CoinFlipped) == [CoinFlipped("coin-1", 0, False)]
    game = table("scrapbots", edition).with_bot("sentinel").with_deck("drone").with_pool(energy=4)
    game.coins("heads").attack()
    assert game.stack == 17


@ruling("effect-servo")
def test_a_primed_scrapbot_is_ready_again_after_its_attack_once(edition):
    game = table("scrapbots", edition).with_bot("drone", primed=True).with_pool(energy=4).attack()
    assert game.mine.lane(1).ready
    assert not game.mine.lane(1).primed
    assert game.happened(ScrapbotReadied) == [ScrapbotReadied("effect-servo", 0, "drone", 1)]
    assert not game.attack().mine.lane(1).ready


@ruling("effect-servo")
def test_a_priming_waits_through_turns_without_an_attack(edition):
    game = table("scrapbots", edition).with_bot("drone", primed=True).end_turn()
    assert game.mine.lane(1).primed


@ruling("effect-servo", "term-ready")
def test_a_primed_scrapbot_that_is_exhausted_still_cannot_attack(edition):
    game = table("scrapbots", edition).with_bot("drone", primed=True, ready=False).with_pool(energy=4)
    with game.refuses("attack-1"):
        game.attack()
