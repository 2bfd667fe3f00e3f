"""Refusals say the cause: what is missing where, and the rule that asks for it."""

import pytest

from games.engine.errors import IllegalMove
from games.titles.scrapbots.moves import ActivateComponent, Attack, GainScrap, PlayResource
from tests.table import ruling, table


def why_not(game, move):
    with pytest.raises(IllegalMove) as refused:
        game.do(move)
    return refused.value.rule, refused.value.reason


@ruling("turn-3", "effect-destroy")
def test_there_is_nobody_to_destroy(edition):
    game = table("scrapbots", edition).with_hand("rocket-pod").with_bot("drone", lane=0)
    words = "There is no enemy Scrapbot in the left Lane."
    assert why_not(game, ActivateComponent("rocket-pod", 0)) == ("turn-3", words)


@ruling("turn-3", "servo-1")
def test_a_scrapbot_already_becomes_ready_after_its_attack(edition):
    game = table("scrapbots", edition).with_hand("servomotor").with_bot("golem", primed=True)
    words = "Golem will already become Ready after its next attack."
    assert why_not(game, ActivateComponent("servomotor", 1)) == ("turn-3", words)


@ruling("resource-3", "effect-exhaust", "effect-ready")
def test_the_target_of_a_resource_is_missing_or_as_it_should_be(later):
    game = table("scrapbots", later).with_hand("magnet-trap", "fusion-cell")
    game.facing("drone", ready=False).with_bot("golem")
    for card, lane, words in (
        ("magnet-trap", 0, "There is no enemy Scrapbot in the left Lane."),
        ("magnet-trap", 1, "The enemy Drone is already exhausted."),
        ("fusion-cell", 2, "You have no Scrapbot in the right Lane."),
        ("fusion-cell", 1, "Your Golem is already Ready."),
    ):
        assert why_not(game, PlayResource(card, "none", lane)) == ("resource-3", words)


@ruling("resource-3", "effect-wound-return")
def test_there_is_no_wound_to_return(later):
    game = table("scrapbots", later).with_hand("med-pack")
    move = PlayResource("med-pack", "none", None, "discard")
    assert why_not(game, move) == ("resource-3", "There is no Wound in your discard pile.")


@ruling("attack-1")
def test_a_scrapbot_has_no_second_attack(later):
    game = table("scrapbots", later).with_bot("sentry-gun").with_pool(energy=9)
    assert why_not(game, Attack(1, 1)) == ("attack-1", "Sentry Gun has only one attack.")


@ruling("scrap-2", "draw-5")
def test_a_wound_in_the_hand_says_why_it_is_still_there(edition):
    """Its text is about the Draw phase, and nothing said that it happens once."""
    game = table("scrapbots", edition).with_hand("brain-damage")
    rule, words = why_not(game, GainScrap("brain-damage"))
    assert rule == "scrap-2"
    assert "stays in your hand until your next Discard phase" in words
