"""The rules of thumb by which bots that search think everyone plays, and what they see in a position."""

from typing import Any

import pytest

from games.engine.chance import FastChance
from games.engine.viewers import seat_viewer
from games.titles.scrap_knights.moves import Choose, Keep, OverchargeUlt, Recall, SetAct, SetReady
from games.titles.scrap_knights.planning.outcomes import outcome
from games.titles.scrap_knights.planning.worth import worth
from games.titles.scrap_knights.title import EDITION
from tests.titles.scrap_knights.duel import GAME, Duel, choosing, copying, deploy


def weighed(duel: Duel, seat: int = 0) -> dict[Any, float]:
    """Return the weight of each of the seat's moves."""
    moves = GAME.legal(duel.state, seat)
    return dict(zip(moves, GAME.policy(duel.state, seat, moves), strict=True))


def likeliest(duel: Duel) -> Any:
    weights = weighed(duel)
    return max(weights, key=lambda move: weights[move])


def ready(*acts: str, **what: Any) -> Duel:
    return Duel(distance=what.pop("distance", 1)).mine(*acts, **{"ult": "test", **what}).theirs(ult="test")


def test_who_can_strike_strikes() -> None:
    assert likeliest(ready("slash", "wait", "vent")) == choosing("slash")


def test_nobody_strikes_who_would_burn() -> None:
    weights = weighed(ready("slash", "vent", heat=6))
    assert weights[choosing("vent")] > 1000 * weights[choosing("slash")]


def test_who_is_too_far_away_comes_closer() -> None:
    weights = weighed(ready("slash", "step", distance=2))
    assert weights[Choose("step", False, (-1,))] > weights[choosing("slash")]
    assert weights[Choose("step", False, (-1,))] > weights[Choose("step", False, (1,))]


def test_a_movement_is_likelier_when_it_gives_a_link() -> None:
    def share(ult: str) -> float:
        weights = weighed(ready("slash", "dash", ult=ult))
        return weights[Choose("dash", False, (1,))] / weights[choosing("slash")]

    assert share("wavedash-crash") > share("plummet-buster")


def test_nobody_takes_back_what_was_just_chosen() -> None:
    duel = ready("slash", "stab")
    duel.state.two[0] = 1
    weights = weighed(duel.do(choosing("slash")))
    assert weights[SetAct("open")] == 0 < weights[SetAct("ready")]


def test_nobody_recalls_a_bot() -> None:
    duel = ready("slash", bots=["md-close"], distance=4).choose("slash").theirs("wait").choose("wait", 1)
    assert weighed(duel)[deploy("md-close")] > 0
    assert weighed(duel.do(deploy("md-close")))[Recall("md-close")] == 0


def test_frame_advantage_is_saved_until_a_barrage_can_be_fired() -> None:
    def weight(count: int) -> float:
        duel = ready("slash", ult="missile-barrage", tokens=["frame-advantage"] * count)
        weights = weighed(duel.choose("slash").theirs("wait").choose("wait", 1))
        return next(weight for move, weight in weights.items() if getattr(move, "token", "") != "")

    assert weight(2) == 0
    assert weight(3) > 1


def test_the_copy_that_a_barrage_has_left_is_fired() -> None:
    duel = ready("slash", ult="missile-barrage", tokens=["frame-advantage"])
    duel.state.barrage[0] = 1
    weights = weighed(duel.choose("slash").theirs("wait").choose("wait", 1))
    assert max(weight for move, weight in weights.items() if getattr(move, "token", "")) > 1


def test_an_act_is_no_likelier_for_the_many_ways_to_play_it() -> None:
    weights = weighed(ready("slash", "thruster-launch"))
    ways = [weight for move, weight in weights.items() if getattr(move, "act", "") == "thruster-launch"]
    assert len([weight for weight in ways if weight]) > 4
    assert sum(ways) < weights[choosing("slash")]


def test_an_attack_without_a_range_may_be_played_in_addition() -> None:
    duel = Duel(distance=1).mine("fishslap", "slash", bots=["ad-chain"])
    duel.theirs("wait").choose("slash").choose("wait", 1)
    weights = weighed(duel)
    assert weights[copying("ad-chain", "fishslap")] > 0


def test_no_token_is_kept_and_no_overcharge_given_up_again() -> None:
    duel = ready("slash", tokens=["blitz"]).choose("slash").theirs("wait").choose("wait", 1)
    duel.do(next(move for move in GAME.legal(duel.state, 0) if move != Keep("blitz")))
    assert weighed(duel)[Keep("blitz")] == 0
    duel = ready("wait", links=3).choose("wait").theirs("wait").choose("wait", 1)
    assert weighed(duel.do(OverchargeUlt("on")))[OverchargeUlt("off")] == 0


def test_whoever_has_a_mech_is_ready_and_builds_no_other() -> None:
    state, _ = GAME.new(GAME.options_type(), 2, Duel().chance)
    first = GAME.legal(state, 0)
    weights = dict(zip(first, GAME.policy(state, 0, first), strict=True))
    assert {type(move).__name__ for move, weight in weights.items() if weight} == {"BringMech"}
    GAME.apply(state, 0, next(move for move, weight in weights.items() if weight), Duel().chance)
    moves = GAME.legal(state, 0)
    assert [m for m, weight in zip(moves, GAME.policy(state, 0, moves), strict=True) if weight] == [
        SetReady("ready")
    ]


@pytest.mark.parametrize("act, distance, dealt", [("slash", 1, 3), ("slash", 2, 0), ("scope-shot", 4, 4)])
def test_an_outcome_is_what_the_rules_say(act: str, distance: int, dealt: int) -> None:
    found = outcome(EDITION, EDITION.way_of_move[Choose(act, False, ())], distance, 0)
    assert found.most == dealt


def test_a_mech_that_can_strike_is_worth_more() -> None:
    near, far = (ready("slash", distance=distance) for distance in (1, 5))
    assert worth(EDITION, near.state, 0) > worth(EDITION, far.state, 0)
    assert worth(EDITION, near.state, 0) == -worth(EDITION, near.state, 1)


def test_a_link_is_worth_more_for_a_heavier_ult() -> None:
    def gain(ult: str) -> float:
        one, three = ready("wait", ult=ult, links=1), ready("wait", ult=ult, links=3)
        return worth(EDITION, three.state, 0) - worth(EDITION, one.state, 0)

    assert gain("orbital-lobotomy") > gain("mechromancers-siphon") > 0


def test_the_act_that_hurts_most_is_discarded() -> None:
    duel = (
        ready("stonewall", ult="orbital-lobotomy", links=3).theirs("slash", "wait").turn("stonewall", "vent")
    )
    weights = {move.act: weight for move, weight in weighed(duel).items()}
    assert weights["slash"] > weights["wait"] > 0


def test_what_a_look_into_the_hand_showed_counts_as_seen() -> None:
    """A table tells it apart from what everybody saw, and the weights there were those of an unknown hand."""
    duel = ready("stonewall", "dash", "slash", ult="orbital-lobotomy", links=3)
    duel.theirs("slash", "springlock", "flamethrower").turn("stonewall", "vent").discard_act("slash")
    assert duel.state.peeked[1]
    moves = GAME.legal(duel.state, 0)
    seen = GAME.resample(GAME.view(duel.state, seat_viewer(0)), FastChance(1))
    assert GAME.policy(seen, 0, moves) == pytest.approx(GAME.policy(duel.state, 0, moves))
