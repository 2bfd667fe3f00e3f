"""The health checks: alive is told at once, ready only when the site can do its work."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
import time_machine
from django.db import OperationalError, connections
from django.utils import timezone

from scrapsite.server import readiness
from scrapsite.server.health import HealthChecks, Readiness
from scrapsite.server.models import PROBE, WORKER, Heartbeat, beat
from tests.servers import free_port
from tests.site.server.support import ask


async def absent(scope, receive, send) -> None:
    """An application whose every answer is a mistake here."""
    raise AssertionError(scope["path"])


@pytest.fixture
def checks() -> Iterator[SimpleNamespace]:
    """The middleware, with a look that says what the test wants."""
    found: dict[str, str] = {}
    said = SimpleNamespace(found=found, looks=0)

    def look() -> dict[str, str]:
        said.looks += 1
        return dict(found)

    ready = Readiness(look)
    said.app = HealthChecks(absent, ready)
    yield said
    ready.close()


async def test_alive_is_answered_without_django_and_under_any_name(checks: SimpleNamespace) -> None:
    reply = await ask(checks.app, path="/healthz", headers={"X-Forwarded-Host": "evil.example"})
    assert (reply.status, reply.json(), checks.looks) == (200, {"status": "ok"}, 0)
    assert reply.headers["cache-control"] == "private, no-store"
    assert (await ask(checks.app, "HEAD", "/healthz")).body == b""
    assert (await ask(checks.app, "POST", "/healthz")).status == 405


async def test_clocks_of_pages_are_told_how_late_it_is(checks: SimpleNamespace) -> None:
    with time_machine.travel(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC), tick=False):
        reply = await ask(checks.app, path="/healthz")
    assert reply.headers["date"] == "Fri, 02 Jan 2026 03:04:05 GMT"


async def test_ready_names_what_fails_and_gives_no_figures(checks: SimpleNamespace, caplog) -> None:
    assert (await ask(checks.app, path="/readyz")).status == 200
    checks.found["disk"] = "/srv/secret has 3 MB left"
    checks.app._readiness._at -= 60
    reply = await ask(checks.app, path="/readyz")
    assert (reply.status, reply.json()) == (503, {"status": "failing", "failing": ["disk"]})
    assert [record.message for record in caplog.records] == ["Not ready, disk: /srv/secret has 3 MB left."]
    checks.app._readiness._at -= 60
    await ask(checks.app, path="/readyz")
    assert len(caplog.records) == 1


async def test_many_who_ask_at_once_cost_one_look(checks: SimpleNamespace) -> None:
    await asyncio.gather(*[ask(checks.app, path="/readyz") for _ in range(50)])
    assert checks.looks == 1


async def test_a_look_that_hangs_is_no_readiness_and_holds_up_nobody(monkeypatch) -> None:
    monkeypatch.setattr("scrapsite.server.health.PATIENCE_SECONDS", 0.05)
    go_on = threading.Event()
    ready = Readiness(lambda: {"late": ""} if go_on.wait(5) else {})
    app = HealthChecks(absent, ready)
    slow, quick = await asyncio.gather(ask(app, path="/readyz"), ask(app, path="/healthz"))
    go_on.set()
    assert (slow.status, quick.status) == (503, 200)
    ready.close()


class TestReadiness:
    """Each check fails on its own."""

    pytestmark = pytest.mark.django_db

    @pytest.fixture(autouse=True)
    def _all_is_well(self, settings) -> None:
        settings.LEAST_FREE_BYTES = 1
        beat(WORKER)

    def test_all_is_well(self) -> None:
        assert readiness.failing() == {}
        assert Heartbeat.objects.filter(name=PROBE).exists()

    def test_a_worker_that_gave_no_sign_for_a_minute(self) -> None:
        Heartbeat.objects.filter(name=WORKER).update(at=timezone.now() - timedelta(seconds=90))
        assert readiness.failing() == {"worker": "the last sign of a worker is 90 s old"}

    def test_a_site_whose_worker_never_ran(self) -> None:
        Heartbeat.objects.all().delete()
        assert set(readiness.failing()) == {"worker"}

    def test_a_disk_that_is_nearly_full(self, settings) -> None:
        settings.LEAST_FREE_BYTES = 10**18
        assert set(readiness.failing()) == {"disk"}

    def test_a_database_that_stores_nothing(self, monkeypatch) -> None:
        def fail(name: str) -> None:
            raise OperationalError("attempt to write a readonly database")

        monkeypatch.setattr(readiness, "beat", fail)
        monkeypatch.setattr(connections["default"], "close", lambda: None)
        assert readiness.failing() == {"database": "attempt to write a readonly database"}

    def test_a_redis_that_is_away(self, settings) -> None:
        """Every move failed, and the site called itself ready."""
        settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
        settings.CACHES = {
            "default": {
                "BACKEND": "django.core.cache.backends.redis.RedisCache",
                "LOCATION": settings.REDIS_URL,
            }
        }
        found = readiness.failing()
        assert set(found) == {"cache"}
        assert "refused" in found["cache"]

    def test_a_database_that_needs_migrations(self, monkeypatch) -> None:
        monkeypatch.setattr(readiness, "_migrated", threading.Event())
        from django.db.migrations.recorder import MigrationRecorder

        applied = MigrationRecorder.Migration.objects.filter(app="scrapsite")
        applied.order_by("-name")[0].delete()
        assert set(readiness.failing()) == {"migrations"}
