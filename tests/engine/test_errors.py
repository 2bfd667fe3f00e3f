"""Errors: one tree, stable codes, and a rule where a rule refuses."""

import pytest

from games.engine import errors

CODES = {
    errors.BadMove: "move/malformed",
    errors.IllegalMove: "move/illegal",
    errors.NotYourTurn: "move/not-your-turn",
    errors.StaleMatch: "match/stale",
    errors.MatchOver: "match/over",
    errors.BadOptions: "match/bad-options",
}


def test_the_codes_are_stable():
    # The match service hangs refusals of its own below the same root.
    own = [kind for kind in errors.GameError.__subclasses__() if kind.__module__ == errors.__name__]
    assert {kind: kind.code for kind in own} == CODES


def test_the_tree_at_the_top_of_the_module_is_complete():
    for kind, code in CODES.items():
        lines = [line for line in errors.__doc__.splitlines() if f" {kind.__name__} " in line]
        assert len(lines) == 1
        assert code in lines[0]


@pytest.mark.parametrize("kind", CODES)
def test_each_carries_a_reason_for_people(kind):
    error = kind("attack-1", "It is exhausted.") if kind is errors.IllegalMove else kind("It is exhausted.")
    assert error.reason == str(error) == "It is exhausted."


def test_an_illegal_move_cites_its_rule():
    assert errors.IllegalMove("attack-1", "It is exhausted.").rule == "attack-1"


def test_not_your_turn_cites_the_rule_of_turns():
    assert errors.NotYourTurn().rule == "turn-1"
