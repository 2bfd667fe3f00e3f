"""The 18 Attacks: what each is good for, and how it fails."""

import pytest

from games.titles.scrap_knights.moves import AttackWith
from tests.table import ruling
from tests.titles.scrap_knights.duel import Duel, choosing


class TestCanOpener:
    @ruling("can-opener-1")
    def test_opens_the_way_for_another_attack(self):
        duel = Duel(distance=0).mine("slash").turn("can-opener")
        assert duel.asked == "attack-with"
        assert duel.hp == [12, 11]
        duel.attack_with("slash")
        assert duel.hp == [12, 8]
        assert duel.heat == [1, 0]
        assert duel.hand() == {"can-opener", "slash"}

    @ruling("can-opener-1")
    def test_needs_no_other_attack(self):
        duel = Duel(distance=0).mine("slash").turn("can-opener").attack_with("")
        assert duel.hp == [12, 11]
        assert duel.heat == [0, 0]

    @ruling("can-opener-1")
    def test_opens_for_attacks_in_hand_only(self):
        duel = Duel(distance=0).mine("slash", "vent").turn("can-opener")
        for act in ("vent", "stab", "can-opener"):
            with duel.refuses("can-opener-1"):
                duel.do(AttackWith(act))

    @ruling("range-1")
    def test_misses_from_distance_1(self):
        duel = Duel(distance=1).mine("slash").turn("can-opener")
        assert (duel.missed, duel.asked, duel.hp) == (["can-opener"], "", [12, 12])

    @ruling("hit-1", "hit-3")
    def test_opens_nothing_when_blocked(self):
        duel = Duel(distance=0).mine("slash").theirs("parry-shield")
        duel.turn("can-opener", choosing("parry-shield", number=-1))
        assert (duel.asked, duel.hp) == ("", [12, 12])

    @ruling("can-opener-1")
    def test_what_it_opens_for_is_never_overcharged_and_names_nothing(self):
        duel = Duel(distance=0).mine("dolphin-crash").turn("can-opener").attack_with("dolphin-crash")
        assert (duel.hp, duel.heat, duel.distance) == ([12, 10], [2, 0], 2)
        duel = Duel(distance=0).mine("machina-deus", hp=1).turn("can-opener").attack_with("machina-deus")
        assert duel.heat == [7, 0]
        assert duel.hp == [1, 11]


class TestFishslap:
    @ruling("hit-1", "move-2")
    def test_hits_without_damage_and_shoves(self):
        duel = Duel(distance=1).turn("fishslap")
        assert (duel.hp, duel.distance) == ([12, 12], 2)
        assert duel.happened("damage-dealt")[0].hit

    @ruling("hit-1", "hit-3")
    def test_does_not_shove_who_blocks(self):
        duel = Duel(distance=1).turn("fishslap", "stonewall")
        assert duel.distance == 1
        assert not duel.happened("damage-dealt")[0].hit

    def test_misses_from_distance_2(self):
        assert Duel(distance=2).turn("fishslap").distance == 2


class TestShockPalm:
    def test_deals_1_up_close_for_no_heat(self):
        duel = Duel(distance=1).turn("shock-palm")
        assert (duel.hp, duel.heat) == ([12, 11], [0, 0])

    def test_misses_from_distance_2(self):
        duel = Duel(distance=2).turn("shock-palm")
        assert (duel.missed, duel.hp) == (["shock-palm"], [12, 12])


class TestCrash:
    @ruling("distance-1", "distance-2")
    @pytest.mark.parametrize("distance, now", [(0, 2), (1, 1), (2, 0)])
    def test_deals_1_on_the_way_past(self, distance: int, now: int):
        duel = Duel(distance).turn("crash")
        assert (duel.hp, duel.distance, duel.heat) == ([12, 11], now, [1, 0])

    @ruling("distance-2", "read-1")
    def test_only_moves_from_further_away(self):
        duel = Duel(distance=3).turn("crash")
        assert (duel.hp, duel.distance) == ([12, 12], 1)
        assert duel.happened("effect-failed")

    def test_moves_on_when_its_damage_is_blocked(self):
        duel = Duel(distance=2).turn("crash", "stonewall")
        assert (duel.hp, duel.distance) == ([12, 12], 0)


class TestCrossLunge:
    @ruling("distance-2")
    def test_deals_3_from_distance_0_on_the_way_through(self):
        duel = Duel(distance=0).turn("cross-lunge")
        assert (duel.hp, duel.distance) == ([12, 9], 1)

    @ruling("distance-2")
    def test_deals_nothing_when_it_only_arrives_there(self):
        duel = Duel(distance=1).turn("cross-lunge")
        assert (duel.hp, duel.distance) == ([12, 12], 0)


class TestDaggerJab:
    @ruling("chain-1")
    def test_is_first_and_interrupts(self):
        duel = Duel(distance=0).turn("dagger-jab", "springlock")
        assert (duel.hp, duel.interrupted) == ([12, 10], ["springlock"])

    def test_misses_from_distance_1(self):
        assert Duel(distance=1).turn("dagger-jab").missed == ["dagger-jab"]


class TestLasShot:
    def test_reaches_everywhere(self):
        assert Duel(distance=5).turn("las-shot").hp == [12, 11]

    def test_can_be_blocked(self):
        assert Duel(distance=5).turn("las-shot", "stonewall").hp == [12, 12]


class TestSlash:
    def test_deals_3_up_close(self):
        duel = Duel(distance=1).turn("slash")
        assert (duel.hp, duel.heat) == ([12, 9], [1, 0])

    @ruling("range-1", "range-2")
    def test_misses_from_distance_2(self):
        assert Duel(distance=2).turn("slash").hp == [12, 12]

    def test_against_a_slash_both_hit(self):
        assert Duel(distance=1).turn("slash", "slash").hp == [9, 9]


class TestStab:
    def test_reaches_to_distance_2(self):
        assert Duel(distance=2).turn("stab").hp == [12, 10]

    def test_misses_from_distance_3(self):
        assert Duel(distance=3).turn("stab").hp == [12, 12]


class TestDolphinCrash:
    def test_is_a_fast_crash(self):
        duel = Duel(distance=1).turn("dolphin-crash", "slash")
        assert duel.order == ["dolphin-crash", "slash"]
        assert (duel.hp, duel.distance, duel.heat) == ([9, 11], 1, [2, 1])

    @ruling("overcharge-1")
    def test_comes_back_when_overcharged(self):
        duel = Duel(distance=1).mine("dolphin-crash").turn(choosing("dolphin-crash", overcharge=True))
        assert (duel.hp, duel.distance, duel.heat) == ([12, 9], 2, [3, 0])

    @ruling("distance-2")
    def test_looks_at_each_distance_before_its_own_move(self):
        duel = Duel(distance=3).mine("dolphin-crash").turn(choosing("dolphin-crash", overcharge=True))
        assert (duel.hp, duel.distance) == ([12, 10], 2)

    def test_from_far_only_moves(self):
        duel = Duel(distance=4).turn("dolphin-crash")
        assert (duel.hp, duel.distance) == ([12, 12], 2)

    @ruling("block-1")
    def test_is_stopped_whole_by_a_wide_guard(self):
        duel = Duel(distance=1).mine("dolphin-crash")
        duel.turn(choosing("dolphin-crash", overcharge=True), "wide-guard")
        assert duel.hp == [12, 12]


class TestMissile:
    @ruling("gain-1")
    def test_deals_2_anywhere_and_gains_frame_advantage(self):
        duel = Duel(distance=5).turn("missile")
        assert (duel.hp, duel.tokens()) == ([12, 10], {"frame-advantage": 1})

    def test_gains_nothing_when_blocked(self):
        duel = Duel(distance=5).turn("missile", "stonewall")
        assert (duel.hp, duel.tokens()) == ([12, 12], {})


class TestPiratedCannon:
    @pytest.mark.parametrize("distance, damage", [(0, 4), (1, 3), (2, 2), (3, 1)])
    def test_deals_more_the_closer_it_is(self, distance: int, damage: int):
        assert Duel(distance).turn("pirated-cannon").hp == [12, 12 - damage]

    def test_misses_from_distance_4(self):
        assert Duel(distance=4).turn("pirated-cannon").missed == ["pirated-cannon"]


class TestScorpionSpear:
    def test_deals_5_from_just_the_right_distance(self):
        assert Duel(distance=2).turn("scorpion-spear").hp == [12, 7]

    @ruling("read-1")
    def test_deals_nothing_from_nearer(self):
        duel = Duel(distance=1).turn("scorpion-spear")
        assert duel.hp == [12, 12]
        assert duel.missed == []
        assert duel.happened("effect-failed")

    def test_misses_from_further(self):
        assert Duel(distance=3).turn("scorpion-spear").missed == ["scorpion-spear"]


class TestSiphonDrill:
    @ruling("steal-1", "link-1")
    def test_steals_a_link_token(self):
        duel = Duel().mine(ult="big-tuna-kahuna").theirs(ult="plummet-buster", links=2).turn("siphon-drill")
        assert (duel.hp, duel.links) == ([12, 10], [1, 1])

    @ruling("steal-1")
    def test_steals_nothing_when_blocked(self):
        duel = Duel().mine(ult="big-tuna-kahuna").theirs(ult="plummet-buster", links=2)
        assert duel.turn("siphon-drill", "stonewall").links == [0, 2]

    @ruling("steal-1")
    def test_steals_nothing_where_there_is_nothing(self):
        duel = Duel().mine(ult="big-tuna-kahuna").theirs(ult="plummet-buster")
        assert duel.turn("siphon-drill").links == [0, 0]

    @ruling("steal-1", "nanomech-1")
    def test_steals_nothing_from_nanomechs(self):
        duel = Duel().mine(ult="big-tuna-kahuna").theirs(ult="nanomech-lance", links=2)
        assert duel.turn("siphon-drill").links == [0, 2]


class TestSpringlock:
    def test_deals_5_undisturbed(self):
        assert Duel(distance=0).turn("springlock").hp == [12, 7]

    @ruling("interrupt-1")
    def test_does_nothing_when_interrupted(self):
        duel = Duel(distance=0).turn("springlock", "shock-palm")
        assert (duel.hp, duel.interrupted) == ([11, 12], ["springlock"])

    def test_misses_from_distance_1(self):
        assert Duel(distance=1).turn("springlock").missed == ["springlock"]


class TestFlamethrower:
    @ruling("heat-4")
    def test_heats_the_opponent(self):
        duel = Duel(distance=0).turn("flamethrower")
        assert (duel.hp, duel.heat) == ([12, 12], [3, 2])

    @ruling("heat-4", "heat-1")
    def test_can_boil_the_opponent_over(self):
        duel = Duel(distance=0).theirs(heat=5).turn("flamethrower")
        assert duel.result.winners == (0,)
        assert duel.result.rule == "heat-1"

    def test_misses_from_distance_1(self):
        assert Duel(distance=1).turn("flamethrower").heat == [3, 0]


class TestScopeShot:
    @pytest.mark.parametrize("distance", [1, 3, 5])
    def test_deals_more_the_further_it_is(self, distance: int):
        assert Duel(distance).turn("scope-shot").hp == [12, 12 - distance]

    @ruling("hit-1")
    def test_deals_nothing_from_distance_0(self):
        assert Duel(distance=0).turn("scope-shot").hp == [12, 12]


class TestMachinaDeus:
    @ruling("machina-deus-1", "end-1")
    def test_wins_by_a_good_guess_with_the_last_hp(self):
        duel = Duel(distance=2).mine("machina-deus", hp=1)
        duel.turn(choosing("machina-deus", named="slash"), "slash")
        assert duel.hp == [1, 0]
        assert duel.result.winners == (0,)

    @ruling("machina-deus-1")
    def test_does_nothing_by_a_bad_guess(self):
        duel = Duel(distance=2).mine("machina-deus", hp=1)
        duel.turn(choosing("machina-deus", named="stab"), "vent")
        assert duel.hp == [1, 12]
        assert duel.result.winners == (1,)
        assert duel.result.rule == "heat-1"

    @ruling("machina-deus-1")
    def test_does_nothing_with_2_hp(self):
        duel = Duel(distance=2).mine("machina-deus", hp=2)
        assert duel.turn(choosing("machina-deus", named="vent"), "vent").hp == [2, 12]

    @ruling("range-1")
    def test_misses_from_distance_3(self):
        duel = Duel(distance=3).mine("machina-deus", hp=1)
        assert duel.turn(choosing("machina-deus", named="vent"), "vent").missed == ["machina-deus"]

    @ruling("machina-deus-1")
    def test_may_name_what_one_holds_oneself(self):
        duel = Duel(distance=2).mine("machina-deus", "vent", hp=1)
        assert duel.turn(choosing("machina-deus", named="vent"), "vent").result.winners == (0,)
