"""Activating Components."""

import pytest

from games.titles.scrapbots.events import ComponentActivated
from games.titles.scrapbots.moves import ActivateComponent
from tests.table import ScriptedChance, ruling, table


@ruling("activate-1", "term-activate")
def test_a_component_needs_a_ready_scrapbot(edition):
    game = table("scrapbots", edition).with_hand("chainsaw").with_bot("drone", lane=0, ready=False)
    with game.refuses("activate-1"):
        game.activate("chainsaw", lane=0)
    with game.refuses("activate-1"):
        game.activate("chainsaw", lane=1)


@ruling("activate-1")
def test_a_component_is_not_activated_on_an_enemy_scrapbot(edition):
    game = table("scrapbots", edition).with_hand("chainsaw").facing("drone", lane=1)
    with game.refuses("activate-1"):
        game.activate("chainsaw", lane=1)


@ruling("activate-2")
def test_the_text_is_followed_then_the_component_discarded(edition):
    game = table("scrapbots", edition).with_hand("chainsaw").with_bot("drone").activate("chainsaw")
    assert game.mine.hand == []
    assert game.mine.discard == ["chainsaw"]
    assert game.events[0] == ComponentActivated("activate-2", 0, "chainsaw", 1, "drone")


@ruling("activate-2")
def test_activating_gives_neither_scrap_nor_energy(edition):
    game = table("scrapbots", edition).with_hand("chainsaw").with_bot("drone").activate("chainsaw")
    assert game.pool == (0, 0)


@ruling("activate-2")
@pytest.mark.parametrize("card", ["spare-parts", "drone", "supply-crate"])
def test_only_a_component_with_a_text_can_be_activated(edition, card):
    game = table("scrapbots", edition).with_hand(card).with_bot("drone")
    with game.refuses("activate-2"):
        game.activate(card)


@ruling("activate-2")
def test_a_component_that_is_not_in_hand_cannot_be_activated(edition):
    game = table("scrapbots", edition).with_bot("drone")
    with game.refuses("activate-2"):
        game.activate("chainsaw")


@ruling("activate-3")
def test_activating_does_not_exhaust_so_the_scrapbot_goes_on(edition):
    game = table("scrapbots", edition).with_hand("chainsaw", "chainsaw").with_bot("drone").with_pool(energy=2)
    game.facing("golem", lane=0).facing("golem", lane=1).facing("golem", lane=2)
    game.activate("chainsaw").activate("chainsaw")
    assert game.mine.lane(1).ready
    assert game.attack().theirs.lane(1).damage == 30


@ruling("activate-4", "damage-2")
@pytest.mark.parametrize("lane, damage", [(0, [10, 10, 0]), (1, [10, 10, 10]), (2, [0, 10, 10])])
def test_a_component_strikes_from_the_lane_of_its_scrapbot(edition, lane, damage):
    game = table("scrapbots", edition).with_hand("chainsaw").with_bot("drone", lane=lane)
    for place in range(3):
        game.facing("golem", lane=place)
    game.activate("chainsaw", lane=lane)
    assert [game.theirs.lane(place).damage for place in range(3)] == damage


@ruling("activate-4", "damage-5")
def test_a_component_wounds_through_open_lanes(edition):
    game = (
        table("scrapbots", edition)
        .with_hand("chainsaw")
        .with_bot("drone", lane=0)
        .activate("chainsaw", lane=0)
    )
    assert game.stack == 18


@ruling("turn-3", "effect-destroy")
def test_a_rocket_pod_with_nothing_to_destroy_is_not_offered(edition):
    game = (
        table("scrapbots", edition).with_hand("rocket-pod").with_bot("drone", lane=0).facing("golem", lane=1)
    )
    assert not game.offered(ActivateComponent("rocket-pod", 0))
    with game.refuses("turn-3"):
        game.activate("rocket-pod", lane=0)


@ruling("turn-3", "effect-servo", "servo-1")
def test_a_second_servomotor_on_a_primed_scrapbot_is_not_offered(edition):
    game = table("scrapbots", edition).with_hand("servomotor", "servomotor").with_bot("drone")
    game.activate("servomotor")
    with game.refuses("turn-3"):
        game.activate("servomotor")


@ruling("turn-3", "effect-repair", "term-repair")
def test_repairing_an_undamaged_scrapbot_is_not_offered():
    game = table("scrapbots", "3.4").with_hand("armor-plate", "repair-kit").with_bot("drone")
    with game.refuses("turn-3"):
        game.activate("armor-plate")
    with game.refuses("resource-3"):
        game.play("repair-kit", lane=1)


@ruling("coin-1")
def test_a_coin_is_asked_for_by_the_card_that_flips_it():
    class Asked(ScriptedChance):
        def coin(self, purpose: str) -> bool:
            asked.append(purpose)
            return False

    asked: list[str] = []
    game = table("scrapbots", "3.6").with_hand("blaster").with_bot("scout").with_pool(energy=5)
    game.chance = Asked()
    game.activate("blaster").attack(number=1)
    assert asked == ["coin:blaster", "coin:scout"]
