"""What random games seldom come to, made to happen."""

from games.titles.scrap_knights.box import ACTS
from games.titles.scrap_knights.moves import SetAct
from tests.titles.scrap_knights.duel import GAME, Duel


def kinds(duel):
    return [type(event).__name__ for event in duel.events]


def test_an_additional_attack():
    duel = Duel(distance=0).mine("can-opener", "slash").turn("can-opener").attack_with("slash")
    assert "AttackAdded" in kinds(duel)
    assert duel.hp == [12, 8]


def test_a_bot_that_comes_back():
    duel = Duel().mine(ult="mechromancers-siphon", links=3, bots=["ad-pester"], used=["ad-pester"])
    duel.turn("vent").return_bot("ad-pester")
    assert "BotReturned" in kinds(duel)


def test_acts_that_return_from_under_the_eraser():
    duel = Duel().mine("vent", ult="eraser-las", links=3).theirs("wait").turn("slash", "dash")
    assert "ActsSetAside" in kinds(duel)
    duel.mine(links=3).turn("vent")
    assert kinds(duel).count("ActsReturned") == 2


def test_choosing_again():
    duel = Duel().mine("slash", "stab").theirs("wait").choose("slash")
    duel.events = GAME.apply(duel.state, 0, SetAct("open"), duel.chance)
    assert "ActsTakenBack" in kinds(duel)


def test_cards_traded_with_test():
    prep = [act for act in ACTS if act not in ("slash", "stab", "overclock")][:12]
    duel = Duel().mine("slash", "stab", ult="test", links=2, prep=prep).with_ult("slash", "stab")
    duel.turn("overclock")
    assert {"UltPlanned", "UltMarked", "CardsShuffledIn"} <= {*kinds(duel)}
