"""Analysis: a search looks at a finished match, one decision after the other."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.http import Http404
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games import catalog
from games.analysis import tasks
from games.analysis.asking import MOST_MOVES, ask, count_under_way
from games.analysis.decisions import decision_at, moves_of
from games.analysis.errors import CannotAnalyse, NotOver
from games.analysis.judging import Analyst
from games.analysis.models import Analysis, JudgedDecision
from games.analysis.plain import plain_analysis
from games.analysis.tasks import analyse, revive_analyses
from games.analysis.withdrawn import is_withdrawn
from games.engine.viewers import seat_viewer
from games.matches.actions.create import create_match
from games.matches.actions.new_rules import answer_new_rules, stop_matches
from games.matches.actions.play import play_move
from games.matches.actions.seats import join_match
from games.matches.errors import RulesChanged
from games.matches.models import Match, Step
from games.matches.tasks import play_bot_turn
from scrapsite.common.errors import Full
from tests.games.analysis.conftest import given_up
from tests.games.yard import DONE, OPEN_AGAIN, Yard, slot, take_back
from tests.playing import ME, OPEN, bot_match, legal_moves, match_of, play_on

pytestmark = pytest.mark.django_db


def finish(match: Match) -> Analysis:
    """Carry out the queued slices, and return what came of it."""
    while (number := Analysis.objects.get(match=match).slices) >= 0:
        analyse.call(match.pk, number)
        found = Analysis.objects.get(match=match)
        if not found.is_under_way:
            return found
    raise AssertionError


def queued() -> list[list[object]]:
    """Return what the tasks of analyses in the queue were given."""
    ready = DBTaskResult.objects.filter(task_path=analyse.module_path, status="READY")
    return [task.args_kwargs["args"] for task in ready.order_by("enqueued_at")]


def test_a_win_that_was_missed_is_the_biggest_loss(blunder, user):
    ask(blunder, user)
    found = finish(blunder)
    worst = max(found.decisions.all(), key=lambda row: row.loss)
    assert (found.stage, found.done) == ("done", found.whole)
    assert (worst.seq, worst.made_words) == (max(moves_of(blunder)), "End turn")
    assert worst.is_mistake(found.rounds)
    assert worst.best_words.startswith("Attack with Scout in the left Lane")
    assert worst.line == [worst.best_words], "the match is won by it"


@pytest.mark.parametrize("went_on", [True, False])
def test_what_was_played_by_other_rules_is_not_judged_by_the_newer_ones(
    user, other_user, client_of, monkeypatch, went_on
):
    """Good moves of then counted as mistakes."""
    people = [user, other_user]
    match = play_on(match_of(*people), people, 4)
    newer = replace(catalog.title("scrapbots"), engine_version="newer")
    monkeypatch.setitem(catalog._TITLES, "scrapbots", newer)
    stop_matches()
    for person in people:
        answer_new_rules(match.pk, person, "go-on")
    match = given_up(play_on(match, people, 4 if went_on else 0), user)
    assert match.later_since
    seqs = moves_of(match)
    assert bool(seqs) == went_on
    assert all(seq > match.later_since for seq in seqs)
    ask(match, user)
    finish(match)
    page = client_of(user).get(f"/matches/{match.pk}/analysis/")
    assert "before the match went on by newer rules" in page.text


def test_every_decision_is_judged_from_what_its_seat_knew(played, user, monkeypatch):
    """The search gets the view of then, and the luck that it always has there."""
    game, seen = catalog.game_of(*played.rules), []
    plain = type(game).view
    monkeypatch.setattr(
        type(game), "view", lambda self, state, viewer: seen.append(viewer) or plain(self, state, viewer)
    )
    seq = next(seq for seq in moves_of(played) if decision_at(game, played, seq))
    decision = decision_at(game, played, seq)
    assert set(seen) == {seat_viewer(decision.seat)}
    assert decision.view == plain(game, decision.state, seat_viewer(decision.seat))


@pytest.mark.soak(seconds=1)
def test_moves_without_a_choice_and_those_taken_back_are_left_out(played, user):
    undone = Step.objects.filter(match=played, kind="undo").values_list("undoes", flat=True)
    assert undone, "some were taken back"
    assert not set(undone) & set(moves_of(played))
    ask(played, user)
    found = finish(played)
    game = catalog.game_of(*played.rules)
    chosen = {seq for seq in moves_of(played) if decision_at(game, played, seq)}
    assert {row.seq for row in found.decisions.all()} == chosen
    assert 0 < len(chosen) <= found.whole


@pytest.mark.parametrize(
    ("moves", "lasting"),
    [
        ([slot(0, 1), slot(1, 2)], [0, 1]),
        ([slot(0, 1), slot(1, 2), take_back(1), slot(3, 1)], [1, 3]),
        ([slot(0, 1), take_back(1), slot(0, 1)], [2]),
        ([slot(0, 1), DONE, OPEN_AGAIN, slot(1, 2)], [0, 3]),
        ([slot(0, 1), take_back(1)], []),
    ],
)
def test_what_was_taken_back_before_it_had_any_effect_is_not_judged(user, other_user, moves, lasting):
    """A plan that was withdrawn at once cost “44 points”, though the match lost nothing by it."""
    yard = Yard.programming(user, other_user)
    before = yard.match.seq
    yard.fill(user, *moves)
    yard.fill(other_user)
    match = given_up(yard.match, user)
    game = catalog.game_of(*match.rules)
    own = [before + 1 + at for at in range(len(moves))]
    assert [at for at, seq in enumerate(own) if not is_withdrawn(game, match, seq)] == lasting
    ask(match, user)
    judged = {row.seq for row in finish(match).decisions.all()}
    assert judged <= {seq for seq in moves_of(match) if not is_withdrawn(game, match, seq)}


def test_which_mech_was_built_is_judged_neither_now_nor_on_older_pages(user, other_user):
    """Every card that somebody took for a mech of their own was a mistake: they should use Fishmonger."""
    match = join_match(create_match(user, "scrap-knights", "b.0.0", {}, [ME, OPEN]).pk, other_user)
    take = next(move for move in legal_moves(match, user) if move["type"] == "take")
    play_move(match.pk, user, match.seq, "take", take)
    match = given_up(match, user)
    (seq,) = moves_of(match)
    assert decision_at(catalog.game_of(*match.rules), match, seq), "no ready-made mech is this card"
    ask(match, user)
    found = finish(match)
    assert (found.stage, found.done, found.decisions.count()) == ("done", 1, 0)
    row = {"seq": seq, "seat": 0, "turn": 0, "moves": 13, "best_value": 0.3, "made_value": 0.1}
    found.decisions.create(**row, stage=JudgedDecision.Stage.WEIGHED, best="{}")
    assert plain_analysis(match, found)["decisions"] == []


@pytest.mark.soak(seconds=4)
def test_after_a_kill_it_goes_on_where_it_was_and_finds_the_same(played, user, monkeypatch):
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 0.0)
    ask(played, user)
    whole = plain_analysis(played, finish(played))
    Analysis.objects.all().delete()
    ask(played, user)
    for number in range(3):
        analyse.call(played.pk, number)
    DBTaskResult.objects.all().delete()  # the next task is lost with the worker
    before = set(JudgedDecision.objects.values_list("pk", flat=True))
    assert revive_analyses() == 0, "a moment ago it was alive"
    Analysis.objects.update(touched_at=timezone.now() - timedelta(seconds=30))
    assert revive_analyses() == 1
    assert queued() == [[played.pk, 3]]
    assert revive_analyses() == 0, "it waits in the queue already"
    assert plain_analysis(played, finish(played)) == whole
    assert before <= set(JudgedDecision.objects.values_list("pk", flat=True))


@pytest.mark.soak(seconds=1)
def test_a_slice_is_taken_up_by_one_task_only(played, user):
    ask(played, user)
    analyse.call(played.pk, 7)
    assert not JudgedDecision.objects.exists()
    finish(played)
    slices = Analysis.objects.get().slices
    analyse.call(played.pk, slices - 1)
    analyse.call(played.pk, slices)
    assert Analysis.objects.get().slices == slices


def test_bots_come_first(played, user, other_user):
    ask(played, user)
    match = bot_match(other_user)
    play_bot_turn.enqueue(match.pk)
    first = DBTaskResult.objects.ready().filter(queue_name="bots").first()
    assert first.task_path == play_bot_turn.module_path


@pytest.mark.soak(seconds=1)
def test_the_second_press_finds_the_first(played, user, other_user):
    first, second = ask(played, user), ask(played, other_user)
    assert (first.pk, second.asked_by) == (second.pk, user)
    assert queued() == [[played.pk, 0]]
    finish(played)
    assert ask(played, other_user).stage == "done"


@pytest.mark.soak(seconds=1)
def test_one_that_failed_is_logged_and_may_be_asked_for_again(played, user, monkeypatch, caplog):
    ask(played, user)
    monkeypatch.setattr(Analyst, "go_on", lambda self: 1 / 0)
    analyse.call(played.pk, 0)
    assert Analysis.objects.get().stage == "failed"
    assert "failed" in caplog.text
    monkeypatch.undo()
    assert ask(played, user).stage == "waiting"
    assert queued()[-1] == [played.pk, 1]
    assert finish(played).stage == "done"


@pytest.mark.parametrize("is_rated", [False, True])
def test_a_running_match_is_not_analysed_and_says_why(user, other_user, is_rated):
    match = play_on(match_of(user, other_user), [user, other_user], 5)
    Match.objects.filter(pk=match.pk).update(is_rated=is_rated)
    with pytest.raises(NotOver, match="rated" if is_rated else "when it is over"):
        ask(Match.objects.get(pk=match.pk), user)
    assert not Analysis.objects.exists()


def test_what_cannot_be_searched_or_read_is_refused(duel, played, user):
    duel.finish()
    with pytest.raises(CannotAnalyse):
        ask(duel.match, user)
    played.engine_version = "0"
    with pytest.raises(RulesChanged):
        ask(played, user)
    played.seq = -1
    with pytest.raises(Http404):
        ask(played, user)
    assert not Analysis.objects.exists()


def test_a_player_waits_for_few_at_a_time(played, user, settings):
    settings.MOST_ANALYSES = 1
    other = Match.objects.get(pk=played.pk)
    ask(played, user)
    assert count_under_way(user) == 1
    Analysis.objects.filter(match=other).update(stage="failed")
    assert count_under_way(user) == 0
    settings.MOST_ANALYSES = 0
    with pytest.raises(Full):
        ask(played, user)


@pytest.mark.soak(seconds=1)
def test_a_long_match_is_looked_at_here_and_there(played, user, monkeypatch):
    assert len(moves_of(played)) < MOST_MOVES
    monkeypatch.setattr("games.analysis.asking.MOST_MOVES", 4)
    made = ask(played, user)
    assert made.every > 1
    assert made.whole <= 4
    found = finish(played)
    assert (found.stage, found.done) == ("done", found.whole)


def test_a_loss_that_the_search_may_have_imagined_is_no_mistake():
    row = JudgedDecision(best_value=0.10, made_value=0.02)
    assert not row.is_mistake(rounds=100)
    assert row.is_mistake(rounds=1000)
    assert not JudgedDecision(best_value=0.04, made_value=0.0).is_mistake(rounds=10**6)
    assert JudgedDecision(best_value=0.0, made_value=0.1).loss == 0
    assert JudgedDecision(best_value=0.0, made_value=0.1).value == 0.1
