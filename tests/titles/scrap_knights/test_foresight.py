"""What a player may know beforehand: which Attacks reach, and where what they mean to do will stand."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.drafting import Ability, CardChange, Changes
from games.engine.viewers import SPECTATOR, seat_viewer
from games.titles.scrap_knights.moves import OverchargeUlt, SetBots, Spend
from games.titles.scrap_knights.title import TITLE
from tests.table import ruling
from tests.titles.scrap_knights.duel import GAME, Duel, copying, deploy


def reach(act: str, distance: int, game: Any = GAME) -> tuple[int, int, bool] | None:
    """Return from where to where the Attack reaches, and whether it does; None if no distance matters."""
    duel = Duel(distance, game=game).mine(act)
    found = game.hints(game.view(duel.state, seat_viewer(0)), 0)
    return next(((one.least, one.most, one.is_met) for one in found), None)


@ruling("range-1", "distance-2")
@pytest.mark.parametrize(
    "act, distance, found",
    [
        ("slash", 1, (0, 1, True)),
        ("slash", 2, (0, 1, False)),
        ("cross-lunge", 0, (0, 0, True)),
        ("cross-lunge", 3, (0, 0, False)),
        ("dolphin-crash", 2, (0, 2, True)),
        ("scorpion-spear", 1, (2, 2, False)),
        ("springlock", 0, (0, 0, True)),
        ("las-shot", 5, None),
        ("step", 5, None),
    ],
)
def test_an_attack_in_hand_tells_whether_it_reaches_from_here(act, distance, found):
    """Cross-Lunge was committed at distance 3, and nothing said that it only works from 0."""
    assert reach(act, distance) == found


FORWARD, HEAT = {"do": "forward", "count": 2}, {"do": "heat-opponent", "amount": 2}
VENT = {"do": "vent", "amount": 1}


def hit(amount: int) -> dict[str, Any]:
    return {"do": "damage", "amount": amount}


def at(distance: int, then: dict[str, Any]) -> dict[str, Any]:
    return {"do": "if", "condition": {"do": "at-distance", "distance": distance}, "then": then}


def up_to(distance: int, then: dict[str, Any]) -> dict[str, Any]:
    condition = {"do": "from-distance", "distance": distance, "or_less": True}
    return {"do": "if", "condition": condition, "then": then}


DRAFTED = {
    "a range below what it asks for is what counts": ("1", [FORWARD, up_to(2, hit(1))], 2, (0, 1, False)),
    "it deals damage further away than it deals more": ("1", [hit(3), at(0, hit(1))], 1, (0, 1, True)),
    "heat comes from any distance": ("any", [at(0, hit(1)), HEAT], 3, None),
    "it strikes at either distance": ("any", [at(0, hit(1)), at(1, hit(2))], 1, (0, 1, True)),
    "a vent is no strike": ("any", [at(2, VENT), at(0, hit(3))], 2, (0, 0, False)),
}


@ruling("range-1", "distance-2")
@pytest.mark.parametrize("most, effects, distance, found", DRAFTED.values(), ids=DRAFTED)
def test_a_drafted_attack_tells_from_where_it_strikes(most, effects, distance, found):
    """A Crash with range 1 was “in reach” at distance 2 and missed; more damage at 0 hid the other."""
    assert TITLE.drafting is not None
    change = CardChange({"range": most}, (Ability({"priority": "0"}, tuple(effects)),))
    info = TITLE.drafting.edition_from(TITLE.newest, Changes(cards={"slash": change}), "draft:7@2")
    assert reach("slash", distance, info.game) == found


def chain(duel: Duel, viewer) -> list[tuple[str, str, tuple[int, int, int], bool]]:
    links = GAME.view(duel.state, viewer).chain
    return [(link.lined.card, link.lined.priority, link.tokens, link.is_meant) for link in links]


NONE = (0, 0, 0)


@ruling("bot-2", "chain-2")
def test_a_bot_that_one_means_to_use_stands_behind_what_it_follows_and_only_its_player_sees_it():
    duel = Duel(distance=1).mine("stab", bots=["ad-chain"]).choose("wait", 1).choose("shock-palm")
    duel.do(copying("ad-chain", "stab"))
    public = [("shock-palm", "0", NONE, False), ("wait", "0", NONE, False)]
    assert chain(duel, seat_viewer(0)) == [public[0], ("ad-chain", "tag", NONE, True), public[1]]
    assert chain(duel, seat_viewer(1)) == chain(duel, SPECTATOR) == public


@ruling("token-1", "token-frame")
def test_tokens_that_one_means_to_spend_count_in_ones_own_chain_only():
    duel = Duel().mine(tokens=["frame-advantage", "blitz"]).choose("stab", 1).choose("missile")
    for token in ("frame-advantage", "blitz"):
        duel.do(Spend(token))  # type: ignore[arg-type]
    assert chain(duel, seat_viewer(0))[0] == ("missile", "+1", (1, 0, 1), True)
    assert ("missile", "0", NONE, False) in chain(duel, seat_viewer(1))
    assert chain(duel, seat_viewer(1)) == chain(duel, SPECTATOR)


@ruling("dd-burst-2", "heatsink-2")
def test_a_bot_that_takes_a_link_keeps_the_ult_out_of_the_chain_as_soon_as_it_is_planned():
    duel = Duel(distance=1).mine("scope-shot", ult="heatsink-blade", links=3, bots=["dd-burst"])
    duel.choose("slash", 1).choose("scope-shot")
    due = ("heatsink-blade", "first", NONE, False)
    assert due in chain(duel, seat_viewer(0))
    duel.do(deploy("dd-burst"))
    assert due not in chain(duel, seat_viewer(0))
    assert due in chain(duel, seat_viewer(1))
    duel.do(SetBots("ready"))
    assert "heatsink-blade" not in duel.order


@ruling("nanomech-1", "ult-1")
def test_the_ult_that_a_planned_bot_triggers_is_in_ones_own_chain_only():
    duel = Duel(distance=1).mine("wait", ult="nanomech-lance", links=2, bots=["sd-terror"])
    duel.choose("wait", 1).choose("slash")
    duel.do(deploy("sd-terror"))
    assert chain(duel, seat_viewer(0))[-1] == ("nanomech-lance", "last", NONE, True)
    assert "nanomech-lance" not in [card for card, *_ in chain(duel, seat_viewer(1))]


@ruling("missile-barrage-1", "missile-barrage-2")
def test_planned_frame_advantages_bring_missile_barrage_and_the_copy_that_waits_into_ones_own_chain():
    duel = Duel(distance=5).mine(ult="missile-barrage", tokens=["frame-advantage"] * 3)
    duel.state.barrage[0] = 1
    duel.choose("wait", 1).choose("vent")
    for _ in range(2):
        duel.do(Spend("frame-advantage"))
    copy = ("missile-barrage", "0", NONE, True)
    assert [link for link in chain(duel, seat_viewer(0)) if link[0] == "missile-barrage"] == [copy]
    duel.do(Spend("frame-advantage"))
    assert [link for link in chain(duel, seat_viewer(0)) if link[0] == "missile-barrage"] == [copy, copy]
    assert "missile-barrage" not in [card for card, *_ in chain(duel, seat_viewer(1))]


@ruling("ult-2", "overcharge-1")
def test_an_ult_that_one_means_to_overcharge_has_all_its_effects_in_ones_own_chain_only():
    duel = Duel().mine("slash", ult="test", links=3, prep=["stab", "missile"])
    duel.choose("wait", 1).choose("vent").do(OverchargeUlt("on"))
    plain = ("test", "0", NONE, False)
    assert [link for link in chain(duel, seat_viewer(0)) if link[0] == "test"] == [
        *(plain, ("test", "0", NONE, True)),
    ]
    assert [link for link in chain(duel, seat_viewer(1)) if link[0] == "test"] == [plain]
