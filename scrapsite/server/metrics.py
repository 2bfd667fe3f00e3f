"""Figures of a web server for Prometheus, at an address of their own. docs/operating.md names them."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator

from django.db import DatabaseError, connection
from django.db.models import Count, Min
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from prometheus_client import REGISTRY, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from scrapsite.server.asgi.environ import path_info
from scrapsite.server.asgi.messages import App, Message, Receive, Scope, Send
from scrapsite.server.readiness import CHECKS, disk_room, failing, worker_age
from scrapsite.server.work.kinds import Kind, kind_of
from scrapsite.server.work.threads import Work

logger = logging.getLogger("scrapsite.server")

REQUESTS = Counter("scrapsite_requests", "Requests answered, by kind of work and status.", ["kind", "status"])
SECONDS = Histogram("scrapsite_request_seconds", "Time until an answer begins, by kind of work.", ["kind"])
SOCKETS = Gauge("scrapsite_sockets", "Update sockets that are open.")


class Measured:
    """ASGI middleware that counts requests and measures the time until their answers begin."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        kind = kind_of(scope["method"], path_info(scope))

        async def measured(message: Message) -> None:
            if message["type"] == "http.response.start":
                SECONDS.labels(kind).observe(time.perf_counter() - began)
                REQUESTS.labels(kind, message["status"]).inc()
            await send(message)

        await self.app(scope, receive, measured)


class CountedSockets:
    """ASGI middleware that counts open sockets."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with SOCKETS.track_inprogress():
            await self.app(scope, receive, send)


class StateOfTheSite(Collector):
    """Figures that are looked up when somebody asks: queues, readiness, the worker and the disk."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def describe(self) -> list[GaugeMetricFamily]:
        """Return nothing, so that registering looks nothing up."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the figures; those that the database can't give are left out."""
        yield self._queues()
        found = failing()
        ready = GaugeMetricFamily("scrapsite_ready", "1 if the check of /readyz passes.", labels=["check"])
        for name in CHECKS:
            ready.add_metric([name], 0 if name in found else 1)
        yield ready
        room = GaugeMetricFamily("scrapsite_disk_free_bytes", "Room for what the site writes.")
        room.add_metric([], disk_room()[1])
        yield room
        try:
            yield from self._of_the_worker()
        except DatabaseError as error:
            logger.warning("Figures of the worker are left out: %s", error)
        finally:
            connection.close()

    def _queues(self) -> GaugeMetricFamily:
        waiting = GaugeMetricFamily("scrapsite_waiting_requests", "Requests in queues.", labels=["kind"])
        for kind in Kind:
            waiting.add_metric([kind], len(self._work[kind].queue))
        return waiting

    def _of_the_worker(self) -> Iterator[GaugeMetricFamily]:
        age = worker_age()
        if age is not None:
            beat = GaugeMetricFamily("scrapsite_worker_age_seconds", "Since the worker's last sign of life.")
            beat.add_metric([], age)
            yield beat
        now = timezone.now()
        rows = DBTaskResult.objects.ready().order_by().values("queue_name")
        jobs = GaugeMetricFamily("scrapsite_waiting_jobs", "Jobs that are due.", labels=["queue"])
        oldest = GaugeMetricFamily(
            "scrapsite_oldest_job_seconds", "Age of the oldest job that is due.", labels=["queue"]
        )
        for row in rows.annotate(count=Count("*"), since=Min("enqueued_at")):
            jobs.add_metric([row["queue_name"]], row["count"])
            oldest.add_metric([row["queue_name"]], (now - row["since"]).total_seconds())
        yield jobs
        yield oldest


def offer(host: str, port: int, work: Work) -> None:
    """Answer Prometheus at *host* and *port*, in a thread. *Raises:* `SystemExit` if they're taken."""
    REGISTRY.register(StateOfTheSite(work))
    try:
        start_http_server(port, host)
    except OSError as problem:
        raise SystemExit(f"Could not offer figures on {host}:{port}: {problem}") from None
