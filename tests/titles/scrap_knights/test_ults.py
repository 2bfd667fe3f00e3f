"""The 12 ULTs: what links them, what they do, and how they fail."""

import pytest

from games.engine.viewers import SPECTATOR
from games.titles.scrap_knights.moves import ReturnBot, ShuffleIn
from tests.table import ruling
from tests.titles.scrap_knights.duel import GAME, OUT, Duel, choosing


def seen_prep(duel: Duel) -> tuple[str, ...] | None:
    """Return my prep deck as the spectator sees it."""
    return GAME.view(duel.state, SPECTATOR).players[0].prep


@ruling("ult-1", "type-ult")
def test_an_ult_triggers_with_three_links_and_loses_them():
    duel = Duel(distance=5).mine(ult="big-tuna-kahuna", links=3).turn("wait")
    assert (duel.hp, duel.links) == ([12, 8], [0, 0])
    duel = Duel(distance=5).mine(ult="big-tuna-kahuna", links=2).turn("wait")
    assert (duel.hp, duel.links) == ([12, 12], [2, 0])


@ruling("ult-1")
def test_an_ult_triggers_with_more_than_three_links_and_loses_them_all():
    assert Duel(distance=5).mine(ult="big-tuna-kahuna", links=5).turn("wait").links == [0, 0]


@ruling("ult-1", "flip-2")
def test_a_link_of_the_flip_may_be_the_third_and_one_of_the_resolution_waits():
    duel = Duel(distance=5).mine(ult="wavedash-crash", links=2).turn("dash")
    assert duel.links == [0, 0]
    assert [event.ult for event in duel.happened("ult-triggered")] == ["wavedash-crash"]
    duel = Duel(distance=1).mine(ult="big-tuna-kahuna", links=2).turn("fishslap")
    assert duel.links == [3, 0]
    assert duel.happened("ult-triggered") == []


class TestThousandCuts:
    @ruling("hit-1")
    @pytest.mark.parametrize("act, distance, links", [("slash", 1, 1), ("stab", 0, 1), ("stab", 2, 0)])
    def test_is_linked_by_hits_from_distance_0_or_1(self, act: str, distance: int, links: int):
        assert Duel(distance).mine(ult="1000-cuts").turn(act).links == [links, 0]

    @ruling("hit-1")
    def test_is_not_linked_by_what_is_blocked(self):
        assert Duel(distance=1).mine(ult="1000-cuts").turn("slash", "stonewall").links == [0, 0]

    @ruling("hit-2")
    @pytest.mark.parametrize("distance, theirs, links", [(2, "vent", 2), (1, "vent", 1), (2, "stonewall", 2)])
    def test_counts_both_hits_of_one_attack(self, distance: int, theirs: str, links: int):
        """From 2 the crash hits at 0 and at 1; from 1 it hits at 1 and, having moved back, at 2."""
        duel = Duel(distance).mine("dolphin-crash", ult="1000-cuts")
        duel.turn(choosing("dolphin-crash", overcharge=True), theirs)
        assert duel.links == [links, 0]

    @ruling("copy-1", "copy-3", "chain-2")
    def test_cuts_last_of_all_in_three_turns(self):
        duel = Duel(distance=1).mine(ult="1000-cuts", links=3).turn("vent", "springlock")
        assert duel.order[-1] == "1000-cuts"
        assert (duel.hp, duel.tokens()) == ([12, 10], {"blitz": 1})
        assert duel.turn("vent").hp == [12, 8]
        assert duel.turn("vent").hp == [12, 6]
        assert duel.turn("vent").hp == [12, 6]
        assert duel.tokens() == {"blitz": 3}

    @ruling("range-1")
    def test_misses_from_distance_2_and_is_not_copied_then(self):
        duel = Duel(distance=2).mine(ult="1000-cuts", links=3).turn("vent")
        assert (duel.hp, duel.missed, duel.tokens(), duel.links) == ([12, 12], ["1000-cuts"], {}, [0, 0])
        (miss,) = duel.happened("effect-missed")
        assert miss.line()[-1] == " missed: range 1, distance 2. It makes no copies."
        duel.state.distance = 1
        assert duel.turn("vent").hp == [12, 12]


class TestBigTunaKahuna:
    @ruling("hit-1")
    def test_is_linked_by_slaps_that_hit(self):
        assert Duel(distance=1).mine(ult="big-tuna-kahuna").turn("fishslap").links == [1, 0]
        assert Duel(distance=1).mine(ult="big-tuna-kahuna").turn("slash").links == [0, 0]
        assert Duel(distance=1).mine(ult="big-tuna-kahuna").turn("fishslap", "stonewall").links == [0, 0]

    def test_deals_4_and_flings_them_away(self):
        duel = Duel(distance=1).mine(ult="big-tuna-kahuna", links=3).turn("vent")
        assert (duel.hp, duel.distance) == ([12, 8], 5)

    @ruling("chain-3")
    def test_flings_before_an_attack_of_the_same_priority(self):
        duel = Duel(distance=1).mine(ult="big-tuna-kahuna", links=3).turn("slash")
        assert (duel.hp, duel.missed) == ([12, 8], ["slash"])

    @ruling("block-1")
    def test_flings_also_who_blocks(self):
        duel = Duel(distance=1).mine(ult="big-tuna-kahuna", links=3).turn("vent", "stonewall")
        assert (duel.hp, duel.distance) == ([12, 11], 5)


class TestEraserLas:
    @ruling("unique-1", "flip-2", "unique-2")
    def test_is_linked_by_acts_not_used_before(self):
        duel = Duel(distance=5).mine(ult="eraser-las").turn("vent").turn("vent")
        assert duel.links == [1, 0]
        assert duel.turn("wait").links == [2, 0]

    @ruling("unique-1")
    def test_counts_anew_when_it_has_triggered(self):
        duel = (
            Duel(distance=5).mine(ult="eraser-las").turn("vent").turn("wait").turn("stonewall", "stonewall")
        )
        assert duel.links == [0, 0]
        assert duel.turn("vent").links == [1, 0]

    @ruling("eraser-las-1")
    def test_takes_the_acts_of_the_turn_off_the_table(self):
        duel = (
            Duel(distance=5).mine("wait", ult="eraser-las", links=3).theirs("stab").turn("vent", "las-shot")
        )
        assert (duel.hp, duel.hand(0), duel.hand(1)) == ([11, 10], {"wait"}, {"stab"})

    @ruling("eraser-las-1")
    def test_takes_nothing_when_blocked(self):
        duel = Duel(distance=5).mine(ult="eraser-las", links=3).turn("vent", "stonewall")
        assert (duel.hp, duel.hand(0), duel.hand(1)) == ([12, 12], {"vent"}, {"stonewall"})

    @ruling("eraser-las-1")
    def test_brings_back_what_it_took_when_it_triggers_again(self):
        duel = Duel(distance=5).mine("wait", ult="eraser-las", links=3).theirs("stab").turn("vent", "dash")
        duel.mine(links=3).turn("wait", "stab")
        assert (duel.hand(0), duel.hand(1)) == ({"vent"}, {"dash"})

    @ruling("act-4", "eraser-las-1")
    def test_may_leave_a_player_with_nothing(self):
        duel = Duel(distance=5).mine("wait", ult="eraser-las", links=3).turn("vent", "dash")
        assert duel.hand(1) == set()


class TestHeatsinkBlade:
    @ruling("heatsink-1")
    @pytest.mark.parametrize("heat, links", [(5, 1), (6, 1), (4, 0)])
    def test_is_linked_by_beginning_hot(self, heat: int, links: int):
        assert Duel().mine(ult="heatsink-blade", heat=heat).turn("wait").links == [links, 0]

    @ruling("heatsink-1")
    def test_loses_its_links_when_it_cools_down(self):
        duel = Duel().mine(ult="heatsink-blade", heat=6).turn("wait")
        assert duel.links == [1, 0]
        assert duel.turn("vent").links == [0, 0]

    @ruling("heatsink-2", "chain-2")
    def test_strikes_first_with_all_its_heat(self):
        duel = Duel(distance=2).mine(ult="heatsink-blade", links=3, heat=6).turn("wait", "las-shot")
        assert duel.order[0] == "heatsink-blade"
        assert (duel.hp, duel.heat) == ([11, 6], [0, 1])

    @ruling("heatsink-2")
    def test_only_cools_down_from_further_away(self):
        duel = Duel(distance=3).mine(ult="heatsink-blade", links=3, heat=6).turn("wait")
        assert (duel.hp, duel.heat) == ([12, 12], [0, 0])

    @ruling("heatsink-2", "dd-burst-1")
    def test_cools_down_even_when_it_is_prevented(self):
        duel = Duel(distance=2).burst().mine(ult="heatsink-blade", links=3, heat=6).turn("wait")
        assert (duel.hp, duel.heat, duel.prevented[0]) == ([12, 12], [0, 0], "heatsink-blade")

    @ruling("heatsink-2")
    def test_is_no_vent_for_a_link(self):
        duel = Duel(distance=3).mine(ult="heatsink-blade", links=3, heat=6).turn("wait")
        assert [event.rule for event in duel.happened("heat-vented")] == ["heatsink-2"]


class TestMechromancersSiphon:
    @ruling("vent-1", "vent-2", "flip-2")
    @pytest.mark.parametrize("heat, links", [(3, 1), (1, 1), (4, 0), (0, 0)])
    def test_is_linked_by_vents_to_0(self, heat: int, links: int):
        assert Duel().mine(ult="mechromancers-siphon", heat=heat).turn("vent").links == [links, 0]

    @ruling("siphon-1")
    def test_brings_a_bot_back(self):
        duel = Duel(distance=2).mine(
            ult="mechromancers-siphon",
            links=3,
            bots=["ad-chain", "sd-hats", "md-dash"],
            used=["sd-hats", "md-dash"],
        )
        duel.turn("wait")
        assert (duel.hp, duel.asked, duel.bots()) == ([12, 10], "return-bot", {"ad-chain"})
        with duel.refuses("siphon-1"):
            duel.do(ReturnBot("ad-chain"))
        assert duel.return_bot("md-dash").bots() == {"ad-chain", "md-dash"}

    @ruling("siphon-1")
    def test_brings_nothing_back_where_nothing_is_used(self):
        duel = Duel(distance=2).mine(ult="mechromancers-siphon", links=3, bots=["sd-hats"]).turn("wait")
        assert (duel.hp, duel.asked) == ([12, 10], "")

    @ruling("siphon-1")
    def test_brings_nothing_back_when_blocked_or_out_of_range(self):
        for distance, act in ((2, "stonewall"), (3, "wait")):
            duel = Duel(distance).mine(
                ult="mechromancers-siphon", links=3, bots=["sd-hats"], used=["sd-hats"]
            )
            duel.turn("wait", act)
            assert (duel.hp, duel.asked) == ([12, 12], "")


class TestMissileBarrage:
    @ruling("missile-barrage-1")
    def test_needs_three_frame_advantages_in_one_turn(self):
        duel = Duel(distance=5).mine(ult="missile-barrage", tokens=["frame-advantage"] * 3)
        duel.spending(*["frame-advantage"] * 3).turn("vent")
        assert (duel.hp, duel.links) == ([12, 10], [0, 0])

    @ruling("missile-barrage-1")
    def test_loses_its_links_when_the_next_turn_begins(self):
        duel = Duel(distance=5).mine(ult="missile-barrage", tokens=["frame-advantage"] * 2)
        duel.spending(*["frame-advantage"] * 2).turn("vent")
        assert [event.links for event in duel.happened("link-gained")] == [1, 2]
        assert duel.links == [0, 0]

    @ruling("missile-barrage-2", "gain-1")
    def test_reloads_when_it_hits(self):
        duel = Duel(distance=5).mine(ult="missile-barrage", links=3).turn("vent")
        assert (duel.hp, duel.tokens()) == ([12, 10], {"frame-advantage": 1})
        duel.turn("vent")
        assert duel.hp == [12, 10]
        duel.spending("frame-advantage").turn("vent")
        assert (duel.hp, duel.tokens()) == ([12, 8], {"frame-advantage": 1})

    @ruling("missile-barrage-2")
    def test_is_copied_once_however_many_frame_advantages_are_spent(self):
        duel = Duel(distance=5).mine(ult="missile-barrage", links=3, tokens=["frame-advantage"]).turn("vent")
        duel.spending(*["frame-advantage"] * 2).turn("vent")
        assert duel.hp == [12, 8]

    @ruling("missile-barrage-2")
    def test_two_hits_that_wait_give_two_copies(self):
        duel = Duel(distance=5).mine(ult="missile-barrage", links=3).turn("vent").mine(links=3)
        duel.state.chosen, duel.state.links = [[], []], [3, 0]
        duel.turn("vent")
        assert (duel.hp, duel.tokens()) == ([12, 8], {"frame-advantage": 2})
        duel.spending("frame-advantage").turn("vent")
        assert (duel.hp, duel.tokens()) == ([12, 4], {"frame-advantage": 3})

    @ruling("missile-barrage-2")
    def test_does_not_reload_when_blocked(self):
        duel = Duel(distance=5).mine(ult="missile-barrage", links=3).turn("vent", "stonewall")
        assert (duel.hp, duel.tokens()) == ([12, 12], {})
        duel.mine(tokens=["frame-advantage"]).spending("frame-advantage").turn("vent")
        assert duel.hp == [12, 12]


class TestNanomechLance:
    @ruling("nanomech-1", "flip-2")
    def test_is_linked_by_bots(self):
        duel = Duel(distance=3).mine(ult="nanomech-lance", bots=["md-dash", "ad-pester"])
        duel.deploying("md-dash").turn("dash", "vent")
        assert (duel.deployed, duel.links) == (["md-dash"], [1, 0])

    @ruling("nanomech-1", "dd-burst-2")
    def test_keeps_its_links_when_others_lose_them(self):
        duel = Duel(distance=1).mine(ult="nanomech-lance", links=1, bots=["ad-pester"])
        duel.theirs(ult="plummet-buster", links=2, bots=["dd-burst"])
        duel.deploying("dd-burst", seat=1).turn("slash", "vent")
        assert (duel.deployed, duel.links) == (["dd-burst"], [1, 1])

    @ruling("copy-3")
    def test_strikes_last_in_three_turns(self):
        duel = Duel(distance=2).mine(ult="nanomech-lance", links=3).turn("vent")
        assert (duel.hp, duel.tokens()) == ([12, 10], {"blitz": 1})
        assert duel.turn("vent").turn("vent").turn("vent").hp == [12, 6]

    @ruling("range-1", "copy-1")
    def test_copies_look_at_the_range_as_well(self):
        duel = Duel(distance=2).mine(ult="nanomech-lance", links=3).theirs("dash").turn("vent")
        duel.turn("vent", choosing("dash", moves=(OUT,)))
        assert (duel.hp, duel.missed) == ([12, 10], ["nanomech-lance"])


class TestOrbitalLobotomy:
    @ruling("two-in-a-row-1")
    def test_is_linked_from_the_second_turn_in_a_row_on(self):
        duel = Duel(distance=5).mine(ult="orbital-lobotomy").turn("vent", "slash")
        assert duel.links == [0, 0]
        assert duel.turn("stonewall", "stab").links == [1, 0]
        assert duel.turn("vent", "stab").links == [2, 0]

    @ruling("two-in-a-row-1")
    def test_starts_again_after_a_gap(self):
        duel = Duel(distance=5).mine(ult="orbital-lobotomy").turn("vent", "slash").turn("vent", "wait")
        assert duel.turn("vent", "slash").links == [0, 0]
        duel.turn("wait", "slash")
        assert duel.turn("vent", "slash").links == [0, 0]

    @ruling("orbital-lobotomy-1", "chain-2")
    def test_takes_an_act_out_of_the_match(self):
        duel = (
            Duel(distance=5)
            .mine(ult="orbital-lobotomy", links=3)
            .theirs("slash", "warp")
            .turn("vent", "dash")
        )
        assert (duel.hp, duel.asked) == ([12, 6], "discard-act")
        assert set(duel.happened("hand-seen")[0].acts) == {"slash", "warp"}
        duel.discard_act("warp")
        assert duel.hand(1) == {"slash", "dash"}

    @ruling("orbital-lobotomy-1")
    def test_takes_one_also_when_it_is_blocked_away(self):
        duel = Duel(distance=5).mine(ult="orbital-lobotomy", links=3)
        duel.theirs("slash", tokens=["armored"] * 3).spending(*["armored"] * 3, seat=1)
        assert duel.turn("vent", "dash").asked == "discard-act"

    @ruling("orbital-lobotomy-1")
    def test_leaves_an_empty_hand_alone(self):
        duel = Duel(distance=5).mine(ult="orbital-lobotomy", links=3).turn("vent", "dash")
        assert (duel.hp, duel.asked) == ([12, 6], "")

    @ruling("prevent-1")
    def test_does_nothing_when_prevented(self):
        duel = (
            Duel(distance=5)
            .burst()
            .mine(ult="orbital-lobotomy", links=3)
            .theirs("slash")
            .turn("vent", "dash")
        )
        assert (duel.hp, duel.asked) == ([12, 12], "")


class TestPlummetBuster:
    @ruling("hit-1")
    def test_is_linked_by_hits_with_range_0(self):
        assert Duel(distance=0).mine(ult="plummet-buster").turn("dagger-jab").links == [1, 0]
        assert Duel(distance=0).mine(ult="plummet-buster").turn("slash").links == [0, 0]
        assert Duel(distance=1).mine(ult="plummet-buster").turn("dagger-jab").links == [0, 0]

    def test_deals_5_and_3_more_undisturbed(self):
        assert Duel(distance=0).mine(ult="plummet-buster", links=3).turn("vent").hp == [12, 4]

    @ruling("interrupt-1")
    def test_deals_5_when_interrupted(self):
        duel = Duel(distance=0).mine(ult="plummet-buster", links=3).turn("vent", "las-shot")
        assert (duel.hp, duel.interrupted) == ([11, 7], ["plummet-buster"])

    @ruling("range-1")
    def test_misses_from_distance_1(self):
        assert Duel(distance=1).mine(ult="plummet-buster", links=3).turn("vent").hp == [12, 12]


class TestTasCustom:
    PREP = ("slash", "stab", "missile")

    @ruling("unique-1", "hit-1")
    def test_is_linked_by_hits_with_new_attacks(self):
        duel = Duel(distance=1).mine(ult="tas-custom", prep=self.PREP).turn("slash")
        assert duel.links == [1, 0]
        assert duel.turn("slash").links == [1, 0]
        assert duel.turn("stab", "stonewall").links == [1, 0]

    @ruling("unique-1", "hit-2")
    def test_counts_one_hit_of_a_unique_attack(self):
        duel = Duel(distance=2).mine("dolphin-crash", ult="tas-custom", prep=self.PREP)
        duel.turn(choosing("dolphin-crash", overcharge=True), "vent")
        assert (duel.hp, duel.links) == ([12, 9], [1, 0])

    @ruling("tas-custom-2", "open-2")
    @pytest.mark.parametrize("links, is_shown", [(2, False), (3, True)])
    def test_its_deck_is_turned_up_at_the_flip_when_it_is_due(self, links: int, is_shown: bool):
        duel = Duel(distance=1).mine(ult="tas-custom", links=links, prep=self.PREP, bots=["ad-pester"])
        duel.theirs(bots=["dd-burst"]).choose("vent", 0)
        assert seen_prep(duel) is None
        duel.choose("vent", 1)
        assert (duel.phase, seen_prep(duel)) == ("bots", self.PREP if is_shown else None)
        assert [event.cards for event in duel.happened("prep-shown")] == [self.PREP] * is_shown

    @ruling("tas-custom-2", "dd-burst-2")
    def test_its_deck_lies_open_even_if_it_does_not_trigger(self):
        duel = Duel(distance=1).mine(ult="tas-custom", links=3, prep=self.PREP)
        duel.theirs(bots=["dd-burst"]).deploying("dd-burst", seat=1).turn("vent", "vent")
        assert (duel.links, duel.happened("ult-triggered")) == ([2, 0], [])
        assert seen_prep(duel) == self.PREP
        duel.state.links = [3, 0]
        assert duel.turn("vent", "vent").happened("prep-shown") == []

    @ruling("tas-custom-2", "bot-3")
    @pytest.mark.parametrize(
        "prep, armed", [(PREP, {"dd-burst"}), (("fishslap", "flamethrower", "crash"), set())]
    )
    def test_bots_look_ahead_at_the_deck_that_lies_open(self, prep: tuple[str, ...], armed: set[str]):
        duel = Duel(distance=4).mine(ult="tas-custom", links=3, prep=prep).theirs(bots=["dd-burst"])
        duel.choose("vent", 0).choose("vent", 1)
        assert duel.armed(1) == armed
        assert seen_prep(duel) == duel.happened("prep-shown")[0].cards

    @ruling("tas-custom-1", "copy-1", "copy-2")
    def test_copies_all_it_was_prepared_with(self):
        duel = Duel(distance=1).mine(ult="tas-custom", links=3, prep=self.PREP).turn("vent")
        assert (duel.hp, duel.heat, duel.tokens()) == ([12, 5], [0, 0], {"frame-advantage": 1})

    @ruling("tas-custom-1")
    def test_is_not_linked_by_its_own_copies(self):
        assert Duel(distance=1).mine(ult="tas-custom", links=3, prep=self.PREP).turn("vent").links == [0, 0]

    @ruling("tas-custom-1", "range-1")
    def test_copies_look_at_their_own_range(self):
        duel = Duel(distance=3).mine(ult="tas-custom", links=3, prep=self.PREP).turn("vent")
        assert (duel.hp, duel.missed) == ([12, 10], ["slash", "stab"])

    @ruling("tas-custom-1", "copy-1")
    def test_copies_go_by_their_own_priorities(self):
        duel = Duel(distance=0).mine(ult="tas-custom", links=3, prep=("dagger-jab", "slash", "springlock"))
        assert duel.turn("vent").order[:4] == ["tas-custom", "dagger-jab", "slash", "springlock"]


class TestTest:
    PREP = ("slash", "stab", "missile", "crash", "cross-lunge", "springlock", *("warp", "dash", "home-base"))

    def duel(self) -> Duel:
        return Duel(distance=5).mine("taunt", "step", "stonewall", ult="test", links=3, prep=self.PREP)

    @ruling("flip-2")
    def test_is_linked_by_specials(self):
        assert Duel(distance=5).mine(ult="test", prep=self.PREP).turn("wait", "vent").links == [1, 0]
        assert Duel(distance=5).mine(ult="test", prep=self.PREP).turn("vent", "wait").links == [0, 0]

    @ruling("test-1", "ult-2")
    def test_trades_acts_for_one_fewer(self):
        duel = self.duel().with_ult("taunt", "step", "stonewall").turn("vent")
        (told,) = duel.happened("cards-shuffled-in")
        assert (told.shuffled, told.drawn) == (3, 2)
        assert len(duel.hand()) == 3
        assert duel.hand() >= {"vent"}

    @ruling("test-1")
    def test_trades_nothing_for_nothing(self):
        duel = self.duel().turn("vent")
        assert duel.hand() == {"taunt", "step", "stonewall", "vent"}

    @ruling("test-2", "heat-2")
    def test_draws_two_more_when_overcharged(self):
        duel = self.duel().with_ult(overcharged=True).turn("vent")
        assert (len(duel.hand()), duel.heat) == (6, [0, 0])
        assert [event.amount for event in duel.happened("heat-gained")] == [2]

    @ruling("test-1")
    def test_trades_only_what_is_in_hand(self):
        duel = self.duel()
        duel.choose("vent").choose("wait", 1)
        assert duel.phase == "ult"
        for act in ("vent", "slash"):
            with duel.refuses("test-1"):
                duel.do(ShuffleIn(act))

    @ruling("prevent-1", "test-1")
    def test_trades_nothing_when_prevented(self):
        duel = self.duel().burst().with_ult("taunt", "step").turn("vent")
        assert duel.hand() == {"taunt", "step", "stonewall", "vent"}


class TestWavedashCrash:
    @ruling("flip-2")
    def test_is_linked_by_movements(self):
        assert Duel().mine(ult="wavedash-crash").turn("step").links == [1, 0]
        assert Duel().mine(ult="wavedash-crash").turn("crash").links == [0, 0]

    @ruling("chain-2")
    def test_goes_far_away_first_and_comes_crashing_down(self):
        duel = Duel(distance=1).mine(ult="wavedash-crash", links=3).turn("vent", "slash")
        assert duel.order == ["wavedash-crash", "vent", "slash", "wavedash-crash"]
        assert (duel.hp, duel.distance, duel.missed) == ([12, 7], 0, ["slash"])

    @ruling("block-1")
    def test_can_be_parried(self):
        duel = Duel(distance=1).mine(ult="wavedash-crash", links=3).theirs("parry-shield")
        assert duel.turn("vent", choosing("parry-shield", number=-1)).hp == [12, 9]
