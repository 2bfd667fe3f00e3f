"""A report as a job: shards counted once, in any order, whoever is killed, cancels or asks as well."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.http import Http404
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games import catalog
from games.engine.errors import BadOptions
from games.lab import access, tasks
from games.lab.asking import ask, cancel, count_under_way, resume
from games.lab.errors import NoLab, TooLong
from games.lab.measuring.setup import Setup
from games.lab.measuring.shards import games_of, played
from games.lab.measuring.summary import summary_of
from games.lab.models import LabReport, LabRequest, LabShard
from games.lab.page import summary_of as stored_summary
from games.lab.tasks import forget_shards, games_kept, play_shards, revive_lab, store
from scrapsite.accounts.own_data.deletion import erase
from scrapsite.common.errors import Full
from tests.games.lab.conftest import BOLTS, finished, queued, work

pytestmark = pytest.mark.django_db


def test_the_job_says_what_the_games_say_when_played_in_one_go(report):
    made = finished(report)
    assert stored_summary(made) == summary_of(BOLTS, played(BOLTS))
    assert (made.done, made.whole) == (4, 4)
    assert made.made_at


def test_shards_played_in_any_order_give_the_same_report(report):
    luck = random.Random(3)
    work(choose=luck.choice)
    report.refresh_from_db()
    assert stored_summary(report) == summary_of(BOLTS, played(BOLTS))


def test_a_shard_that_is_played_twice_counts_once(report):
    work(2)
    for number in LabShard.objects.values_list("number", flat=True):
        play_shards.call(report.pk, number)
        store(report, number, games_of(BOLTS, number))
    assert LabShard.objects.count() == 2
    report.refresh_from_db()
    assert report.done == 2
    assert len(games_kept(finished(report))) == BOLTS.games


def test_a_killed_process_loses_at_most_the_shard_that_it_played(report):
    """Its task hangs for ever; recovery takes up what is missing, and nothing that is there."""
    work(1)
    there = dict(LabShard.objects.values_list("number", "games"))
    clear_queue()
    assert revive_lab() == 0, "it was busy a moment ago"
    LabReport.objects.update(touched_at=timezone.now() - tasks.QUIET - timedelta(seconds=1))
    assert revive_lab() == 1
    assert {number for _, number in queued()} == {0, 1, 2, 3} - there.keys()
    finished(report)
    after = dict(LabShard.objects.values_list("number", "games"))
    assert after.items() >= there.items()


def test_one_that_was_killed_before_it_counted_is_counted_by_the_next(report, monkeypatch):
    with monkeypatch.context() as killed:
        killed.setattr(tasks, "_sum_up", lambda report: None)
        work()
    assert LabReport.objects.get().stage == "running"
    assert revive_lab(is_start=True) == 1
    finished(report)


def test_a_second_worker_that_starts_doubles_no_chain(user, monkeypatch):
    """It took up all reports, though the first was at them: each game was played twice from then on."""
    monkeypatch.setattr(tasks, "CHAINS", 1)
    report, playing = ask(user, BOLTS), tasks._played
    clear_queue()

    def with_another(report: LabReport, number: int) -> Any:
        monkeypatch.setattr(tasks, "_played", playing)
        assert revive_lab(is_start=True) == 1
        assert work(1) == 1
        return playing(report, number)

    monkeypatch.setattr(tasks, "_played", with_another)
    play_shards.call(report.pk, 0)
    assert queued() == [[report.pk, 1]]
    play_shards.call(report.pk, 0)
    assert queued() == [[report.pk, 1]], "nor is one begun by a task that is carried out again"
    finished(report)


def test_nothing_is_revived_while_shards_wait(report):
    LabReport.objects.update(touched_at=timezone.now() - timedelta(days=1))
    assert revive_lab() == 0


def test_a_cancelled_report_stops_and_goes_on_where_it_was(report, user):
    work(1)
    cancel(user, report.pk)
    work()
    report.refresh_from_db()
    assert (report.stage, report.done, LabShard.objects.count()) == ("cancelled", 1, 1)
    resume(user, report.pk)
    assert len(queued()) == 3
    finished(report)


def test_the_games_of_who_has_gone_stop_unless_somebody_else_waits_for_them(report, user, other_user):
    """Every processor played them to the end, for nobody."""
    again = ask(other_user, BOLTS)
    assert again.pk == report.pk
    erase(user)
    report.refresh_from_db()
    assert report.stage == "waiting"
    erase(other_user)
    report.refresh_from_db()
    assert report.stage == "cancelled"


def test_games_go_a_day_after_their_report_is_made_and_a_cancelled_one_starts_again_after_a_month(
    report, user, time_machine
):
    now = timezone.now()
    work(1)
    cancel(user, report.pk)
    time_machine.move_to(now + timedelta(days=29))
    forget_shards()
    assert LabShard.objects.count() == 1
    time_machine.move_to(now + timedelta(days=31))
    forget_shards()
    assert LabShard.objects.count() == 0
    resume(user, report.pk)
    made = finished(report)
    forget_shards()
    assert LabShard.objects.count() == made.whole
    time_machine.move_to(now + timedelta(days=33))
    forget_shards()
    assert LabShard.objects.count() == 0
    made.refresh_from_db()
    assert stored_summary(made) == summary_of(BOLTS, played(BOLTS))


def test_a_report_that_is_cancelled_while_a_shard_is_played_gets_no_shard(report, user, monkeypatch):
    def cancelled_midway(setup, shard):
        for game in games_of(setup, shard):
            cancel(user, report.pk)
            yield game

    monkeypatch.setattr(tasks, "games_of", cancelled_midway)
    work()
    assert not LabShard.objects.exists()


def test_the_same_question_has_one_report(report, user, other_user):
    assert ask(other_user, BOLTS) == report
    assert len(queued()) == 4
    assert LabRequest.objects.count() == 2
    assert ask(other_user, Setup("bolts", "1", level="random", games=40, seed=2)) != report


def test_one_who_cancels_leaves_the_games_to_the_other(report, user, other_user):
    ask(other_user, BOLTS)
    assert cancel(user, report.pk).is_under_way


def test_the_games_stop_once_nobody_waits_for_them_any_more(report, user, other_user, client_of):
    """It was enough that somebody had asked: two who pressed “Stop the games” waited on, and had no room."""
    ask(other_user, BOLTS)
    cancel(user, report.pk)
    assert (count_under_way(user), count_under_way(other_user)) == (0, 1)
    page = client_of(user).get(f"/lab/{report.pk}/").text
    assert ("Others still do." in page, "Stop the games" in page) == (True, False)
    assert "Stop the games" in client_of(other_user).get(f"/lab/{report.pk}/").text
    assert cancel(other_user, report.pk).stage == "cancelled"
    assert resume(user, report.pk).is_under_way
    assert (count_under_way(user), count_under_way(other_user)) == (1, 0)


def test_only_who_has_asked_can_cancel(report, other_user):
    with pytest.raises(Http404):
        cancel(other_user, report.pk)


def test_one_player_waits_for_a_few_reports_only(report, user, settings):
    settings.MOST_REPORTS = 1
    assert count_under_way(user) == 1
    with pytest.raises(Full):
        ask(user, Setup("bolts", "1", level="random", games=40, seed=7))
    assert ask(user, BOLTS) == report, "what is under way already takes no room"


def test_what_would_take_hours_is_refused(user, settings):
    settings.LAB_PROCESSES = 2
    with pytest.raises(TooLong, match="Choose a quicker bot"):
        ask(user, Setup("junkyard", "0.1", level="casual", games=4000))
    settings.LAB_PROCESSES = 0
    with pytest.raises(NoLab):
        ask(user, BOLTS)


@pytest.mark.parametrize(
    "wrong, reason",
    [
        ({"games": 41}, "even number"),
        ({"games": 10}, "even number"),
        ({"level": "deep"}, "no bot “deep”"),
        ({"against": "1"}, "with itself"),
        ({"edition": "9"}, "no edition “9”"),
        ({"rival": "random"}, "two different bots"),
        ({"seats": 3}, "isn’t for 3 players"),
    ],
)
def test_what_can_t_be_measured_is_refused(user, wrong, reason):
    asked = {"title": "bolts", "edition": "1", "level": "random", "games": 40} | wrong
    with pytest.raises(BadOptions, match=reason):
        ask(user, Setup(**asked))


def test_a_private_edition_is_measured_only_by_who_may_use_it(user, other_user, report, monkeypatch):
    """Whoever may not use it can't read a report on it either, unless they have asked for the same rules."""
    info = catalog.title("bolts").newest
    plain = catalog.edition
    monkeypatch.setattr(
        catalog, "edition", lambda title, slug: info if slug == "draft:1@2" else plain(title, slug)
    )
    real = access.edition_for

    def only_for_its_owner(who: Any, title: str, edition: str) -> Any:
        return info if (who, edition) == (user, "draft:1@2") else real(who, title, edition)

    draft = Setup("bolts", "draft:1@2", level="random", games=40, seed=9)
    with pytest.raises(BadOptions, match="no edition"):
        ask(user, draft)
    monkeypatch.setattr(access, "edition_for", only_for_its_owner)
    private = ask(user, draft)
    assert access.report_for(user, private.pk)[1]
    with pytest.raises(Http404):
        access.report_for(other_user, private.pk)
    same_rules = ask(other_user, Setup("bolts", "1", level="random", games=40, seed=9))
    assert same_rules == private
    assert access.report_for(other_user, private.pk)[1].edition == "1"


def test_a_report_fails_when_the_rules_have_changed_under_it(report, monkeypatch):
    monkeypatch.setattr(tasks, "key_of", lambda setup: "another" * 10)
    work()
    report.refresh_from_db()
    assert (report.stage, report.why[:22]) == ("failed", "The rules have changed")


def clear_queue() -> None:
    """Leave the queued tasks as a process does that was killed with them."""
    DBTaskResult.objects.update(status="RUNNING")
