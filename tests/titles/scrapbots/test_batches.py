"""Batches: what can be done with several cards by one press."""

from typing import Any

from games.titles.scrapbots.moves import ActivateComponent, GainEnergy, GainScrap
from tests.table import table


def batches(game: Any) -> dict[str, tuple[Any, ...]]:
    return {batch.label: batch.moves for batch in game.game.batches(game.state, 0)}


def test_every_card_of_the_hand_but_a_wound_is_discarded_for_scrap():
    game = table("scrapbots", "3.6").with_hand("spare-parts", "spare-parts", "scout", "brain-damage")
    parts = GainScrap("spare-parts")
    assert batches(game) == {"Discard all for 7 Scrap": (parts, parts, GainScrap("scout"))}


def test_a_card_without_energy_isnt_discarded_for_it(later):
    game = table("scrapbots", later).with_hand("circuitry", "spare-parts", "laser-cannon")
    energy = batches(game)[f"Discard all for {game.game.rules.rows['circuitry'].energy + 7} Energy"]
    assert energy == (GainEnergy("circuitry"), GainEnergy("laser-cannon"))


def test_a_batch_leaves_resources_in_the_hand():
    """One press gave up the texts of two Supply Crates, which draw four cards."""
    game = table("scrapbots", "3.6").with_hand("spare-parts", "spare-parts", "supply-crate")
    parts = GainScrap("spare-parts")
    assert batches(game) == {"Discard all but Resources for 2 Scrap": (parts, parts)}
    assert batches(table("scrapbots", "3.6").with_hand("supply-crate", "supply-crate")) == {}


def test_a_single_card_is_no_batch(edition):
    assert batches(table("scrapbots", edition).with_hand("scout")) == {}


def test_components_are_activated_on_the_only_ready_scrapbot():
    game = (
        table("scrapbots", "3.6")
        .with_hand("chainsaw", "plasma-dart", "plasma-dart")
        .with_bot("scout", lane=2)
    )
    dart = ActivateComponent("plasma-dart", 2)
    assert batches(game)["Activate 3 Components"] == (dart, dart, ActivateComponent("chainsaw", 2))


def test_components_that_could_go_to_two_lanes_wait_for_a_decision():
    game = table("scrapbots", "3.6").with_hand("chainsaw", "plasma-dart").with_bot("scout", lane=2)
    assert not any("Activate" in label for label in batches(game.with_bot("drone", lane=0)))


def test_activating_all_ends_with_the_first_coin():
    game = table("scrapbots", "3.6").with_hand("plasma-dart", "blaster", "chainsaw").with_bot("scout")
    assert batches(game)["Activate Plasma Dart and Blaster"] == (
        ActivateComponent("plasma-dart", 1),
        ActivateComponent("blaster", 1),
    )


def test_who_isnt_to_move_has_no_batches(edition):
    game = table("scrapbots", edition).with_enemy(hand=("scout", "drone"))
    assert game.game.batches(game.state, 1) == []
