"""Replaying stored matches: what fits passes, and every kind of tampering is told."""

from __future__ import annotations

from copy import deepcopy

import pytest
from django.core.management import CommandError, call_command

from games.fairness.verify import replay_match
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.models import Match, MatchSecret, Seat, Step
from scrapsite.common.players import new_guest
from tests.databases import kept_for_module
from tests.playing import bot_match, match_of, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def given_up(request):
    """A match with moves, and moves taken back, given up at the end."""
    yield from kept_for_module(request, play_and_give_up)


def play_and_give_up():
    people = [new_guest(), new_guest()]
    match = play_on(match_of(*people), people, 60)
    assert Step.objects.filter(match=match, kind="undo").exists()
    resign(match.pk, people[0])
    match.refresh_from_db()
    return match


@pytest.fixture
def match(given_up, db):
    """The same match; what a test does to it, the next one doesn't see."""
    return deepcopy(given_up)


def problem_of(match):
    return " ".join(replay_match(match.pk).problems)


def a_step(match, kind):
    return Step.objects.filter(match=match, kind=kind).order_by("seq")[3 if kind == "move" else 0]


def test_moves_undone_moves_and_a_resignation_replay(match):
    verdict = replay_match(match.pk)
    assert (verdict.problems, verdict.steps) == ((), match.seq + 1)


@pytest.mark.parametrize("edition", ["3.4", "3.6", "3.6-2020-07"])
@pytest.mark.soak(seconds=2, one_in=3)
def test_a_whole_match_against_a_bot_replays(user, edition):
    match = play_on(bot_match(user, edition), [user], 3000)
    assert match.status == "finished"
    assert replay_match(match.pk).problems == ()


def test_a_match_that_has_not_begun_has_nothing_to_replay(user):
    match = create_match(user, "scrapbots", "3.6", {}, [{"kind": "me"}, {"kind": "open"}])
    assert replay_match(match.pk) == type(replay_match(match.pk))(match.pk, 0, ())


def test_steps_stored_while_it_looks_do_no_harm(match):
    Match.objects.filter(pk=match.pk).update(
        seq=match.seq - 1, status="running", to_act=[0], result="", bot_to_act=False
    )
    assert "numbered" not in problem_of(match)


@pytest.mark.parametrize(
    "kind, change, told",
    [
        ("move", {"state": b"\x90"}, "digest"),
        ("move", {"draws": 9999}, "draws of chance"),
        ("move", {"events": "[]"}, "events differ"),
        ("move", {"move": '{"type":"attack","lane":0,"attack":1}'}, ""),
        ("undo", {"undoes": 0}, "isn't the newest"),
        ("undo", {"head": 99}, "head"),
        ("start", {"events": "[]"}, "events differ"),
        ("start", {"drawn": "[]"}, "draws differ"),
        ("move", {"link": "0" * 64}, "its link of the chain"),
    ],
)
@pytest.mark.soak(seconds=0.2, one_in=3)
def test_a_changed_step_is_told(match, kind, change, told):
    Step.objects.filter(pk=a_step(match, kind).pk).update(**change)
    assert problem_of(match)
    assert told in problem_of(match)


def test_a_chain_that_ends_elsewhere_is_told(match):
    Match.objects.filter(pk=match.pk).update(chain="0" * 64)
    assert "newest link" in problem_of(match)


def test_a_match_from_before_there_were_chains_replays(match):
    Match.objects.filter(pk=match.pk).update(chain="")
    Step.objects.filter(match=match).update(link="", drawn="[]")
    assert replay_match(match.pk).problems == ()


@pytest.mark.soak(seconds=1)
def test_a_missing_step_is_told(match):
    a_step(match, "move").delete()
    assert "without a gap" in problem_of(match)


@pytest.mark.parametrize("field, told", [("seed", "committed"), ("salt", "committed"), ("played", "nonces")])
def test_another_seed_is_told(match, field, told):
    MatchSecret.objects.filter(match=match).update(**{field: b"x" * 32})
    assert told in problem_of(match)


def test_another_nonce_is_told(match):
    Seat.objects.filter(match=match, number=1).update(nonce=b"x")
    assert "nonces" in problem_of(match)


@pytest.mark.parametrize("change", [{"status": "running"}, {"to_act": [0]}, {"bot_to_act": True}])
def test_a_changed_row_is_told(match, change):
    Match.objects.filter(pk=match.pk).update(**change)
    assert "last step says" in problem_of(match)


def test_other_cards_are_mentioned_when_something_does_not_fit(match):
    Match.objects.filter(pk=match.pk).update(cards_hash="x", engine_version="0", status="running")
    assert "other cards" in problem_of(match)
    assert "engine 0" in problem_of(match)


def test_the_command_counts_matches_and_steps(match, capsys):
    call_command("verify_matches")
    assert f"1 matches with {match.seq + 1} steps replay" in capsys.readouterr().out


def test_the_command_fails_when_something_does_not_fit(match, capsys):
    MatchSecret.objects.filter(match=match).update(salt=b"x")
    with pytest.raises(CommandError, match="1 of 1 matches"):
        call_command("verify_matches", match.pk)
    assert match.pk in capsys.readouterr().err


def test_the_command_says_which_match_is_missing(match):
    with pytest.raises(CommandError, match="no match aaaaaaaaaa"):
        call_command("verify_matches", match.pk, "aaaaaaaaaa")
