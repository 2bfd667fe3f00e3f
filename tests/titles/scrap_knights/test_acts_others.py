"""Defends, Movements and Specials: what each is good for, and how it fails."""

import pytest

from games.engine.errors import NotYourTurn
from games.titles.scrap_knights.moves import Choose, ChooseNumber, Warp
from tests.table import ruling
from tests.titles.scrap_knights.duel import IN, OUT, Duel, choosing


class TestMeditation:
    @ruling("block-1", "vent-1")
    def test_blocks_2_and_vents_1(self):
        duel = Duel(distance=1).mine(heat=3).turn("meditation", "slash")
        assert (duel.hp, duel.heat) == ([11, 12], [2, 1])

    @ruling("block-1")
    def test_does_not_block_another_priority(self):
        assert Duel(distance=0).turn("meditation", "dagger-jab").hp == [10, 12]

    @ruling("heat-3", "vent-1", "vent-2")
    def test_vents_nothing_from_nothing(self):
        assert Duel().turn("meditation").heat == [0, 0]


class TestParryShield:
    @ruling("parry-1", "block-1")
    @pytest.mark.parametrize("number, hp", [(1, 12), (-1, 10), (2, 10)])
    def test_blocks_at_the_priority_that_was_guessed(self, number: int, hp: int):
        duel = Duel(distance=0).mine("parry-shield")
        assert duel.turn(choosing("parry-shield", number=number), "dagger-jab").hp == [hp, 12]

    @ruling("parry-1", "secret-1")
    @pytest.mark.parametrize("number", [0, 6])
    def test_x_is_neither_0_nor_above_5(self, number: int):
        duel = Duel().mine("parry-shield")
        with duel.refuses("parry-1"):
            duel.do(ChooseNumber("parry-shield", number, ()))


class TestStonewall:
    def test_blocks_3(self):
        assert Duel(distance=2).turn("stonewall", "scorpion-spear").hp == [10, 12]

    def test_does_not_block_what_comes_late(self):
        assert Duel(distance=0).turn("stonewall", "springlock").hp == [7, 12]

    @ruling("sd-terror-1", "prevent-1")
    def test_does_not_block_in_terror(self):
        duel = Duel(distance=1).terrified(0).turn("stonewall", "slash")
        assert (duel.hp, duel.prevented) == ([9, 12], ["stonewall"])


class TestTaunt:
    def test_vents_5_undisturbed(self):
        assert Duel().mine(heat=6).turn("taunt").heat == [1, 0]

    @ruling("interrupt-1")
    def test_vents_nothing_when_interrupted(self):
        duel = Duel().mine(heat=6).turn("taunt", "las-shot")
        assert (duel.heat, duel.interrupted) == ([6, 1], ["taunt"])

    @ruling("interrupt-1", "interrupt-2")
    def test_is_not_interrupted_by_damage_that_is_blocked(self):
        duel = Duel(distance=1).mine(heat=6, tokens=["armored"]).spending("armored")
        assert duel.turn("taunt", "las-shot").heat == [6, 1]


class TestVent:
    @ruling("vent-1", "heat-3")
    @pytest.mark.parametrize("heat, left", [(5, 2), (3, 0), (2, 0)])
    def test_vents_3_as_far_as_there_is_heat(self, heat: int, left: int):
        assert Duel().mine(heat=heat).turn("vent").heat == [left, 0]

    @ruling("sd-terror-1")
    def test_vents_nothing_in_terror(self):
        assert Duel().mine(heat=5).terrified(0).turn("vent").heat == [5, 0]


class TestCowardCall:
    @ruling("used-1")
    def test_vents_all_when_they_hide_too(self):
        duel = Duel().mine(heat=6).turn("coward-call", "stonewall")
        assert (duel.heat, duel.tokens()) == ([0, 0], {"blitz": 1})

    @ruling("coward-call-1")
    def test_gives_blitz_also_when_they_do_not(self):
        duel = Duel().mine(heat=6).turn("coward-call", "wait")
        assert (duel.heat, duel.tokens()) == ([6, 0], {"blitz": 1})

    def test_gives_nothing_in_terror(self):
        assert Duel().mine(heat=6).terrified(0).turn("coward-call", "stonewall").tokens() == {}


class TestWideGuard:
    @ruling("block-1", "block-2")
    @pytest.mark.parametrize("act, hp", [("dagger-jab", 12), ("slash", 11), ("springlock", 9)])
    def test_blocks_2_at_each_of_three_priorities(self, act: str, hp: int):
        duel = Duel(distance=0).turn("wide-guard", act)
        assert (duel.hp, duel.heat[0]) == ([hp, 12], 2)

    @ruling("block-1")
    def test_blocks_nothing_that_comes_later(self):
        duel = Duel(distance=0).theirs(ult="plummet-buster", links=3)
        assert duel.turn("wide-guard").hp == [4, 12]


class TestDash:
    @ruling("move-1", "secret-1", "distance-1")
    @pytest.mark.parametrize(
        "distance, way, now", [(1, OUT, 3), (4, IN, 2), (1, IN, 1), (0, IN, 2), (4, OUT, 5)]
    )
    def test_goes_2_in_or_out(self, distance: int, way: int, now: int):
        duel = Duel(distance).mine("dash").turn(choosing("dash", moves=(way,)))
        assert (duel.distance, duel.heat) == (now, [1, 0])

    @ruling("act-2", "move-1")
    def test_needs_a_direction(self):
        duel = Duel().mine("dash")
        with duel.refuses("move-1"):
            duel.do(Choose("dash", False, ()))

    @ruling("prevent-1")
    def test_goes_nowhere_when_prevented(self):
        duel = Duel(distance=1).burst().mine("dash").turn(choosing("dash", moves=(OUT,)))
        assert (duel.distance, duel.heat) == (1, [1, 0])


class TestHomeBase:
    @ruling("chain-1", "move-2")
    def test_sets_the_distance_before_others_strike(self):
        duel = Duel(distance=0).turn("home-base", "shock-palm")
        assert (duel.distance, duel.order[0], duel.hp) == (1, "home-base", [11, 12])
        assert Duel(distance=0).turn("home-base", "can-opener").missed == ["can-opener"]

    def test_does_nothing_when_prevented(self):
        assert Duel(distance=4).burst().turn("home-base").distance == 4


class TestStep:
    def test_goes_1_and_gains_frame_advantage(self):
        duel = Duel(distance=1).mine("step").turn(choosing("step", moves=(OUT,)))
        assert (duel.distance, duel.tokens()) == (2, {"frame-advantage": 1})

    def test_gains_nothing_when_prevented(self):
        duel = Duel(distance=1).burst().turn("step")
        assert (duel.distance, duel.tokens()) == (1, {})


class TestWarp:
    @ruling("warp-1")
    @pytest.mark.parametrize("distance", [0, 1, 5])
    def test_sets_any_distance_when_it_resolves(self, distance: int):
        duel = Duel(distance=1).turn("warp")
        assert (duel.asked, duel.heat) == ("warp", [3, 0])
        assert duel.warp(distance).distance == distance

    @ruling("interrupt-1")
    def test_is_interrupted(self):
        duel = Duel(distance=1).turn("warp", "shock-palm")
        assert (duel.asked, duel.interrupted, duel.distance) == ("", ["warp"], 1)

    @ruling("warp-1")
    def test_is_asked_only_of_who_warps(self):
        duel = Duel(distance=1).turn("warp")
        with pytest.raises(NotYourTurn):
            duel.do(Warp(3), seat=1)


class TestThrusterLaunch:
    @ruling("thruster-1", "secret-1")
    @pytest.mark.parametrize("number, way, now", [(4, IN, 3), (1, IN, 0), (3, OUT, 4), (6, OUT, 5)])
    def test_goes_as_far_as_one_likes_for_as_much_heat(self, number: int, way: int, now: int):
        duel = Duel(distance=1).mine("thruster-launch")
        duel.turn(choosing("thruster-launch", moves=(way,), number=number))
        assert (duel.distance, duel.heat) == (now, [number, 0])

    @ruling("thruster-1", "secret-1")
    def test_x_is_above_0(self):
        duel = Duel().mine("thruster-launch")
        for number in (0, -1, 7):
            with duel.refuses("thruster-1"):
                duel.do(ChooseNumber("thruster-launch", number, (IN,)))

    @ruling("thruster-1", "prevent-1")
    def test_makes_no_heat_when_prevented(self):
        duel = Duel(distance=1).burst().mine("thruster-launch")
        duel.turn(choosing("thruster-launch", moves=(OUT,), number=3))
        assert (duel.distance, duel.heat) == (1, [0, 0])


class TestGhostblade:
    @ruling("ghostblade-1", "copy-1", "copy-2")
    def test_slashes_next_turn_for_no_heat(self):
        duel = Duel(distance=1).turn("ghostblade", "vent")
        assert (duel.hp, duel.tokens()) == ([12, 12], {"frame-advantage": 1})
        duel.turn("wait")
        assert (duel.hp, duel.heat) == ([12, 9], [0, 0])
        assert duel.turn("wait").hp == [12, 9]

    @ruling("ghostblade-1", "range-1")
    def test_may_slash_at_nothing(self):
        duel = Duel(distance=2).turn("ghostblade").turn("wait")
        assert (duel.hp, duel.missed) == ([12, 12], ["slash"])

    @ruling("copy-2", "token-1")
    def test_is_not_helped_by_tokens(self):
        duel = Duel(distance=1).mine(tokens=["blitz"]).turn("ghostblade")
        duel.spending("blitz").turn("las-shot", "vent")
        assert duel.hp == [12, 12 - 3 - 3]


class TestOverclock:
    def test_gains_blitz(self):
        duel = Duel().turn("overclock")
        assert (duel.tokens(), duel.heat) == ({"blitz": 1}, [0, 0])

    @ruling("overcharge-1", "heat-2", "heat-5")
    def test_gains_two_when_overcharged(self):
        duel = Duel().mine("overclock").turn(choosing("overclock", overcharge=True))
        assert (duel.tokens(), duel.heat) == ({"blitz": 2}, [1, 0])

    def test_gains_nothing_when_prevented(self):
        assert Duel().burst().turn("overclock").tokens() == {}

    @ruling("overcharge-1")
    def test_others_cannot_be_overcharged(self):
        duel = Duel().mine("slash")
        with duel.refuses("overcharge-1"):
            duel.do(Choose("slash", True, ()))


class TestWait:
    def test_gains_two_tokens(self):
        assert Duel().turn("wait", "las-shot").tokens() == {"frame-advantage": 1, "armored": 1}

    @ruling("prevent-1")
    def test_gains_nothing_when_prevented(self):
        assert Duel().burst().turn("wait").tokens() == {}


class TestBurstflare:
    @ruling("burstflare-1")
    def test_vents_undisturbed(self):
        duel = Duel().mine(heat=4).turn("burstflare", "vent")
        assert (duel.hp, duel.heat) == ([12, 12], [2, 0])

    @ruling("burstflare-1", "interrupt-1")
    def test_burns_who_disturbs_it(self):
        duel = Duel().mine(heat=4).turn("burstflare", "las-shot")
        assert (duel.hp, duel.heat) == ([11, 11], [5, 1])


class TestMeltdown:
    @ruling("meltdown-1", "damage-2")
    def test_takes_the_heat_as_damage(self):
        duel = Duel(distance=1).mine(heat=4).turn("meltdown")
        assert (duel.hp, duel.heat) == ([7, 12], [0, 0])

    @ruling("meltdown-1")
    def test_burns_both_at_distance_0(self):
        assert Duel(distance=0).mine(heat=4).turn("meltdown").hp == [7, 7]

    @ruling("meltdown-1", "damage-2")
    def test_can_be_blocked_by_both(self):
        duel = Duel(distance=0).mine(heat=4, tokens=["armored"]).spending("armored")
        assert duel.turn("meltdown", "stonewall").hp == [9, 10]

    @ruling("end-2")
    def test_may_end_in_a_draw(self):
        duel = Duel(distance=0).mine(heat=4, hp=5).theirs(hp=5).turn("meltdown")
        assert (duel.hp, duel.result.winners, duel.result.rule) == ([0, 0], (), "end-2")

    def test_does_nothing_when_prevented(self):
        duel = Duel(distance=0).burst().mine(heat=4).turn("meltdown")
        assert (duel.hp, duel.heat) == ([12, 12], [5, 0])


class TestOneliner:
    @ruling("act-3")
    def test_allows_two_acts_next_turn(self):
        duel = Duel(distance=1).turn("oneliner").turn(["slash", "vent"])
        assert duel.order[:2] == ["vent", "slash"]
        assert (duel.hp, duel.heat) == ([12, 9], [0, 0])

    @ruling("act-3")
    def test_one_of_the_two_is_an_attack(self):
        duel = Duel().turn("oneliner").mine("vent", "wait", "slash")
        duel.do(Choose("vent", False, ()))
        with duel.refuses("act-3"):
            duel.do(Choose("wait", False, ()))

    @ruling("act-3")
    def test_one_alone_will_do(self):
        assert Duel(distance=1).turn("oneliner").turn("vent").hp == [12, 12]

    @ruling("act-3")
    def test_lasts_for_one_turn(self):
        duel = Duel(distance=1).turn("oneliner").turn("vent").mine("vent", "slash", "wait")
        duel.choose("vent")
        with pytest.raises(NotYourTurn):
            duel.choose("slash")

    @ruling("interrupt-1")
    def test_allows_nothing_when_interrupted(self):
        duel = Duel(distance=1).turn("oneliner", "las-shot").mine("vent", "slash")
        duel.choose("vent")
        with pytest.raises(NotYourTurn):
            duel.choose("slash")
