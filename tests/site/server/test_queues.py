"""The workers of tasks: long tasks hold up no short ones, and an idle worker leaves the database alone."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django_tasks_db.models import DBTaskResult

from cards.exports.tasks import draw_export
from games.matches.actions.create import create_match
from games.matches.tasks import play_bot_turn
from scrapsite.server.work import queues
from scrapsite.server.work.queues import BOTS, LONG, QueueWorker

AGAINST_A_BOT = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]


def waiting() -> set[str]:
    rows = DBTaskResult.objects.filter(status="READY")
    return set(rows.values_list("task_path", flat=True))


@pytest.mark.django_db(transaction=True)
def test_a_bots_turn_does_not_wait_for_exports(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """While 20 exports were drawn, a bot's turn began after 4.9 s instead of 0.2 s."""
    match = create_match(user, "scrapbots", "3.6", {}, AGAINST_A_BOT)
    for number in range(20):
        draw_export.enqueue("nothing", str(number), "", "", [])
    play_bot_turn.enqueue(match.pk)
    QueueWorker(BOTS, 0.01).run()
    assert waiting() == {draw_export.module_path}


def test_long_tasks_and_bots_have_queues_of_their_own() -> None:
    assert (draw_export.queue_name, play_bot_turn.queue_name) == (LONG, BOTS)


@pytest.mark.django_db(transaction=True)
def test_an_idle_worker_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An idle worker took 5 % of a core, as each look at the queue was an exclusive transaction."""
    worker = QueueWorker(BOTS, 0.01)
    monkeypatch.setattr(queues, "_version", lambda: 1)
    assert not worker.is_wanted()
    with CaptureQueriesContext(connection) as asked:
        assert [worker.is_wanted() for _ in range(10)] == [False] * 10
    assert len(asked) == 0


@pytest.mark.django_db(transaction=True)
def test_it_looks_when_somebody_has_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, versions = QueueWorker(BOTS, 0.01), iter([1, 1, 2])
    monkeypatch.setattr(queues, "_version", lambda: next(versions))
    assert not worker.is_wanted()
    play_bot_turn.enqueue("nothing")
    assert not worker.is_wanted()
    assert worker.is_wanted()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="Only SQLite counts the commits of others")
def test_the_number_changes_with_the_commits_of_others(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlite3

    path = tmp_path / "db.sqlite3"
    mine, other = sqlite3.connect(path), sqlite3.connect(path)

    class Own:
        vendor = "sqlite"
        connection = mine

        def ensure_connection(self) -> None:
            pass

    monkeypatch.setattr(queues, "connection", Own())
    before = queues._version()
    assert queues._version() == before
    with other:
        other.execute("CREATE TABLE t (n)")
    assert queues._version() != before
    mine.close()
    other.close()
