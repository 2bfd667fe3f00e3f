"""Programs ask for analyses as people do."""

import pytest

from games.analysis.judging import Analyst
from games.analysis.models import Analysis
from games.api.analysis import AnalysisOut
from games.matches.models import Match
from scrapsite.accounts.tokens import issue_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(client, user):
    headers = {"Authorization": f"Bearer {issue_token(user)}"}

    def call(method, match):
        answer = getattr(client, method)(f"/api/v1/matches/{match.pk}/analysis", headers=headers)
        return answer.status_code, answer.json()

    return call


def test_a_program_asks_and_reads_what_was_found(program, blunder):
    status, none = program("get", blunder)
    assert (status, none["stage"], none["decisions"]) == (200, "none", [])
    status, asked = program("post", blunder)
    assert (status, asked["stage"]) == (200, "waiting")
    analyst = Analyst(Analysis.objects.get(match=blunder))
    while analyst.go_on():
        pass
    status, made = program("get", blunder)
    AnalysisOut.model_validate(made)
    worst = max(made["decisions"], key=lambda one: one["loss"])
    assert (status, made["stage"], worst["made"]) == (200, "done", "End turn")
    assert worst["best_move"]["type"] == "attack"
    assert worst["is_mistake"]


def test_the_description_says_how_the_steps_of_decisions_are_counted():
    """In Junkyard most steps are secret, and a program came to another moment of the replay."""
    assert "`seat=all`" in AnalysisOut.model_json_schema()["$defs"]["DecisionOut"]["description"]


def test_a_running_match_is_a_conflict(program, blunder):
    Match.objects.filter(pk=blunder.pk).update(status="running")
    status, refused = program("post", blunder)
    assert (status, refused["code"]) == (409, "match/not-over")
    assert not Analysis.objects.exists()
