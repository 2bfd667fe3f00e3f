"""The 8 BOTs: what arms them, what they do, and when they can't."""

import pytest

from games.titles.scrap_knights.moves import DeployCopying, Recall, SetBots
from tests.table import ruling
from tests.titles.scrap_knights.duel import GAME, IN, OUT, Duel, choosing, copying, deploy


def armed_after(duel: Duel, mine: object, theirs: object = "wait") -> set[str]:
    """Return my BOTs that are armed once both have chosen."""
    duel.choose(theirs, 1).choose(mine, 0)
    return duel.armed(0)


@ruling("bot-1", "type-bot")
def test_a_bot_is_used_once():
    duel = Duel(distance=3).mine(bots=["md-close", "sd-hats"]).deploying("md-close").turn("slash")
    assert (duel.deployed, duel.bots()) == (["md-close"], {"sd-hats"})
    duel.state.distance = 5
    assert armed_after(duel, "slash") == set()


@ruling("bot-1")
def test_a_bot_that_is_not_armed_cannot_be_used():
    duel = Duel(distance=3).mine(bots=["md-close", "ad-pester"])
    assert armed_after(duel, "slash") == {"md-close", "ad-pester"}
    duel = Duel(distance=1).mine(bots=["md-close", "ad-pester", "md-dash"])
    assert armed_after(duel, "dash", "vent") == {"md-dash", "ad-pester"}
    with duel.refuses("trigger-miss"):
        duel.do(deploy("md-close"))


class TestAdChain:
    @ruling("trigger-threatened", "ad-chain-1", "copy-1", "chain-2")
    def test_adds_an_attack_of_the_hand_to_one_that_hits(self):
        duel = Duel(distance=1).mine("stab", bots=["ad-chain"])
        duel.deploying(copying("ad-chain", "stab")).turn("shock-palm")
        assert duel.order[:3] == ["shock-palm", "ad-chain", "stab"]
        assert (duel.hp, duel.heat) == ([12, 9], [0, 0])

    @ruling("trigger-threatened")
    @pytest.mark.parametrize("distance, theirs", [(1, "stonewall"), (2, "wait")])
    def test_is_not_armed_by_an_attack_that_will_do_nothing(self, distance: int, theirs: str):
        assert armed_after(Duel(distance).mine("stab", bots=["ad-chain"]), "shock-palm", theirs) == set()

    @ruling("ad-chain-1", "act-6")
    def test_copies_attacks_in_hand_only(self):
        duel = Duel(distance=1).mine("vent", "stab", bots=["ad-chain"])
        assert armed_after(duel, "shock-palm") == {"ad-chain"}
        for card in ("vent", "slash", "shock-palm"):
            with duel.refuses("ad-chain-1"):
                duel.do(DeployCopying("ad-chain", card))

    @ruling("ad-chain-1", "range-1")
    def test_its_copy_may_miss(self):
        duel = Duel(distance=1).mine("dagger-jab", bots=["ad-chain"])
        duel.deploying(copying("ad-chain", "dagger-jab")).turn("shock-palm")
        assert (duel.hp, duel.missed) == ([12, 11], ["dagger-jab"])


class TestAdPester:
    @ruling("trigger-uninterrupted", "interrupt-1", "bot-4", "trigger-you")
    def test_disturbs_who_would_be_left_alone(self):
        duel = Duel(distance=0).mine(bots=["ad-pester"]).deploying("ad-pester").turn("vent", "springlock")
        assert (duel.hp, duel.interrupted) == ([12, 11], ["springlock"])

    @ruling("trigger-uninterrupted")
    def test_is_not_armed_against_who_is_hurt_anyway(self):
        assert armed_after(Duel(distance=1).mine(bots=["ad-pester"]), "slash") == set()

    @ruling("dd-burst-1")
    def test_is_too_late_for_a_burst_of_the_same_priority(self):
        duel = Duel(distance=1).mine(bots=["ad-pester"]).burst()
        duel.deploying("ad-pester").turn("vent")
        assert duel.hp == [12, 12]


class TestDdBurst:
    @ruling("dd-burst-1", "trigger-threatened", "prevent-1")
    def test_prevents_everything(self):
        duel = Duel(distance=1).mine(bots=["dd-burst"]).deploying("dd-burst").turn("wait", "slash")
        assert (duel.hp, duel.tokens(), duel.heat) == ([12, 12], {}, [0, 1])
        assert set(duel.prevented) == {"slash", "wait"}

    @ruling("dd-burst-2", "link-1")
    def test_takes_a_token_off_every_link(self):
        duel = Duel(distance=1).mine(ult="plummet-buster", links=2, bots=["dd-burst"])
        duel.theirs(ult="big-tuna-kahuna").deploying("dd-burst").turn("wait", "slash")
        assert duel.links == [1, 0]

    @ruling("dd-burst-2")
    def test_keeps_an_ult_from_triggering(self):
        duel = Duel(distance=1).mine(bots=["dd-burst"]).theirs(ult="big-tuna-kahuna", links=3)
        duel.deploying("dd-burst").turn("wait", "wait")
        assert (duel.hp, duel.links, duel.happened("ult-triggered")) == ([12, 12], [0, 2], [])

    @ruling("trigger-threatened")
    @pytest.mark.parametrize("mine, theirs", [("stonewall", "slash"), ("wait", "vent")])
    def test_is_not_armed_without_a_threat(self, mine: str, theirs: str):
        assert armed_after(Duel(distance=1).mine(bots=["dd-burst"]), mine, theirs) == set()

    def test_lasts_for_one_turn(self):
        duel = Duel(distance=1).mine(bots=["dd-burst"]).deploying("dd-burst").turn("wait", "slash")
        assert duel.turn("wait", "slash").hp == [9, 12]


class TestDdSoothe:
    @ruling("trigger-overheat", "chain-6")
    def test_saves_who_would_boil_over(self):
        duel = Duel(distance=5).mine(heat=5, bots=["dd-soothe"]).deploying("dd-soothe").turn("scope-shot")
        assert (duel.hp, duel.heat) == ([12, 7], [5, 0])

    @ruling("trigger-overheat")
    def test_is_not_armed_below_7(self):
        assert armed_after(Duel(distance=5).mine(heat=3, bots=["dd-soothe"]), "scope-shot") == set()

    @ruling("trigger-overheat")
    def test_is_not_armed_when_the_heat_will_be_vented(self):
        assert armed_after(Duel().mine(heat=6, bots=["dd-soothe"]), "burstflare", "vent") == set()

    @ruling("trigger-overheat", "chain-2")
    def test_comes_right_after_what_heats(self):
        duel = Duel(distance=0).mine(heat=5, bots=["dd-soothe"]).deploying("dd-soothe")
        duel.turn("wait", "flamethrower")
        assert duel.order[:2] == ["flamethrower", "dd-soothe"]
        assert duel.heat == [4, 3]

    def test_is_prevented_by_a_burst(self):
        duel = Duel(distance=5).burst().mine(heat=5, bots=["dd-soothe"]).deploying("dd-soothe")
        assert duel.turn("scope-shot").result.winners == (1,)


class TestMdClose:
    @ruling("trigger-miss", "bot-3", "bot-4", "trigger-you")
    def test_brings_within_range_what_would_miss(self):
        duel = Duel(distance=3).mine(bots=["md-close"]).deploying("md-close").turn("slash")
        assert (duel.hp, duel.distance) == ([12, 9], 0)

    @ruling("trigger-miss")
    def test_is_not_armed_within_range(self):
        assert armed_after(Duel(distance=1).mine(bots=["md-close"]), "slash") == set()

    @ruling("trigger-miss", "bot-3")
    def test_is_armed_when_the_opponent_will_have_gone(self):
        duel = Duel(distance=1).mine(bots=["md-close"]).theirs("home-base")
        assert armed_after(duel, "dagger-jab", "home-base") == {"md-close"}

    @ruling("trigger-miss")
    def test_is_not_armed_by_what_has_no_range(self):
        assert armed_after(Duel(distance=5).mine(bots=["md-close"]), "crash") == set()


class TestMdDash:
    @ruling("trigger-move", "chain-2")
    @pytest.mark.parametrize("way, now", [(OUT, 5), (IN, 1)])
    def test_goes_on_after_a_move(self, way: int, now: int):
        duel = Duel(distance=1).mine("dash", bots=["md-dash"]).deploying(deploy("md-dash", way))
        duel.turn(choosing("dash", moves=(OUT,)))
        assert (duel.order[:2], duel.distance) == (["dash", "md-dash"], now)

    @ruling("trigger-move", "move-2")
    @pytest.mark.parametrize("act", ["home-base", "fishslap", "wait"])
    def test_is_not_armed_by_what_is_no_move(self, act: str):
        assert armed_after(Duel(distance=1).mine(bots=["md-dash"]), act) == set()

    @ruling("trigger-move")
    def test_is_armed_by_attacks_that_move(self):
        assert armed_after(Duel(distance=1).mine(bots=["md-dash"]), "crash") == {"md-dash"}


class TestSdHats:
    @ruling("trigger-miss", "gain-1")
    def test_laughs_at_who_misses(self):
        duel = Duel(distance=3).mine(heat=5, bots=["sd-hats"]).deploying("sd-hats").turn("vent", "slash")
        assert duel.tokens() == {"frame-advantage": 1, "armored": 1, "blitz": 1}
        assert duel.heat == [0, 1]

    @ruling("trigger-miss")
    def test_is_not_armed_when_they_are_in_range_or_have_none(self):
        assert armed_after(Duel(distance=1).mine(bots=["sd-hats"]), "vent", "slash") == set()
        assert armed_after(Duel(distance=5).mine(bots=["sd-hats"]), "vent", "las-shot") == set()


class TestSdTerror:
    @ruling("sd-terror-1", "trigger-threatened")
    def test_spoils_their_next_attack(self):
        duel = Duel(distance=1).mine(bots=["sd-terror"]).deploying("sd-terror").turn("las-shot", "vent")
        assert (duel.deployed, duel.hp) == (["sd-terror"], [12, 11])
        duel.turn("wait", "slash")
        assert (duel.hp, duel.heat, duel.prevented) == ([12, 11], [1, 1], ["slash"])
        assert duel.turn("wait", "slash").hp == [9, 11]

    @ruling("sd-terror-1")
    def test_leaves_movements_and_specials_alone(self):
        duel = Duel(distance=1).mine(bots=["sd-terror"]).deploying("sd-terror").turn("las-shot", "vent")
        assert duel.turn("vent", "step").tokens(1) == {"frame-advantage": 1}

    @ruling("trigger-threatened")
    def test_is_not_armed_when_they_will_not_be_hurt(self):
        assert armed_after(Duel(distance=1).mine(bots=["sd-terror"]), "las-shot", "stonewall") == set()


@ruling("bot-2", "bot-3")
def test_the_window_opens_again_for_what_is_armed_by_a_bot():
    """Only with the BOT that brings me close is anybody threatened."""
    duel = Duel(distance=3).mine(bots=["md-close"]).theirs(bots=["dd-burst"])
    duel.deploying("md-close").deploying("dd-burst", seat=1).turn("slash", "vent")
    opened = [[one.bot for one in event.armed] for event in duel.happened("window-opened")]
    assert opened == [["md-close"], ["dd-burst"]]
    assert (duel.deployed, duel.hp) == (["md-close", "dd-burst"], [12, 12])


@ruling("bot-2")
def test_a_window_that_both_let_pass_does_not_open_again():
    duel = Duel(distance=3).mine(bots=["md-close"]).turn("slash", "vent")
    assert len(duel.happened("window-opened")) == 1
    assert (duel.deployed, duel.missed) == ([], ["slash"])


@ruling("bot-2")
def test_a_bot_that_was_held_back_may_be_used_when_the_window_opens_again():
    duel = Duel(distance=3).mine(bots=["md-close"]).theirs(bots=["sd-hats", "dd-burst", "ad-pester"])
    duel.choose("slash", 0).choose("vent", 1)
    assert duel.armed(1) == {"sd-hats", "ad-pester"}
    duel.do(deploy("md-close"), 0).do(SetBots("ready"), 0).do(SetBots("ready"), 1)
    assert duel.armed(1) == {"dd-burst", "ad-pester"}
    duel.do(deploy("ad-pester"), 1).do(SetBots("ready"), 1)
    assert duel.bots(1) == {"sd-hats", "dd-burst"}


@ruling("ad-chain-1", "bot-2")
def test_ad_chain_is_armed_whatever_the_hand_holds():
    """Were it not, everybody could see that there is no Attack in that hand."""
    for hand in (("vent", "wait"), ("vent", "stab")):
        duel = Duel(distance=1).mine(*hand, bots=["ad-chain"])
        assert armed_after(duel, "shock-palm") == {"ad-chain"}
        assert (duel.phase, GAME.to_act(duel.state)) == ("bots", (0,))
    assert GAME.legal(Duel(1).mine("vent", bots=["ad-chain"]).choose("slash").choose("wait", 1).state, 0) == [
        SetBots("ready")
    ]


@ruling("bot-3")
def test_bots_reckon_without_tokens():
    """The Armored token would stop the blow, but it isn't spent yet."""
    duel = Duel(distance=1).mine(bots=["dd-burst"], tokens=["armored", "armored"])
    assert armed_after(duel, "wait", "slash") == {"dd-burst"}


@ruling("bot-3")
def test_bots_reckon_with_ults_that_are_due():
    duel = Duel(distance=5).mine(bots=["dd-burst"]).theirs(ult="big-tuna-kahuna", links=3)
    assert armed_after(duel, "wait", "vent") == {"dd-burst"}
    duel = Duel(distance=5).mine(bots=["dd-burst"]).theirs(ult="big-tuna-kahuna", links=2)
    assert armed_after(duel, "wait", "vent") == set()


@ruling("bot-3")
def test_bots_reckon_without_choices_of_the_resolution():
    duel = Duel(distance=0).mine(ult="plummet-buster", links=3, bots=["md-close"])
    assert armed_after(duel, "warp", "vent") == set()


@ruling("bot-3", "chain-4")
def test_bots_reckon_that_ties_go_to_the_first_seat():
    """If my slap is first the Slash misses. A coin has yet to say so."""
    assert armed_after(Duel(distance=1).mine(bots=["sd-hats"]), "fishslap", "slash") == {"sd-hats"}
    assert armed_after(Duel(distance=1).mine(bots=["md-close"]), "slash", "fishslap") == set()


@ruling("bot-1", "bot-2")
def test_a_bot_of_a_window_is_only_meant_to_be_used_until_both_are_ready():
    duel = Duel(distance=3).mine(bots=["md-close"]).theirs(bots=["sd-hats"])
    armed_after(duel, "slash", "vent")
    duel.do(deploy("md-close"))
    assert duel.bots() == {"md-close"}
    duel.do(Recall("md-close")).do(SetBots("ready")).do(SetBots("ready"), seat=1)
    assert (duel.bots(), duel.distance, duel.hp) == ({"md-close"}, 3, [12, 12])
