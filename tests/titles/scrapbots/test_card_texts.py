"""What every card does, in each edition in which it exists."""

import pytest

from games.engine.viewers import seat_viewer
from games.titles.scrapbots.events import (
    CardsDrawn,
    DamageDealt,
    ScrapbotDestroyed,
    ScrapbotRepaired,
    WoundsDiscarded,
)
from games.titles.scrapbots.moves import PlayResource
from tests.table import ruling, table
from tests.titles.scrapbots.table import WOUND, Table, wounds

GOLEM_HEALTH = 80


def facing_three_golems(edition: str, attacker: str, lane: int = 1) -> Table:
    """Return a table with *attacker* in *lane*, Energy, a deck, and Golems in all enemy Lanes."""
    game = table("scrapbots", edition).with_bot(attacker, lane=lane).with_pool(energy=20)
    for place in range(3):
        game.facing("golem", lane=place)
    return game.with_deck("drone", "scout", "chainsaw", "sentinel")


def damage(game: Table) -> list[int]:
    return [game.theirs.lane(lane).damage for lane in range(3)]


# Scrapbots: attack, coins → damage in the three enemy Lanes, cards drawn, Energy paid

ATTACKS = [
    ("drone", 0, (), [0, 10, 0], 0, 2),
    ("drone", 1, (), [0, 10, 0], 1, 4),
    ("scout", 0, (), [0, 20, 0], 0, 3),
    ("scout", 1, ("heads",), [10, 20, 10], 0, 5),
    ("scout", 1, ("tails",), [0, 20, 0], 0, 5),
    ("sentinel", 0, ("heads",), [0, 30, 0], 1, 4),
    ("sentinel", 0, ("tails",), [0, 0, 0], 1, 4),
    ("sentinel", 1, ("heads",), [0, 30, 0], 2, 6),
    ("sentinel", 1, ("tails",), [0, 30, 0], 0, 6),
    ("enforcer", 0, ("heads",), [10, 20, 10], 0, 4),
    ("enforcer", 0, ("tails",), [0, 20, 0], 0, 4),
    ("enforcer", 1, (), [20, 20, 20], 0, 7),
    ("golem", 0, ("heads",), [0, 40, 0], 2, 6),
    ("golem", 0, ("tails",), [0, 40, 0], 0, 6),
    ("golem", 1, (), [0, 40, 0], 3, 8),
]


def check_attack(edition, card, number, coins, struck, drawn, energy):
    game = facing_three_golems(edition, card).coins(*coins).attack(number=number)
    assert damage(game) == struck
    assert len(game.mine.hand) == drawn
    assert game.pool == (0, 20 - energy)


@ruling("damage-1", "damage-2", "coin-1", "coin-2", "effect-draw")
@pytest.mark.parametrize("card, number, coins, struck, drawn, energy", ATTACKS)
def test_an_attack_does_what_its_card_says(edition, card, number, coins, struck, drawn, energy):
    check_attack(edition, card, number, coins, struck, drawn, energy)


def test_attack_of_the_sentry_gun(later):
    check_attack(later, "sentry-gun", 0, (), [0, 10, 0], 0, 2)


def test_a_drawn_card_can_be_used_in_the_same_turn(edition):
    game = facing_three_golems(edition, "drone").attack(number=1)
    assert game.scrap("drone").pool == (4, 16)


# Components


def test_plasma_dart_deals_ten(later):
    game = facing_three_golems(later, "drone").with_hand("plasma-dart").activate("plasma-dart")
    assert damage(game) == [0, 10, 0]


@pytest.mark.parametrize("coin, struck", [("heads", 30), ("tails", 10)])
def test_blaster_deals_ten_and_on_heads_twenty_more(later, coin, struck):
    game = facing_three_golems(later, "drone").with_hand("blaster").coins(coin).activate("blaster")
    assert damage(game) == [0, struck, 0]


def test_chainsaw_deals_ten_and_ten_splash(edition):
    game = facing_three_golems(edition, "drone").with_hand("chainsaw").activate("chainsaw")
    assert damage(game) == [10, 10, 10]


@pytest.mark.parametrize("coin, struck", [("heads", [30, 30, 30]), ("tails", [0, 30, 0])])
def test_laser_cannon_deals_thirty_and_on_heads_thirty_splash(edition, coin, struck):
    game = (
        facing_three_golems(edition, "drone").with_hand("laser-cannon").coins(coin).activate("laser-cannon")
    )
    assert damage(game) == struck


@ruling("effect-servo")
def test_servomotor_lets_its_scrapbot_attack_twice(edition):
    game = facing_three_golems(edition, "drone").with_hand("servomotor").activate("servomotor")
    assert game.mine.lane(1).primed
    game.attack().attack()
    assert damage(game) == [0, 20, 0]
    with game.refuses("attack-1"):
        game.attack()


@ruling("effect-destroy", "destroy-1")
def test_rocket_pod_destroys_whatever_the_health(edition):
    game = (
        facing_three_golems(edition, "drone", lane=2).with_hand("rocket-pod").activate("rocket-pod", lane=2)
    )
    assert game.theirs.lane(2) is None
    assert game.theirs.lane(1).damage == 0
    assert game.theirs.discard == ["golem"]
    assert game.happened(ScrapbotDestroyed) == [ScrapbotDestroyed("effect-destroy", 1, "golem", 2)]


@ruling("effect-repair")
@pytest.mark.parametrize("coin, left", [("heads", 20), ("tails", 40)])
def test_armor_plate_repairs_ten_and_on_heads_twenty_more(coin, left):
    game = table("scrapbots", "3.4").with_hand("armor-plate").with_bot("golem", damage=50)
    assert game.coins(coin).activate("armor-plate").mine.lane(1).damage == left


@ruling("effect-repair", "repair-1")
def test_repair_removes_at_most_the_damage_there_is():
    game = table("scrapbots", "3.4").with_hand("armor-plate").with_bot("golem", damage=20)
    game.coins("heads").activate("armor-plate")
    assert game.mine.lane(1).damage == 0
    assert [event.amount for event in game.happened(ScrapbotRepaired)] == [10, 10]


@ruling("turn-3")
@pytest.mark.parametrize("card", ["spare-parts", "circuitry"])
def test_starter_components_have_no_text(later, card):
    game = table("scrapbots", later).with_hand(card).with_bot("drone")
    with game.refuses("activate-2"):
        game.activate(card)


# Resources


@ruling("effect-draw")
def test_supply_crate_draws_two(edition):
    game = table("scrapbots", edition).with_hand("supply-crate").with_deck("drone", "scout", "golem")
    assert game.play("supply-crate").mine.hand == ["drone", "scout"]


@ruling("resource-2", "draw-2")
@pytest.mark.parametrize("since_march", ["3.6", "3.6-2020-07"])
def test_a_supply_crate_does_not_draw_itself(since_march):
    game = table("scrapbots", since_march).with_hand("supply-crate").with_deck("drone").play("supply-crate")
    assert game.mine.hand == ["drone"]
    assert game.mine.discard == ["supply-crate"]


@ruling("resource-2", "draw-2", "resource-4")
def test_a_supply_crate_of_3_4_is_discarded_first_and_may_draw_itself():
    game = table("scrapbots", "3.4").with_hand("supply-crate").with_deck("drone").play("supply-crate")
    assert game.mine.hand == ["drone", "supply-crate"]
    assert game.mine.discard == []


@ruling("effect-repair", "repair-1")
def test_repair_kit_repairs_twenty_on_any_of_your_scrapbots():
    game = table("scrapbots", "3.4").with_hand("repair-kit").with_bot("golem", lane=0, damage=50, ready=False)
    assert game.play("repair-kit", lane=0).mine.lane(0).damage == 30


@ruling("effect-exhaust", "resource-3")
def test_magnet_trap_exhausts_a_ready_enemy_scrapbot(edition):
    game = (
        table("scrapbots", edition).with_hand("magnet-trap").facing("golem", lane=0).facing("drone", lane=2)
    )
    game.play("magnet-trap", lane=2)
    assert game.theirs.lane(0).ready
    assert not game.theirs.lane(2).ready


@ruling("effect-ready", "resource-3")
def test_fusion_cell_readies_one_exhausted_scrapbot(edition):
    game = table("scrapbots", edition).with_hand("fusion-cell").with_pool(energy=4)
    game.with_bot("drone", lane=0, ready=False).with_bot("scout", lane=2, ready=False)
    game.play("fusion-cell", lane=0)
    assert game.mine.lane(0).ready
    assert not game.mine.lane(2).ready


@ruling("effect-ready")
def test_fusion_cell_lets_a_scrapbot_attack_again(edition):
    game = facing_three_golems(edition, "drone").with_hand("fusion-cell").attack()
    game.play("fusion-cell", lane=1).attack()
    assert damage(game) == [0, 20, 0]


@ruling("effect-ready")
def test_fusion_cell_lets_a_scrapbot_attack_in_the_turn_it_was_built(edition):
    game = table("scrapbots", edition).with_hand("fusion-cell", "drone").with_pool(energy=2)
    game.build("drone", lane=0).play("fusion-cell", lane=0).attack(lane=0)
    assert game.stack == 19


@ruling("effect-wound-discard")
def test_logic_bomb_draws_three_then_discards_all_wounds_for_energy(edition):
    game = table("scrapbots", edition).with_hand("logic-bomb", WOUND).with_deck("drone", WOUND, "scout")
    game.play("logic-bomb")
    taken = 3 if edition == "3.4" else 0
    assert game.mine.hand == ["drone", "scout"]
    assert sorted(game.mine.discard) == [WOUND, WOUND, "logic-bomb"]
    assert game.pool == (0, taken + 2)
    assert game.happened(WoundsDiscarded) == [WoundsDiscarded("effect-wound-discard", 0, 2, 2)]


@ruling("effect-wound-discard")
def test_logic_bomb_without_wounds_just_draws(edition):
    game = table("scrapbots", edition).with_hand("logic-bomb").with_deck("drone", "scout", "golem")
    game.play("logic-bomb")
    assert len(game.mine.hand) == 3
    assert game.happened(WoundsDiscarded) == []


@ruling("effect-wound-discard", "turn-3")
def test_logic_bomb_may_be_played_for_wounds_in_hand_alone(edition):
    game = table("scrapbots", edition).with_hand("logic-bomb", WOUND).play("logic-bomb")
    # In 3.4 it lay in the discard pile already and was drawn anew.
    assert game.mine.discard == ([WOUND] if edition == "3.4" else [WOUND, "logic-bomb"])


@ruling("effect-wound-discard")
def test_wounds_discarded_by_a_logic_bomb_stay_with_their_player(edition):
    game = table("scrapbots", edition).with_hand("logic-bomb", WOUND).play("logic-bomb")
    assert game.stack == 20
    assert game.game.view(game.state, seat_viewer(0)).players[0].wounds == 1


@ruling("effect-wound-return")
@pytest.mark.parametrize("pile", ["hand", "discard"])
def test_med_pack_returns_a_wound_to_the_stack_from_the_chosen_pile(later, pile):
    game = table("scrapbots", later).with_hand("med-pack", *wounds(2)).with_discard(*wounds(2)).with_stack(10)
    game.play("med-pack", pile=pile)
    assert game.stack == 11
    assert game.mine.hand.count(WOUND) == (1 if pile == "hand" else 2)
    assert game.mine.discard.count(WOUND) == (1 if pile == "discard" else 2)
    assert game.mine.discard[-1] == "med-pack"


@ruling("effect-wound-return", "resource-3")
def test_med_pack_finds_nothing_in_a_pile_without_wounds(later):
    game = table("scrapbots", later).with_hand("med-pack", "drone").with_discard(*wounds(1)).with_stack(10)
    assert not game.offered(PlayResource("med-pack", "none", None, "hand"))
    with game.refuses("resource-3"):
        game.play("med-pack", pile="hand")
    with game.refuses("resource-3"):
        game.play("med-pack")


@ruling("effect-wound-return")
def test_med_pack_does_not_reach_into_the_deck(later):
    game = table("scrapbots", later).with_hand("med-pack").with_deck(*wounds(3)).with_stack(10)
    for pile in ("hand", "discard"):
        with game.refuses("resource-3"):
            game.play("med-pack", pile=pile)


def test_damage_events_name_the_health(edition):
    game = facing_three_golems(edition, "scout").attack()
    assert game.happened(DamageDealt)[0].health == GOLEM_HEALTH


# A turn ends


@ruling("draw-6")
def test_two_supply_crates_cannot_draw_each_other_for_ever(later):
    """They did, by the rules as published: twenty thousand moves of one turn were tried."""
    game = table("scrapbots", later).with_hand("supply-crate", "supply-crate").with_discard("drone")
    game.play("supply-crate")
    with game.refuses("draw-6"):
        game.play("supply-crate")
    assert game.energize("supply-crate").pool == (0, 2)


@ruling("draw-6")
def test_who_may_not_shuffle_again_draws_what_is_left(later):
    game = table("scrapbots", later).with_hand("supply-crate", "supply-crate")
    game.with_discard("drone", "scout", "golem").play("supply-crate").play("supply-crate")
    assert len(game.mine.hand) == 3
    assert [(event.count, event.rule) for event in game.happened(CardsDrawn)] == [(1, "draw-6")]


@ruling("draw-6", "resource-3")
def test_a_supply_crate_that_has_come_back_gives_its_energy_and_draws_nothing():
    game = table("scrapbots", "3.4").with_hand("supply-crate")
    game.play("supply-crate")
    assert game.mine.hand == ["supply-crate"]
    game.play("supply-crate")
    assert (game.mine.hand, game.mine.discard, game.pool) == ([], ["supply-crate"], (0, 4))


@ruling("draw-6", "draw-2")
def test_the_draw_phase_shuffles_however_often_the_main_phase_did(edition):
    game = table("scrapbots", edition).with_hand("supply-crate").with_discard(*("drone",) * 9)
    game.play("supply-crate").end_turn()
    assert len(game.mine.hand) == 5


@ruling("draw-6")
def test_each_main_phase_may_shuffle_once_again(edition):
    game = table("scrapbots", edition).with_hand("supply-crate").with_discard("drone", "drone")
    game.play("supply-crate").end_turn()
    assert game.state.reshuffles == 0


@ruling("draw-6")
def test_everybody_sees_whether_texts_may_still_shuffle(edition):
    game = table("scrapbots", edition).with_hand("supply-crate").with_discard("drone", "drone")
    view = game.game.view(game.state, seat_viewer(1))
    assert (view.reshuffles, view.may_reshuffle) == (0, True)
    game.play("supply-crate")
    view = game.game.view(game.state, seat_viewer(1))
    assert (view.reshuffles, view.may_reshuffle) == (1, False)
