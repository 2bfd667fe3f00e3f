"""Bots play on the worker, as often as needed, never twice."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games import catalog
from games.bots.random_bot import choose_at_random
from games.matches import tasks
from games.matches.actions import bots as bot_moves
from games.matches.actions.bots import play_for_bot
from games.matches.actions.create import create_match
from games.matches.actions.new_rules import stop_matches
from games.matches.actions.play import play_move
from games.matches.actions.resign import resign
from games.matches.models import Match, Step
from games.matches.tasks import play_bot_turn
from games.recovery import end_stale_tasks, forget_old_tasks, revive_matches
from scrapsite.server.work.queues import BOTS, EXPERTS

pytestmark = pytest.mark.django_db

SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]


@pytest.fixture
def waiting(user):
    """A match in which the bot has the turn."""
    while True:
        match = create_match(user, "scrapbots", "3.6", {}, SEATS)
        if match.to_act == [1]:
            return match


def test_a_bot_on_move_is_queued_with_the_step_and_a_person_on_move_is_not(user):
    for _ in range(12):
        DBTaskResult.objects.all().delete()
        match = create_match(user, "scrapbots", "3.6", {}, SEATS)
        queued = [task.args_kwargs["args"] for task in DBTaskResult.objects.all()]
        assert queued == ([[match.pk]] if match.to_act == [1] else [])
        assert match.bot_to_act is (match.to_act == [1])


@pytest.mark.parametrize(("name", "queue"), [("expert", EXPERTS), ("strong", BOTS), ("novice", BOTS)])
def test_an_experts_turn_waits_in_a_queue_of_its_own(user, monkeypatch, name, queue):
    """A novice's turn came 14 to 33 s late while an expert thought in another match."""

    def queued():
        found = list(DBTaskResult.objects.ready().values_list("queue_name", flat=True))
        DBTaskResult.objects.all().delete()
        return found

    match = create_match(user, "scrap-knights", "b.0.0", {}, [{"kind": "me"}, {"kind": "bot", "bot": name}])
    assert queued() == [queue]
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(tasks, "play_for_bot", lambda match_id, minds: True)
    play_bot_turn.call(match.pk)
    assert queued() == [queue]
    Match.objects.update(updated_at=timezone.now() - timedelta(minutes=1))
    revive_matches()
    assert queued() == [queue]


def test_the_bot_plays_until_a_person_decides(waiting):
    assert play_bot_turn.call(waiting.pk) >= 1
    waiting.refresh_from_db()
    assert waiting.to_act == [0]
    assert not waiting.bot_to_act


def test_a_second_run_of_the_same_task_does_nothing(waiting):
    play_bot_turn.call(waiting.pk)
    steps = Step.objects.filter(match=waiting).count()
    assert play_bot_turn.call(waiting.pk) == 0
    assert Step.objects.filter(match=waiting).count() == steps


def test_of_two_workers_that_think_about_one_move_only_the_first_stores_it(waiting, monkeypatch):
    chosen, slow = bot_moves.chosen_by_bot, []

    def beaten(*asked):
        if not slow:
            slow.append(True)
            assert bot_moves.play_for_bot(waiting.pk)
        return chosen(*asked)

    monkeypatch.setattr(bot_moves, "chosen_by_bot", beaten)
    assert bot_moves.play_for_bot(waiting.pk)
    assert Step.objects.filter(match=waiting).count() == 2


def test_a_bot_that_thinks_while_its_match_is_put_on_hold_makes_no_move(waiting, monkeypatch):
    """Its match had the next player to act, whom nobody let move, until the day it ended as a draw."""
    chosen, lost = bot_moves.chosen_by_bot, replace(catalog.title("scrapbots"), engine_version="gone")

    def overtaken(*asked):
        # The new release doesn't have the rules; the worker that thinks is still the old one.
        with monkeypatch.context() as release:
            release.setitem(catalog._TITLES, "scrapbots", lost)
            assert stop_matches() == 1
        return chosen(*asked)

    monkeypatch.setattr(bot_moves, "chosen_by_bot", overtaken)
    play_bot_turn.call(waiting.pk)
    waiting.refresh_from_db()
    assert waiting.stopped_at
    assert (waiting.seq, waiting.to_act, waiting.bot_to_act) == (0, [], False)


def test_a_bot_that_fails_plays_a_legal_move_all_the_same(waiting, monkeypatch):
    def broken(*args):
        raise RuntimeError("a screw loose")

    monkeypatch.setattr("games.bots.bot", lambda name: broken)
    assert play_for_bot(waiting.pk)
    assert Step.objects.filter(match=waiting).count() == 2


def test_a_bot_turn_in_a_match_that_is_gone_or_over_is_nothing(waiting, user):
    assert play_bot_turn.call("aaaaaaaaaa") == 0
    resign(waiting.pk, user)
    assert play_bot_turn.call(waiting.pk) == 0


def test_recovery_revives_a_turn_that_a_killed_worker_dropped(waiting):
    DBTaskResult.objects.all().delete()
    assert revive_matches() == 0, "too soon"
    Match.objects.filter(pk=waiting.pk).update(updated_at=timezone.now() - timedelta(seconds=6))
    assert revive_matches() == 1
    assert revive_matches() == 0, "it waits in the queue already"


def test_a_lost_turn_is_revived_after_the_clock_was_put_back_by_hours(waiting):
    """It waited until the clock had caught up with the match's last change."""
    DBTaskResult.objects.all().delete()
    Match.objects.filter(pk=waiting.pk).update(updated_at=timezone.now() + timedelta(hours=3))
    assert revive_matches() == 1


def test_a_task_that_began_in_the_future_was_left_before_the_clock_was_put_back(waiting):
    DBTaskResult.objects.update(status="RUNNING", started_at=timezone.now() + timedelta(hours=3))
    assert end_stale_tasks() == 1


def test_tasks_a_killed_worker_left_running_are_ended_and_old_ones_forgotten(waiting):
    task = DBTaskResult.objects.get()
    long_ago = timezone.now() - timedelta(days=2)
    DBTaskResult.objects.update(status="RUNNING", started_at=long_ago)
    assert end_stale_tasks() == 1
    forget_old_tasks()
    assert DBTaskResult.objects.filter(pk=task.pk).exists()
    DBTaskResult.objects.update(finished_at=long_ago)
    forget_old_tasks()
    assert not DBTaskResult.objects.filter(pk=task.pk).exists()


def test_a_person_against_a_bot_to_the_end(user):
    match = create_match(user, "bolts", "1", {}, SEATS)
    for number in range(100):
        play_bot_turn.call(match.pk)
        match.refresh_from_db()
        if match.status != "running":
            break
        play_move(match.pk, user, match.seq, f"n{number}", {"type": "pass"})
    assert match.status == "finished"


def test_a_bot_that_searches_remembers_within_its_task(user, monkeypatch):
    """Each decision of a turn was searched from nothing: a turn of the strong bot took eight seconds."""
    made = []
    monkeypatch.setattr("games.bots.BOTS", {"casual": lambda: made.append(True) or choose_at_random})
    match = create_match(user, "scrapbots", "3.6", {}, [{"kind": "me"}, {"kind": "bot", "bot": "casual"}])
    if match.to_act == [0]:
        play_move(match.pk, user, match.seq, "n0", {"type": "end-turn"})
    minds = {}
    moves = 0
    while play_for_bot(match.pk, minds):
        moves += 1
    assert len(made) == 1
    assert moves >= 1
