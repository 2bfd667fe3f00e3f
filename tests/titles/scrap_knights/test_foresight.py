"""What a player may know beforehand: which Attacks reach, and where what they mean to do will stand."""

from __future__ import annotations

import pytest

from games.engine.viewers import SPECTATOR, seat_viewer
from games.titles.scrap_knights.moves import Spend
from tests.table import ruling
from tests.titles.scrap_knights.duel import GAME, Duel, copying


def reach(act: str, distance: int) -> tuple[int, int, bool] | None:
    """Return from where to where the Attack reaches, and whether it does; None if no distance matters."""
    duel = Duel(distance).mine(act)
    found = GAME.hints(GAME.view(duel.state, seat_viewer(0)), 0)
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
