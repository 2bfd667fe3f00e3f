"""What a turn is made of: the mechs that enter, the steps, tokens, priorities, the end."""

from typing import Any

import pytest

from games.engine.chance import FastChance
from games.engine.codec import to_json
from games.engine.errors import IllegalMove, NotYourTurn
from games.engine.viewers import Viewer
from games.titles.scrap_knights.decks.ready_made import MECHS
from games.titles.scrap_knights.moves import BringMech, PutBack, SetAct, SetReady, Spend, TakeCard
from games.titles.scrap_knights.rules import Options
from tests.table import ruling
from tests.titles.scrap_knights.duel import GAME, OUT, Duel, choosing

SPECTATOR = Viewer(-1)


def entering(*mechs: str, decks: int = 0) -> Any:
    """Return the table on which these mechs were brought, and are ready."""
    state, _ = GAME.new(Options(decks=decks), 2, FastChance(1))
    for seat, mech in enumerate(mechs):
        GAME.apply(state, seat, BringMech(mech), FastChance(1))
        GAME.apply(state, seat, SetReady("ready"), FastChance(1))
    return state


class TestSetup:
    @ruling("setup-4", "aim-1", "setup-9")
    def test_mechs_start_whole_and_cool_at_distance_1(self):
        state = entering("salvo", "riptide")
        view = GAME.view(state, Viewer(0))
        assert (view.phase, view.turn, view.distance) == ("act", 1, 1)
        for player in view.players:
            assert (player.hp, player.heat, player.links, player.hand_count) == (12, 0, 0, 6)
            assert (player.frame_advantage, player.armored, player.blitz) == (0, 0, 0)

    @ruling("setup-5")
    def test_a_mech_is_put_together_card_by_card_and_may_be_changed_while_the_other_is_not_ready(self):
        state, _ = GAME.new(Options(), 2, FastChance(1))
        mech = MECHS[1].deck
        for card in (*mech.acts, mech.ult, *mech.bots):
            GAME.apply(state, 0, TakeCard(card, "deck"), FastChance(1))
        GAME.apply(state, 0, SetReady("ready"), FastChance(1))
        assert GAME.to_act(state) == (1,)
        GAME.apply(state, 0, SetReady("open"), FastChance(1))
        GAME.apply(state, 0, PutBack(mech.ult, "deck"), FastChance(1))
        with pytest.raises(IllegalMove) as refused:
            GAME.apply(state, 0, SetReady("ready"), FastChance(1))
        assert (refused.value.rule, refused.value.reason) == ("setup-1", "You still need an ULT.")

    @ruling("setup-5", "open-2")
    def test_others_see_nothing_of_a_mech_that_is_put_together(self):
        state = entering("salvo")
        other = entering("riptide")
        for viewer in (Viewer(1), SPECTATOR):
            assert to_json(GAME.view(state, viewer)) == to_json(GAME.view(other, viewer))

    @ruling("setup-6")
    def test_by_agreement_mechs_are_ready_made(self):
        state, _ = GAME.new(Options(decks=1), 2, FastChance(1))
        with pytest.raises(IllegalMove) as refused:
            GAME.apply(state, 0, TakeCard("slash", "deck"), FastChance(1))
        assert refused.value.rule == "setup-6"
        assert {move.mech for move in GAME.legal(state, 0)} == {mech.slug for mech in MECHS}

    @ruling("setup-6")
    def test_by_agreement_chance_deals_them(self):
        state, _ = GAME.new(Options(decks=2), 2, FastChance(1))
        assert GAME.view(state, Viewer(0)).phase == "act"
        assert all(len(hand) == 6 for hand in state.hands)


class TestWhatIsPublic:
    @ruling("open-1", "setup-4")
    def test_ults_bots_and_counts(self):
        view = GAME.view(entering("salvo", "riptide"), SPECTATOR)
        first, second = view.players
        assert (first.ult, second.ult) == ("missile-barrage", "wavedash-crash")
        assert {bot.slug for bot in first.bots} == {"ad-chain", "dd-soothe", "sd-hats"}
        assert (first.hand_count, first.hand, second.hand) == (6, None, None)

    @ruling("open-1", "open-2", "act-1")
    def test_an_act_that_was_shown_is_known_from_then_on(self):
        state = entering("salvo", "riptide")
        for seat, act in ((0, "vent"), (1, "taunt")):
            GAME.apply(state, seat, choosing(act), FastChance(1))
        view = GAME.view(state, Viewer(1))
        assert view.players[0].known == ("vent",)
        assert view.players[0].hand is None
        assert view.players[0].hand_count == 6

    @ruling("open-2", "act-5")
    def test_all_that_others_see_of_a_choice_is_that_it_is_made(self):
        seen = set()
        for move in (
            choosing("slash"),
            choosing("dash", moves=(OUT,)),
            choosing("machina-deus", named="vent"),
        ):
            duel = Duel().mine("slash", "dash", "machina-deus").theirs("vent").do(move)
            seen.add(to_json(GAME.view(duel.state, Viewer(1))))
        assert len(seen) == 1


class TestTheActPhase:
    @ruling("act-1")
    def test_an_act_goes_back_to_the_hand(self):
        assert Duel().mine("vent").turn("slash").hand() == {"slash", "vent"}

    @ruling("act-1")
    def test_only_acts_of_the_hand_are_chosen(self):
        duel = Duel().mine("vent")
        with duel.refuses("act-1"):
            duel.do(choosing("slash"))

    @ruling("act-5")
    def test_a_choice_may_be_changed_until_both_are_ready(self):
        duel = Duel(distance=1).mine("slash", "vent").theirs("wait").choose("vent")
        with pytest.raises(NotYourTurn):
            duel.choose("slash")
        GAME.apply(duel.state, 0, SetAct("open"), duel.chance)
        duel.choose("slash").choose("wait", 1)
        assert duel.hp == [12, 9]

    @ruling("act-4")
    def test_who_has_an_act_does_not_pass(self):
        duel = Duel().mine("vent").theirs("wait")
        assert [type(move).__name__ for move in GAME.legal(duel.state, 0)] == ["Choose"]

    @ruling("turn-1", "turn-2")
    def test_the_steps_come_in_order(self):
        duel = Duel(distance=3).mine(
            "slash", ult="big-tuna-kahuna", links=3, bots=["md-close"], tokens=["blitz"]
        )
        duel.deploying("md-close").spending("blitz").turn("slash", "vent")
        steps = ["cards-flipped", "bot-deployed", "token-spent", "ult-triggered", "chain-lined-up"]
        told = [type(event).__struct_config__.tag for event in duel.events]
        assert [tag for tag in told if tag in (*steps, "turn-began")] == [*steps, "turn-began"]

    @ruling("flip-1", "secret-1")
    def test_secrets_are_shown_with_their_card(self):
        duel = Duel(distance=2).mine("dash").turn(choosing("dash", moves=(OUT,)), "vent")
        shown = [event.secrets for event in duel.happened("act-revealed")]
        assert [(one.act, one.moves) for one in shown] == [("dash", (OUT,)), ("vent", ())]

    @ruling("heat-2", "heat-5")
    def test_heat_is_gained_at_the_flip_whatever_becomes_of_the_act(self):
        duel = Duel(distance=5).burst().turn("slash", "vent")
        assert duel.heat == [1, 0]


class TestTokens:
    @ruling("token-frame", "chain-1")
    def test_frame_advantage_makes_an_act_faster(self):
        duel = Duel(distance=0).mine(tokens=["frame-advantage"]).spending("frame-advantage")
        duel.turn("slash", "springlock")
        assert (duel.order, duel.tokens()) == (["slash", "springlock"], {})
        duel = (
            Duel(distance=0).theirs(tokens=["frame-advantage"] * 2).spending(*["frame-advantage"] * 2, seat=1)
        )
        duel.turn("slash", "springlock")
        assert (duel.order, duel.hp) == (["springlock", "slash"], [7, 9])

    @ruling("token-frame", "block-1")
    def test_frame_advantage_moves_a_block_too(self):
        duel = Duel(distance=0).mine(tokens=["frame-advantage"]).spending("frame-advantage")
        assert duel.turn("stonewall", "dagger-jab").hp == [12, 12]

    @ruling("token-frame", "chain-2", "token-4")
    def test_frame_advantage_does_not_move_what_comes_first(self):
        duel = (
            Duel(distance=2)
            .mine("machina-deus", hp=1, tokens=["frame-advantage"])
            .spending("frame-advantage")
        )
        duel.turn(choosing("machina-deus", named="vent"), "vent")
        assert duel.happened("chain-lined-up")[0].chain[0].priority == "first"

    @ruling("token-armored", "block-1")
    def test_armored_blocks_2_at_each_priority_of_the_act(self):
        duel = Duel(distance=0).mine(tokens=["armored"]).spending("armored")
        assert duel.turn("las-shot", "slash").hp == [11, 11]
        duel = Duel(distance=0).mine(tokens=["armored"]).spending("armored")
        assert duel.turn("dolphin-crash", "dagger-jab").hp == [12, 11]
        duel = Duel(distance=0).mine(tokens=["armored"]).spending("armored")
        assert duel.turn("las-shot", "dagger-jab").hp == [10, 11]

    @ruling("token-blitz", "token-5")
    def test_blitz_makes_an_attack_harder_and_hotter(self):
        duel = Duel(distance=1).mine(tokens=["blitz"]).spending("blitz").turn("slash", "wait")
        assert (duel.hp, duel.heat) == ([12, 7], [2, 0])

    @ruling("token-blitz")
    def test_blitz_is_for_attacks_only(self):
        duel = Duel().mine(tokens=["blitz", "armored"]).choose("wait", 1).choose("vent")
        assert duel.phase == "tokens"
        with duel.refuses("token-blitz"):
            duel.do(Spend("blitz"))

    @ruling("token-1", "gain-2")
    def test_tokens_add_up(self):
        duel = Duel(distance=1).mine(tokens=["blitz", "blitz"]).spending("blitz", "blitz").turn("shock-palm")
        assert (duel.hp, duel.heat) == ([12, 7], [2, 0])

    @ruling("token-1")
    def test_no_more_tokens_are_spent_than_one_has(self):
        duel = Duel().mine(tokens=["armored"]).choose("wait", 1).choose("vent").do(Spend("armored"))
        with duel.refuses("token-1"):
            duel.do(Spend("armored"))

    @ruling("token-1", "gain-1", "gain-2", "token-3")
    def test_tokens_may_be_kept(self):
        duel = Duel().mine(tokens=["armored"]).turn("vent")
        assert duel.tokens() == {"armored": 1}

    @ruling("token-2")
    def test_of_two_acts_blitz_is_for_the_attack_and_the_others_for_the_first(self):
        duel = Duel(distance=1).turn("oneliner", "vent").mine(tokens=["blitz", "frame-advantage"])
        duel.spending("blitz", "frame-advantage").turn(["vent", "slash"], "stonewall")
        assert duel.hp == [12, 10]
        spent = {event.token: event.act for event in duel.happened("token-spent")}
        assert spent == {"blitz": "slash", "frame-advantage": "vent"}

    @ruling("token-blitz", "damage-1")
    def test_blitz_makes_a_slap_hurt(self):
        duel = Duel(distance=1).mine(tokens=["blitz"]).spending("blitz").turn("fishslap")
        assert (duel.hp, duel.distance) == ([12, 10], 2)


class TestPriorities:
    @ruling("chain-3")
    def test_equals_go_by_type(self):
        duel = Duel(distance=1).mine(ult="big-tuna-kahuna", links=3).turn("step", "las-shot")
        assert duel.order == ["big-tuna-kahuna", "las-shot", "step"]
        assert Duel(distance=1).turn("wait", "step").order == ["step", "wait"]
        assert Duel(distance=1).turn("slash", "vent").order == ["vent", "slash"]

    @ruling("chain-3")
    def test_a_bot_goes_before_an_ult(self):
        duel = Duel(distance=2).mine(ult="big-tuna-kahuna", links=3, bots=["sd-hats"])
        duel.deploying("sd-hats").turn("wait", "slash")
        assert duel.order[:3] == ["sd-hats", "big-tuna-kahuna", "slash"]

    @ruling("chain-5")
    def test_equals_of_one_player_go_in_the_order_in_which_they_were_played(self):
        duel = Duel(distance=1).turn("oneliner", "vent").turn(["stab", "slash"], "vent")
        assert [card for card in duel.order if card != "vent"] == ["stab", "slash"]
        duel = Duel(distance=1).turn("oneliner", "vent").turn(["slash", "stab"], "vent")
        assert [card for card in duel.order if card != "vent"] == ["slash", "stab"]

    @ruling("chain-4", "chain-5")
    def test_where_one_side_only_blocks_no_coin_is_tossed(self):
        duel = Duel(distance=1).turn("stonewall", "meditation")
        assert duel.happened("coin-tossed") == []

    @ruling("block-2", "chain-4")
    def test_a_block_stands_before_all_damage_of_its_priority(self):
        """A Defend's other effects may have to wait for those of the same priority, its block doesn't."""
        duel = Duel(distance=1).mine(heat=2).turn("meditation", "vent")
        assert duel.events[[type(e).__name__ for e in duel.events].index("BlockRaised")].amount == 2

    @ruling("block-2")
    def test_blocks_are_used_up_by_damage_in_the_order_it_comes(self):
        """The copy of Slash from before and the Stab meet the same wall."""
        duel = Duel(distance=1).turn("ghostblade", "vent").turn("stab", "stonewall")
        assert duel.hp == [12, 12 - (3 + 2 - 3)]

    @ruling("damage-1", "end-1")
    def test_damage_takes_hp_and_no_hp_loses(self):
        duel = Duel(distance=1).theirs(hp=3).turn("slash")
        assert (duel.hp, duel.result.winners, duel.result.rule) == ([12, 0], (0,), "end-1")

    @ruling("damage-1", "end-1")
    def test_a_wreck_still_has_its_effects_this_turn(self):
        duel = Duel(distance=0).theirs(hp=2).mine(hp=3).turn("dagger-jab", "slash")
        assert (duel.hp, duel.result.winners, duel.result.rule) == ([0, 0], (), "end-2")


class TestTheEnd:
    @ruling("heat-1")
    @pytest.mark.parametrize("heat, winners", [(6, (1,)), (5, None)])
    def test_with_7_heat_one_loses_when_the_next_turn_begins(self, heat: int, winners: Any):
        duel = Duel(distance=5).mine(heat=heat).turn("las-shot")
        assert (duel.result.winners if duel.result else None) == winners

    @ruling("end-3", "heat-1")
    def test_when_both_are_too_hot_it_is_a_draw(self):
        duel = Duel(distance=5).mine(heat=6).theirs(heat=6).turn("las-shot", "las-shot")
        assert (duel.result.winners, duel.result.rule) == ((), "end-3")

    @ruling("house-1")
    @pytest.mark.parametrize("hp, winners", [(12, (0,)), (11, ()), (10, (1,))])
    def test_after_the_last_turn_more_hp_wins(self, hp: int, winners: tuple[int, ...]):
        duel = Duel(distance=5, turn=10, cap=10).mine(hp=hp).turn("las-shot", "vent")
        assert duel.hp[1] == 11
        assert (duel.result.winners, duel.result.rule) == (winners, "house-1")

    @ruling("house-1")
    def test_before_it_the_match_goes_on(self):
        assert Duel(distance=5, turn=9, cap=10).turn("las-shot").result is None
