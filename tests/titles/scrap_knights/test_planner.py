"""The bot that thinks a turn ahead: it beats the random one, and knows no more than its player."""

import time
from collections import Counter

import pytest

from games.engine.chance import FastChance
from games.engine.viewers import seat_viewer
from games.statistics.simulation import simulate
from games.titles.scrap_knights.moves import AttackWith, Choose, Deploy, SetReady, SetTokens, Spend
from games.titles.scrap_knights.title import TITLE
from tests.table import table
from tests.titles.scrap_knights import contest

GAME = TITLE.newest.game


@pytest.mark.parametrize("decks", [0, 1, 2])
@pytest.mark.soak(seconds=1)
def test_it_wins_most_games_against_random_bots(decks):
    report = simulate("scrap-knights", "b.0.0", ["greedy", "random"], 10, 300, {"decks": decks})
    assert report.exceptions == 0
    assert report.wins_by_bot["greedy"] >= 7


def test_it_brings_a_mech_and_is_ready():
    state, _ = GAME.new(GAME.options_type(), 2, FastChance(1))
    first = GAME.advise(state, 0)
    GAME.apply(state, 0, first, FastChance(1))
    assert GAME.advise(state, 0) == SetReady("ready")


def test_it_does_not_burn_its_own_mech():
    game = table("scrap-knights").mine("scope-shot", "vent", "slash", heat=6).theirs("wait", "taunt")
    assert GAME.advise(game.state, 0) == Choose("vent", False, ())


def test_it_strikes_where_it_can():
    game = table("scrap-knights").mine("slash", "dagger-jab", "flamethrower").theirs("wait", "taunt", "vent")
    assert GAME.advise(game.state, 0) == Choose("slash", False, ())


def test_it_brings_a_missing_attack_close_enough():
    game = table("scrap-knights", "b.0.0").mine("slash", bots=["md-close"]).theirs("wait")
    game.state.distance = 4
    game.choose("slash", 0).choose("wait", 1)
    assert GAME.advise(game.state, 0) == Deploy("md-close", ())


def test_it_keeps_a_token_that_would_do_nothing():
    game = table("scrap-knights").mine("slash", tokens=["blitz"]).theirs("wait")
    game.state.distance = 4
    game.choose("slash", 0).choose("wait", 1)
    assert GAME.advise(game.state, 0) == SetTokens("ready")
    game = table("scrap-knights").mine("slash", tokens=["blitz"]).theirs("wait")
    game.choose("slash", 0).choose("wait", 1)
    assert GAME.advise(game.state, 0) == Spend("blitz")


def test_it_plays_another_attack_when_that_hurts():
    game = table("scrap-knights").mine("can-opener", "slash").theirs("wait")
    game.state.distance = 0
    game.turn("can-opener", "wait")
    assert GAME.advise(game.state, 0) == AttackWith("slash")


def test_advice_comes_quickly_and_the_same_for_the_same_table():
    chance, slowest = FastChance(3), 0.0
    state, _ = GAME.new(GAME.options_type(decks=2), 2, chance)
    while to_act := GAME.to_act(state):
        seat = to_act[0]
        table_ = GAME.resample(GAME.view(state, seat_viewer(seat)), FastChance(1))
        start = time.perf_counter()
        advice = GAME.advise(table_, seat)
        slowest = max(slowest, time.perf_counter() - start)
        assert GAME.advise(table_, seat) == advice
        GAME.apply(state, seat, advice, chance)
    assert slowest < 2.0


@pytest.mark.parametrize("other", contest.OTHERS)
@pytest.mark.soak(seconds=2)
def test_with_equal_mechs_it_wins_most_duels(other: str):
    tally = Counter(contest.play(seed, seed % 2, contest.OTHERS[other]) for seed in range(12))
    assert tally[contest.THINKER] >= 9
    assert contest.report(tally).startswith("12 duels: greedy")


@pytest.mark.soak(seconds=1)
def test_random_duels_go_fast_enough():
    """Aimed at is 4000 moves a second on one core; half of that is safe to ask for anywhere."""
    assert contest.playouts(0.2) > 2000
