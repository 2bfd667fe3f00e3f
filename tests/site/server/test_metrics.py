"""The figures for Prometheus, as they are counted and looked up; docs/operating.md names them."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import DatabaseError
from prometheus_client import REGISTRY

from cards.exports.tasks import draw_export
from scrapsite.server import metrics
from scrapsite.server.models import WORKER, beat
from scrapsite.server.work.kinds import Kind
from tests.site.server.support import ask


def counted(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


async def refuse(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def test_each_answer_is_counted_by_kind_and_status_and_timed_once() -> None:
    labels = {"kind": "write", "status": "418"}
    before = counted("scrapsite_requests_total", **labels)
    timed = counted("scrapsite_request_seconds_count", kind="write")
    assert (await ask(metrics.Measured(refuse), "POST", "/matches/")).status == 418
    assert counted("scrapsite_requests_total", **labels) == before + 1
    assert counted("scrapsite_request_seconds_count", kind="write") == timed + 1


async def test_a_socket_counts_while_it_is_open_even_if_it_breaks() -> None:
    seen = []

    async def breaks(scope: Any, receive: Any, send: Any) -> None:
        seen.append(counted("scrapsite_sockets"))
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await metrics.CountedSockets(breaks)({}, None, None)
    assert (seen, counted("scrapsite_sockets")) == ([1.0], 0.0)


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> metrics.StateOfTheSite:
    """The figures of a site with three requests in a queue; looking them up keeps the test's connection."""
    monkeypatch.setattr(metrics.connection, "close", lambda: None)
    queues = {kind: SimpleNamespace(queue=[1, 2, 3] if kind is Kind.SLOW else []) for kind in Kind}
    return metrics.StateOfTheSite(queues)


def looked_up(state: metrics.StateOfTheSite) -> dict[str, dict[str, float]]:
    return {
        one.name: {" ".join(sample.labels.values()): sample.value for sample in one.samples}
        for one in state.collect()
    }


@pytest.mark.django_db
def test_queues_readiness_disk_and_worker_are_looked_up(
    state: metrics.StateOfTheSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "failing", lambda: {"worker": "gone"})
    beat(WORKER)
    due = metrics.DBTaskResult.objects
    draw_export.enqueue("tabletop", "0" * 24, "None", "none", [])
    found = looked_up(state)
    assert found["scrapsite_waiting_requests"] == {"read": 0, "write": 0, "slow": 3}
    assert found["scrapsite_ready"]["worker"] == 0
    assert set(found["scrapsite_ready"].values()) == {0, 1}
    assert found["scrapsite_disk_free_bytes"][""] > 0
    assert 0 <= found["scrapsite_worker_age_seconds"][""] < 60
    assert sum(found["scrapsite_waiting_jobs"].values()) == due.ready().count() > 0
    assert all(0 <= age < 60 for age in found["scrapsite_oldest_job_seconds"].values())


@pytest.mark.django_db
def test_a_worker_that_never_ran_has_no_age(state: metrics.StateOfTheSite) -> None:
    assert "scrapsite_worker_age_seconds" not in looked_up(state)


@pytest.mark.django_db
def test_without_the_database_its_figures_are_left_out(
    state: metrics.StateOfTheSite, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise DatabaseError("no more room")

    monkeypatch.setattr(metrics, "worker_age", broken)
    found = looked_up(state)
    assert "scrapsite_waiting_requests" in found
    assert "scrapsite_waiting_jobs" not in found
    assert [record.message for record in caplog.records] == [
        "Figures of the worker are left out: no more room"
    ]


def test_a_port_that_is_taken_is_said_plainly(state: metrics.StateOfTheSite) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        before = set(REGISTRY._collector_to_names)
        try:
            with pytest.raises(SystemExit, match="Could not offer figures on"):
                metrics.offer("127.0.0.1", taken.getsockname()[1], state._work)
        finally:
            for added in set(REGISTRY._collector_to_names) - before:
                REGISTRY.unregister(added)
