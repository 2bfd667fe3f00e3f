"""Being ready: the page asks once when something held back could still save the mech."""

from games.titles.scrap_knights.moves import SetBots, Spend
from tests.table import ruling
from tests.titles.scrap_knights.duel import GAME, Duel, deploy


def warning(duel: Duel) -> str:
    """Return what the page asks about before I am ready."""
    (ready,) = [offer for offer in GAME.offers(duel.state, 0) if offer.label == "Ready"]
    return str(ready.warning)


def shown(duel: Duel, mine: str = "wait", theirs: str = "slash") -> Duel:
    """Choose the ACTs for both, and flip them."""
    return duel.choose(theirs, 1).choose(mine, 0)


def test_a_bot_is_asked_about_when_the_mech_would_be_wrecked():
    duel = shown(Duel(distance=1).mine(hp=1, bots=["dd-burst"]))
    assert duel.phase == "bots"
    assert warning(duel) == "As things stand, your mech won’t survive this turn. With DD-Burst it would."
    assert warning(duel.do(deploy("dd-burst"))) == ""


def test_a_bot_held_back_in_a_harmless_turn_is_not_asked_about():
    duel = shown(Duel(distance=1).mine(hp=12, bots=["dd-burst"]))
    assert (duel.phase, warning(duel)) == ("bots", "")


def test_a_token_is_asked_about_when_the_mech_would_be_wrecked():
    duel = shown(Duel(distance=1).mine(hp=2, tokens=["armored"]))
    assert duel.phase == "tokens"
    assert warning(duel) == "As things stand, your mech won’t survive this turn. With Armored it would."
    assert warning(duel.do(Spend("armored"))) == ""


def test_a_token_kept_in_a_harmless_turn_is_not_asked_about():
    duel = shown(Duel(distance=1).mine(hp=12, tokens=["armored"]))
    assert (duel.phase, warning(duel)) == ("tokens", "")


def test_what_would_not_save_the_mech_is_not_held_out_as_a_rescue():
    """The page once said “You can still use Frame Advantage” of an Attack that missed all the same."""
    duel = shown(Duel(distance=1).mine(hp=2, tokens=["frame-advantage"]))
    assert (duel.phase, warning(duel)) == ("tokens", "")
    both = shown(Duel(distance=1).mine(hp=2, tokens=["frame-advantage", "armored"]))
    assert warning(both) == "As things stand, your mech won’t survive this turn. With Armored it would."


def test_a_token_that_nobody_plans_to_spend_is_not_among_what_is_refused():
    duel = shown(Duel(distance=1).mine(hp=12, tokens=["armored"]))
    assert "Keep Armored" not in {offer.label for offer in GAME.offers(duel.state, 0)}
    assert "Keep Armored" in {offer.label for offer in GAME.offers(duel.do(Spend("armored")).state, 0)}


def furnace_heart(*bots: str) -> Duel:
    """Let me, hot and nearly wrecked, shoot against a Slash while Heatsink Blade is due."""
    duel = Duel(distance=1).mine("scope-shot", ult="heatsink-blade", links=3, heat=5, hp=3, bots=bots)
    return shown(duel, mine="scope-shot")


@ruling("dd-burst-2", "heatsink-2", "heat-1")
def test_dd_burst_is_no_rescue_when_it_takes_the_link_that_cools_the_mech():
    """The page said that DD-Burst would save it; used, it kept Heatsink Blade away, and the heat lost."""
    duel = furnace_heart("dd-burst")
    assert (duel.armed(), warning(duel)) == ({"dd-burst"}, "")
    duel.do(deploy("dd-burst")).do(SetBots("ready"))
    assert (duel.links[0], duel.heat[0], duel.result.winners) == (2, 8, (1,))


@ruling("bot-2", "dd-burst-2")
def test_a_bot_that_another_one_arms_is_part_of_the_rescue():
    duel = furnace_heart("dd-burst", "dd-soothe")
    assert (duel.armed(), warning(duel)) == (
        *({"dd-burst"},),
        "As things stand, your mech won’t survive this turn. With DD-Burst and DD-Soothe it would.",
    )
    duel.do(deploy("dd-burst")).do(SetBots("ready"))
    assert warning(duel) == "As things stand, your mech won’t survive this turn. With DD-Soothe it would."
    duel.do(deploy("dd-soothe")).do(SetBots("ready"))
    assert (duel.heat[0], duel.hp[0], duel.result) == (5, 3, None)


@ruling("house-1", "heat-1")
def test_too_much_heat_is_no_danger_in_the_last_turn():
    """The page asked whether to use DD-Soothe, as the mech wouldn’t survive; held back, it won."""
    for turn, asked in (
        (49, "As things stand, your mech won’t survive this turn. With DD-Soothe it would."),
        (50, ""),
    ):
        duel = Duel(distance=3, turn=turn, cap=50).mine(heat=7, bots=["dd-soothe"]).theirs(hp=11)
        shown(duel, mine="las-shot", theirs="wait")
        assert (duel.armed(), duel.heat[0], warning(duel)) == ({"dd-soothe"}, 8, asked)
    assert duel.do(SetBots("ready")).result.winners == (0,)


@ruling("missile-barrage-2")
def test_frame_advantage_is_a_rescue_when_it_makes_the_copy_that_interrupts():
    """The copy that waits for Frame Advantage was left out, so nobody was asked."""
    duel = Duel(distance=0).mine(ult="missile-barrage", hp=5, tokens=["frame-advantage"])
    duel.state.barrage[0] = 1
    shown(duel, theirs="springlock")
    assert duel.phase == "tokens"
    assert (
        warning(duel) == "As things stand, your mech won’t survive this turn. With Frame Advantage it would."
    )
    assert warning(duel.do(Spend("frame-advantage"))) == ""
