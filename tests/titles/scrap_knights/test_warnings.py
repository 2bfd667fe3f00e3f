"""Being ready: the page asks once when something held back could still save the mech."""

from games.titles.scrap_knights.moves import Spend
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
