"""Several calls in one transaction: all are stored by one commit, and each can fail alone."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from contextvars import Context

import pytest
from django.contrib.auth.models import Group
from django.core.signals import request_finished, request_started
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction
from django.db.transaction import TransactionManagementError

from scrapsite.accounts.models import ApiToken
from scrapsite.server.work import threads as work_threads
from scrapsite.server.work.groups import is_grouped, run_group, whole_change
from scrapsite.server.work.kinds import Kind, Limits, may_group
from scrapsite.server.work.threads import GROUP_MOST, WorkerThreads

pytestmark = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="Only SQLite has groups.")
stores = pytest.mark.django_db(transaction=True)


def make(name: str) -> str:
    with whole_change():
        Group.objects.create(name=name)
    return name


def names() -> set[str]:
    return set(Group.objects.filter(name__startswith="g").values_list("name", flat=True))


@stores
class TestOneTransaction:
    def test_one_commit_stores_what_all_calls_changed(self):
        statements: list[str] = []
        connection.ensure_connection()
        connection.connection.set_trace_callback(statements.append)
        assert run_group(lambda number=number: make(f"g{number}") for number in range(5)) == [
            "g0", "g1", "g2", "g3", "g4",
        ]  # fmt: skip
        connection.connection.set_trace_callback(None)
        assert (statements.count("BEGIN IMMEDIATE"), statements.count("COMMIT")) == (1, 1)
        assert names() == {"g0", "g1", "g2", "g3", "g4"}

    def test_the_disk_has_it_before_anybody_is_told(self):
        def synchronous() -> int:
            with connection.cursor() as cursor:
                return cursor.execute("PRAGMA synchronous").fetchone()[0]

        assert run_group([synchronous]) == [2]

    def test_a_call_that_fails_leaves_nothing_behind_and_disturbs_nobody(self):
        def half_done():
            make("g-half")
            raise ValueError("no")

        first, failed, last = run_group([lambda: make("g1"), half_done, lambda: make("g2")])
        assert (first, last) == ("g1", "g2")
        assert isinstance(failed, ValueError)
        assert names() == {"g1", "g2"}

    def test_a_change_refused_by_the_database_is_taken_back_alone(self):
        def twice():
            try:
                make("g1")
            except IntegrityError:
                return "refused"

        assert run_group([lambda: make("g1"), twice, lambda: make("g2")]) == ["g1", "refused", "g2"]
        assert names() == {"g1", "g2"}

    def test_a_hidden_error_of_the_database_takes_its_call_back(self):
        def hides_it():
            Group.objects.create(name="g-hidden")
            transaction.set_rollback(True)

        kept, hidden = run_group([lambda: make("g1"), hides_it])
        assert kept == "g1"
        assert isinstance(hidden, TransactionManagementError)
        assert names() == {"g1"}

    def test_nobody_is_told_of_anything_if_the_commit_fails(self):
        """SQLite checks foreign keys when it commits."""
        told = []

        def breaks_the_commit():
            transaction.on_commit(lambda: told.append("after"))
            ApiToken.objects.create(user_id=10**9, key_hash="0")

        with pytest.raises(IntegrityError):
            run_group([lambda: make("g1"), breaks_the_commit])
        assert (names(), told) == (set(), [])
        assert run_group([lambda: make("g2")]) == ["g2"]

    def test_a_transaction_that_sqlite_rolled_back_by_itself_is_noticed(self):
        def loses_it():
            connection.connection.execute("ROLLBACK")

        with pytest.raises(DatabaseError):
            run_group([lambda: make("g1"), loses_it])
        assert names() == set()
        assert run_group([lambda: make("g2")]) == ["g2"]

    def test_requests_that_begin_and_end_do_not_close_the_connection(self):
        def request():
            request_started.send(sender=None, environ={})
            make("g1")
            request_finished.send(sender=None)

        assert run_group([request, lambda: make("g2")]) == [None, "g2"]
        assert names() == {"g1", "g2"}

    def test_what_waits_for_the_commit_happens_after_it_and_an_error_there_is_only_logged(self, caplog):
        seen = []

        def wakes(name):
            make(name)
            transaction.on_commit(lambda: seen.append(connection.in_atomic_block), robust=True)
            transaction.on_commit(lambda: 1 / 0, robust=True)

        with caplog.at_level(logging.ERROR):
            assert run_group([lambda: wakes("g1"), lambda: wakes("g2")]) == [None, None]
        assert seen == [False, False]
        logged = [record for record in caplog.records if record.levelno == logging.ERROR]
        assert [record.exc_info[0] for record in logged] == [ZeroDivisionError] * 2

    def test_outside_of_a_group_a_whole_change_is_no_part_of_another(self):
        assert not is_grouped()
        with pytest.raises(RuntimeError), transaction.atomic():
            make("g1")


@stores
@pytest.mark.usefixtures("file_database")
def test_a_group_that_cannot_begin_asks_for_no_call(tmp_path):
    """The thread can then run them one by one, each with its own refusal."""
    asked, raised = [], []

    def calls():
        asked.append(1)
        yield lambda: None

    def in_a_thread():
        try:
            connection.ensure_connection()
            connection.connection.execute("PRAGMA busy_timeout=50")
            with sqlite3.connect(tmp_path / "thread.sqlite3", isolation_level=None) as other:
                other.execute("BEGIN IMMEDIATE")
                try:
                    run_group(calls())
                except OperationalError as error:
                    raised.append(str(error))
            other.close()
        finally:
            connection.close()

    thread = threading.Thread(target=in_a_thread)
    thread.start()
    thread.join()
    assert (asked, raised) == ([], ["database is locked"])


class TestWhoIsGrouped:
    """A worker thread whose groups are noted instead of stored."""

    LIMITS = Limits(threads=1, waiting=64, waiting_each=64, seconds=5, retry_after=2)

    @pytest.fixture
    def groups(self, monkeypatch):
        groups: list[list[object]] = []

        def noted(calls):
            outcomes = [call() for call in calls]
            groups.append(outcomes)
            return outcomes

        monkeypatch.setattr(work_threads, "run_group", noted)
        return groups

    async def ran(self, *may: bool) -> list[object]:
        """Return the outcomes of calls that all wait behind a first one; *may:* each may be grouped."""
        threads, goes_on = WorkerThreads(Kind.WRITE, self.LIMITS), threading.Event()
        try:
            first = asyncio.ensure_future(threads.run("", Context(), goes_on.wait, 5))
            rest = [
                asyncio.ensure_future(threads.run("", Context(), str, number, may_group=each))
                for number, each in enumerate(may)
            ]
            await asyncio.sleep(0)
            goes_on.set()
            return (await asyncio.gather(first, *rest, return_exceptions=True))[1:]
        finally:
            threads.close()

    async def test_those_that_wait_together_and_may(self, groups):
        assert await self.ran(True, True, True) == ["0", "1", "2"]
        assert groups == [["0", "1", "2"]]

    async def test_nobody_passes_another_to_join(self, groups):
        assert await self.ran(True, True, False, True) == ["0", "1", "2", "3"]
        assert groups == [["0", "1"]]

    async def test_only_so_many(self, groups):
        await self.ran(*[True] * (GROUP_MOST + 3))
        assert [len(group) for group in groups] == [GROUP_MOST, 3]

    async def test_if_the_commit_fails_all_hear_of_it(self, monkeypatch):
        def fails(calls):
            assert [call() for call in calls] == ["0", "1"]
            raise OperationalError("disk I/O error")

        monkeypatch.setattr(work_threads, "run_group", fails)
        outcomes = await self.ran(True, True)
        assert [str(outcome) for outcome in outcomes] == ["disk I/O error"] * 2

    async def test_if_it_cannot_begin_each_is_run_alone(self, monkeypatch):
        def fails(calls):
            raise OperationalError("database is locked")

        monkeypatch.setattr(work_threads, "run_group", fails)
        assert await self.ran(True, True) == ["0", "1"]


def test_only_moves_of_programs_may_be_grouped():
    assert may_group("POST", "/api/v1/matches/abcdefghij/moves")
    assert not may_group("POST", "/matches/abcdefghij/moves/"), "its board is drawn, which takes too long"
    assert not may_group("GET", "/api/v1/matches/abcdefghij/moves")
    assert not may_group("POST", "/api/v1/matches/abcdefghij/resign")
    assert not may_group("POST", "/no/such/address")
