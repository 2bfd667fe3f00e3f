"""What the running site says of itself: without a worker, while its threads are busy, to Prometheus."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.faults.running import Site
from tests.servers import free_port

pytestmark = pytest.mark.faults


def ready(site: Site) -> tuple[int, list[str]]:
    """Return the status of the check and what fails."""
    answer = httpx.get(f"{site.url}/readyz", timeout=10, verify=False)
    return answer.status_code, answer.json()["failing"]


@pytest.mark.soak(seconds=9)
def test_the_site_is_ready_once_its_worker_gives_signs_of_life(site: Site) -> None:
    metrics = free_port()
    site.more = {"METRICS_PORT": str(metrics), "LEAST_FREE_MB": "1"}
    site.start_web()
    assert ready(site) == (503, ["worker"])
    site.start_worker()
    deadline = time.monotonic() + 40
    while ready(site) != (200, []):
        assert time.monotonic() < deadline, site.log()
        time.sleep(0.2)
    site.pair()
    text = httpx.get(f"http://127.0.0.1:{metrics}/metrics", timeout=10, verify=False).text
    figures = {
        sample.name: sample for family in text_string_to_metric_families(text) for sample in family.samples
    }
    assert figures["scrapsite_ready"].value == 1
    assert figures["scrapsite_worker_age_seconds"].value < 60
    assert figures["scrapsite_disk_free_bytes"].value > 0
    assert figures["scrapsite_requests_total"].value >= 1
    assert "scrapsite_waiting_requests" in figures
    assert "token" not in text
    # Visitors don't get them.
    assert "scrapsite_ready" not in httpx.get(f"{site.url}/metrics", timeout=10, verify=False).text


@pytest.mark.soak(seconds=5)
def test_without_redis_moves_are_refused_for_a_while_and_the_site_is_not_ready(site: Site) -> None:
    """Each move was an error 500 with a traceback, and the site called itself ready."""
    site.more = {
        "REDIS_URL": f"redis://127.0.0.1:{free_port()}/0",
        "RATE_LIMIT_FACTOR": "1",
        "LEAST_FREE_MB": "1",
    }
    site.start_web()
    refused = httpx.post(f"{site.url}/api/v1/guests", timeout=20, verify=False)
    assert (refused.status_code, refused.json()["code"]) == (503, "server/busy")
    assert refused.headers["Retry-After"] == "2"
    assert ready(site) == (503, ["cache", "worker"])
    assert "Traceback" not in site.log()


@pytest.mark.soak(seconds=6)
def test_alive_is_told_while_every_thread_waits_for_the_database(running_site: Site) -> None:
    with closing(sqlite3.connect(running_site.var / "db.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(8) as pool:
            posts = [
                pool.submit(httpx.post, f"{running_site.url}/api/v1/guests", timeout=20, verify=False)
                for _ in range(8)
            ]
            time.sleep(0.3)
            alive = httpx.get(f"{running_site.url}/healthz", timeout=10, verify=False)
            status, failing = ready(running_site)
            refused = [post.result() for post in posts]
        other.execute("ROLLBACK")
    assert {post.status_code for post in refused} == {503}
    assert alive.status_code == 200
    assert alive.elapsed < min(post.elapsed for post in refused)
    assert status == 503
    assert "database" in failing
