"""Reports about Bolts, the toy game: games of a few milliseconds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django_tasks_db.models import DBTaskResult

from games.lab.asking import ask
from games.lab.measuring.setup import Setup
from games.lab.models import LabReport
from games.lab.tasks import play_shards

BOLTS = Setup("bolts", "1", level="random", games=40, options=(("bolts", 8),))


@pytest.fixture
def report(user: User) -> LabReport:
    """A report that rivet has asked for, and of which nothing was played."""
    return ask(user, BOLTS)


def queued() -> list[list[Any]]:
    """Return what the queued tasks of the lab were given, the oldest first."""
    ready = DBTaskResult.objects.filter(task_path=play_shards.module_path, status="READY")
    return [task.args_kwargs["args"] for task in ready.order_by("enqueued_at")]


def work(tasks: int = 1000, choose: Callable[[list[list[Any]]], list[Any]] = lambda tasks: tasks[0]) -> int:
    """Carry out at most so many queued tasks; return how many. *choose:* which one comes next."""
    for count in range(tasks):
        waiting = queued()
        if not waiting:
            return count
        chosen = choose(waiting)
        first = DBTaskResult.objects.filter(task_path=play_shards.module_path, status="READY")
        for task in first:
            if task.args_kwargs["args"] == chosen:
                task.delete()
                break
        play_shards.call(*chosen)
    return tasks


def finished(report: LabReport) -> LabReport:
    """Return *report* after all of its games were played."""
    work()
    report.refresh_from_db()
    assert report.stage == LabReport.Stage.DONE, report.why
    return report
