"""Golden playthroughs replay to the letter; `make golden` records them anew when a rule has changed."""

import pytest

from tests.playthroughs import FOLDER, Plan, moves_of, plans, replay

PLANS = pytest.mark.parametrize("plan", list(plans()), ids=lambda plan: plan.path.stem)


@PLANS
def test_a_golden_playthrough_replays_to_the_letter(plan: Plan):
    recorded = plan.path.read_text(encoding="utf-8")
    assert replay(plan, recorded) == recorded


@PLANS
def test_a_golden_playthrough_is_a_whole_game(plan: Plan):
    recorded = plan.path.read_text(encoding="utf-8")
    assert len(moves_of(recorded)) > 10
    assert "## Result" in recorded


def test_no_playthrough_is_left_over_from_an_edition_that_is_gone():
    assert set(FOLDER.rglob("playthroughs/*.txt")) == {plan.path for plan in plans()}
