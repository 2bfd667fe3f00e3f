"""Discarding for Scrap and Energy, and what playing a Resource gives in each edition."""

import pytest

from games.titles.scrapbots.events import EnergyGained, ResourcePlayed, ScrapGained, TextSkipped
from games.titles.scrapbots.moves import GainEnergy, GainScrap, PlayResource
from tests.table import ruling, table
from tests.titles.scrapbots.table import wounds


@ruling("scrap-1", "term-scrap")
@pytest.mark.parametrize("card, scrap", [("chainsaw", 5), ("drone", 4), ("supply-crate", 4)])
def test_component_scrapbot_and_resource_are_discarded_for_scrap(edition, card, scrap):
    game = table("scrapbots", edition).with_hand(card).scrap(card)
    assert game.pool == (scrap, 0)
    assert game.mine.hand == []
    assert game.mine.discard == [card]
    assert game.events == [ScrapGained("scrap-1", 0, card, scrap)]


@ruling("scrap-1")
def test_scrap_comes_without_energy_and_text(edition):
    game = table("scrapbots", edition).with_hand("supply-crate").with_deck("drone").scrap("supply-crate")
    assert game.pool == (4, 0)
    assert game.mine.hand == []


@ruling("scrap-1")
def test_a_card_that_is_not_in_hand_gives_no_scrap(edition):
    game = table("scrapbots", edition).with_hand("drone")
    with game.refuses("scrap-1"):
        game.scrap("scout")
    with game.refuses("scrap-1"):
        game.scrap("no-such-card")


@ruling("scrap-2")
def test_a_wound_gives_neither_scrap_nor_energy_and_cannot_be_played(edition):
    game = table("scrapbots", edition).with_hand(*wounds(1))
    wound = wounds(1)[0]
    for move in (GainScrap(wound), GainEnergy(wound), PlayResource(wound, "energy")):
        with game.refuses("scrap-2"):
            game.do(move)


@ruling("scrap-2")
def test_a_wound_is_neither_built_nor_activated(edition):
    game = table("scrapbots", edition).with_hand(*wounds(1)).with_bot("drone", lane=1)
    with game.refuses("build-1"):
        game.build(wounds(1)[0], lane=0)
    with game.refuses("activate-2"):
        game.activate(wounds(1)[0], lane=1)


@ruling("energy-1", "type-component", "term-energy", "term-component")
def test_a_component_is_discarded_for_energy_without_scrap_and_text(edition):
    game = table("scrapbots", edition).with_hand("chainsaw").with_bot("drone").energize("chainsaw")
    assert game.pool == (0, 5)
    assert game.stack == 20
    assert game.mine.discard == ["chainsaw"]
    assert game.events == [EnergyGained("energy-1", 0, "chainsaw", 5)]


@ruling("energy-1")
def test_a_card_that_is_not_in_hand_gives_no_energy(edition):
    with (game := table("scrapbots", edition)).refuses("energy-1"):
        game.energize("chainsaw")


@ruling("energy-2")
def test_a_scrapbot_gives_no_energy(edition):
    game = table("scrapbots", edition).with_hand("drone")
    with game.refuses("energy-2"):
        game.energize("drone")


@ruling("energy-2")
def test_spare_parts_give_energy_in_3_4_only(edition):
    game = table("scrapbots", edition).with_hand("spare-parts")
    if edition == "3.4":
        assert game.energize("spare-parts").pool == (0, 1)
    else:
        with game.refuses("energy-2"):
            game.energize("spare-parts")


@ruling("energy-1")
def test_circuitry_gives_one_energy_since_3_6(later):
    assert table("scrapbots", later).with_hand("circuitry").energize("circuitry").pool == (0, 1)


# Resources in edition 3.4


@ruling("resource-1", "resource-2")
def test_in_3_4_a_resource_gives_its_energy_and_its_text_follows():
    game = table("scrapbots", "3.4").with_hand("supply-crate").with_deck("drone", "scout")
    game.play("supply-crate", gain="energy")
    assert game.pool == (0, 2)
    assert game.mine.hand == ["drone", "scout"]
    assert game.mine.discard == ["supply-crate"]


@ruling("resource-2", "resource-4")
@pytest.mark.parametrize("gain", ["scrap", "none"])
def test_in_3_4_no_text_without_energy(gain):
    game = table("scrapbots", "3.4").with_hand("supply-crate").with_deck("drone", "scout")
    with game.refuses("resource-2"):
        game.play("supply-crate", gain=gain)


@ruling("resource-2")
def test_in_3_4_no_energy_without_text():
    game = table("scrapbots", "3.4").with_hand("supply-crate").with_deck("drone", "scout")
    with game.refuses("resource-2"):
        game.energize("supply-crate")


@ruling("resource-3")
def test_in_3_4_a_text_that_finds_a_target_has_to_be_aimed():
    game = table("scrapbots", "3.4").with_hand("fusion-cell").with_bot("drone", lane=0, ready=False)
    with game.refuses("resource-3"):
        game.play("fusion-cell")
    assert game.play("fusion-cell", lane=0).mine.lane(0).ready


@ruling("resource-3")
@pytest.mark.parametrize("card, energy", [("fusion-cell", 4), ("repair-kit", 3), ("magnet-trap", 2)])
def test_in_3_4_a_text_that_finds_nothing_is_skipped_and_the_energy_stays(card, energy):
    game = table("scrapbots", "3.4").with_hand(card).with_bot("drone", lane=0).play(card)
    assert game.pool == (0, energy)
    assert game.events == [
        ResourcePlayed("resource-2", 0, card, "energy", energy),
        TextSkipped("resource-3", 0, card),
    ]
    assert game.mine.discard == [card]


@ruling("resource-3")
def test_in_3_4_a_text_that_finds_nothing_cannot_be_aimed_anyhow():
    game = table("scrapbots", "3.4").with_hand("fusion-cell").with_bot("drone", lane=0)
    with game.refuses("resource-3"):
        game.play("fusion-cell", lane=0)


# Resources since edition 3.6


@ruling("resource-1", "resource-2", "type-resource", "term-resource", "resource-4")
@pytest.mark.parametrize("gain, pool", [("scrap", (4, 0)), ("energy", (0, 2)), ("none", (0, 0))])
def test_since_3_6_the_text_comes_with_scrap_energy_or_neither(later, gain, pool):
    game = table("scrapbots", later).with_hand("supply-crate").with_deck("drone", "scout")
    game.play("supply-crate", gain=gain)
    assert game.pool == pool
    assert game.mine.hand == ["drone", "scout"]
    assert game.mine.discard == ["supply-crate"]
    assert game.happened(ResourcePlayed) == [ResourcePlayed("resource-2", 0, "supply-crate", gain, sum(pool))]


@ruling("resource-4", "resource-3")
def test_since_3_6_a_text_that_changes_nothing_is_not_played_for_nothing(later):
    game = table("scrapbots", later).with_hand("fusion-cell").with_bot("drone", lane=0)
    with game.refuses("resource-3"):
        game.play("fusion-cell", gain="none")


@ruling("resource-2")
def test_since_3_6_energy_and_scrap_may_be_taken_without_the_text(later):
    game = table("scrapbots", later).with_hand("supply-crate", "supply-crate").with_deck("drone", "scout")
    game.energize("supply-crate").scrap("supply-crate")
    assert game.pool == (4, 2)
    assert game.mine.hand == []


@ruling("resource-1")
def test_energy_of_a_resource_cites_the_rule_about_resources(later):
    game = table("scrapbots", later).with_hand("magnet-trap").energize("magnet-trap")
    assert game.events == [EnergyGained("resource-1", 0, "magnet-trap", 3)]


@ruling("resource-3", "turn-3")
@pytest.mark.parametrize("gain", ["scrap", "energy", "none"])
def test_since_3_6_a_text_without_a_target_is_not_followed(later, gain):
    game = table("scrapbots", later).with_hand("magnet-trap").facing("drone", ready=False)
    for lane in (None, 0, 1):
        assert not game.offered(PlayResource("magnet-trap", gain, lane))
        with game.refuses("resource-3"):
            game.play("magnet-trap", lane=lane, gain=gain)
    assert game.scrap("magnet-trap").pool == (6, 0)


@ruling("resource-3", "turn-3")
def test_since_3_6_drawing_with_nothing_to_draw_is_not_offered(later):
    game = table("scrapbots", later).with_hand("supply-crate")
    with game.refuses("resource-3"):
        game.play("supply-crate")


@ruling("resource-3")
def test_a_text_without_a_target_takes_none(edition):
    game = table("scrapbots", edition).with_hand("supply-crate").with_deck("drone").with_bot("drone")
    with game.refuses("resource-3"):
        game.play("supply-crate", lane=1)
    with game.refuses("resource-3"):
        game.play("supply-crate", pile="hand")


@ruling("resource-1")
def test_only_a_resource_is_played_as_one(edition):
    game = table("scrapbots", edition).with_hand("chainsaw")
    with game.refuses("resource-1"):
        game.do(PlayResource("chainsaw", "energy"))
    with game.refuses("resource-1"):
        game.do(PlayResource("supply-crate", "energy"))
