"""Threads by kind of work: who has a turn when, who is refused, and what counts as slow."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from contextvars import Context

import pytest
from django.urls import get_resolver

from scrapsite.server.asgi.handler import OneHopHandler
from scrapsite.server.work.fair_queue import FairQueue, Full
from scrapsite.server.work.kinds import Kind, Limits, kind_of, usual_limits
from scrapsite.server.work.threads import Busy, Work, WorkerThreads
from tests.site.server import views
from tests.site.server.support import ask

SHORT = Limits(threads=1, waiting=4, waiting_each=2, seconds=0.2, retry_after=3)
LONG = Limits(threads=1, waiting=4, waiting_each=2, seconds=9, retry_after=3)


@pytest.fixture
def threads():
    threads = WorkerThreads(Kind.READ, SHORT)
    yield threads
    threads.close()


def taken(queue: FairQueue[str], number: int, taker: object = None) -> list[str | None]:
    return [queue.take(taker) for _ in range(number)]


class TestTheQueue:
    def test_addresses_take_turns(self):
        queue: FairQueue[str] = FairQueue(10, 10)
        for thing in ("a1", "a2", "a3", "b1", "c1", "c2"):
            queue.put(thing[0], thing)
        assert taken(queue, 6) == ["a1", "b1", "c1", "a2", "c2", "a3"]

    def test_who_comes_late_need_not_wait_for_all_that_another_asked(self):
        queue: FairQueue[str] = FairQueue(100, 100)
        for number in range(50):
            queue.put("flood", f"f{number}")
        queue.put("guest", "g")
        assert "g" in taken(queue, 2)

    def test_an_address_has_its_share_and_no_more(self):
        queue: FairQueue[str] = FairQueue(10, 2)
        queue.put("a", "a1")
        queue.put("a", "a2")
        with pytest.raises(Full):
            queue.put("a", "a3")
        queue.put("b", "b1")
        assert len(queue) == 3

    def test_a_full_queue_takes_nothing_from_anybody(self):
        queue: FairQueue[str] = FairQueue(2, 2)
        queue.put("a", "a1")
        queue.put("b", "b1")
        with pytest.raises(Full):
            queue.put("c", "c1")
        taken(queue, 1)
        queue.put("c", "c1")

    def test_what_is_put_back_is_for_one_taker_who_takes_others_in_between(self):
        queue: FairQueue[str] = FairQueue(10, 10)
        for thing in ("a1", "a2"):
            queue.put("a", thing)
        for thing in ("own1", "own2"):
            queue.put_back("me", thing)
        assert taken(queue, 1, "another") == ["a1"]
        assert taken(queue, 3, "me") == ["own1", "a2", "own2"]

    def test_after_the_end_what_waits_is_still_taken(self):
        queue: FairQueue[str] = FairQueue(10, 10)
        queue.put("a", "a1")
        queue.close()
        with pytest.raises(Full):
            queue.put("a", "a2")
        assert taken(queue, 2) == ["a1", None]


class TestTheThreads:
    async def test_who_finds_no_room_is_refused_at_once_and_told_when_to_come_again(self, threads):
        go_on = threading.Event()
        running = asyncio.create_task(threads.run("a", Context(), go_on.wait, 5))
        await asyncio.sleep(0.05)
        waiting = [asyncio.create_task(threads.run("a", Context(), int)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as refused:
            await threads.run("a", Context(), int)
        assert refused.value.retry_after == 3
        go_on.set()
        assert await asyncio.gather(running, *waiting) == [True, 0, 0]

    async def test_what_has_waited_too_long_is_not_begun(self, threads):
        done: list[str] = []
        go_on = threading.Event()
        running = asyncio.create_task(threads.run("a", Context(), go_on.wait, 5))
        await asyncio.sleep(0.05)
        late = asyncio.create_task(threads.run("b", Context(), done.append, "late"))
        await asyncio.sleep(0.3)
        go_on.set()
        await running
        with pytest.raises(Busy):
            await late
        assert done == []

    async def test_errors_come_back_and_the_thread_lives_on(self, threads):
        with pytest.raises(ZeroDivisionError):
            await threads.run("a", Context(), divmod, 1, 0)
        assert await threads.run("a", Context(), divmod, 1, 1) == (1, 0)

    async def test_what_is_left_to_a_thread_may_fail(self, threads, caplog):
        threads.threads[0].post(divmod, 1, 0)
        assert await threads.run("a", Context(), divmod, 1, 1) == (1, 0)
        assert "What was left to a thread failed." in caplog.text


class TestKinds:
    def test_reading_and_writing_are_told_by_the_method(self):
        assert [kind_of(method, "/cards/") for method in ("GET", "HEAD", "POST", "DELETE")] == [
            Kind.READ,
            Kind.READ,
            Kind.WRITE,
            Kind.WRITE,
        ]

    def test_hashing_a_password_is_slow_and_the_form_for_it_is_not(self):
        assert kind_of("POST", "/accounts/login/") == Kind.SLOW
        assert kind_of("GET", "/accounts/login/") == Kind.READ

    @pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
    def test_a_slow_page_is_slow_however_it_is_asked_for(self, method):
        assert kind_of(method, "/rules/scrapbots/compare/") == Kind.SLOW

    def test_addresses_that_lead_nowhere_are_quick(self):
        assert kind_of("GET", "/nowhere/at/all") == Kind.READ

    def test_every_name_in_the_setting_is_one_of_the_site(self, settings):
        names = set()

        def walk(resolver, before=""):
            for pattern in resolver.url_patterns:
                if hasattr(pattern, "url_patterns"):
                    walk(pattern, f"{before}{pattern.namespace}:" if pattern.namespace else before)
                else:
                    names.add(f"{before}{pattern.name}")

        walk(get_resolver())
        assert set(settings.SLOW_VIEWS) <= names


async def test_one_kind_waits_for_no_other(site):
    site.SLOW_VIEWS = {"slowly": ["GET"]}
    work = Work(usual_limits(1, 1))
    app = OneHopHandler(work)
    views.go_on.clear()
    slow = asyncio.create_task(ask(app, path="/slowly/"))
    assert await asyncio.to_thread(views.running.acquire, timeout=5)
    assert (await asyncio.wait_for(ask(app, path="/page/"), 5)).status == 200
    assert (await asyncio.wait_for(ask(app, "POST", path="/echo/"), 5)).status == 200
    views.go_on.set()
    assert (await slow).body == b"waited"
    work.close()


async def test_slow_work_gives_way_while_others_wait():
    """Threads share the interpreter evenly: one that searches for a crowd takes a third from the pages."""
    others_wait = threading.Event()
    threads = WorkerThreads(Kind.SLOW, LONG, others_wait.is_set)

    async def begun_after_one_that_computes() -> float:
        ended, begun = await asyncio.gather(
            threads.run("a", Context(), compute, 0.1), threads.run("a", Context(), time.monotonic)
        )
        return begun - ended

    others_wait.set()
    assert await begun_after_one_that_computes() >= 0.1
    others_wait.clear()
    assert await begun_after_one_that_computes() < 0.1
    threads.close()


async def test_reads_give_way_while_writes_wait():
    """One thread writes and six read: beside all of them a move got a seventh of the interpreter."""
    work = Work(usual_limits(1, 1))
    go_on = threading.Event()

    async def begun_after_one_that_computes() -> float:
        ended, begun = await asyncio.gather(
            work[Kind.READ].run("a", Context(), compute, 0.1),
            work[Kind.READ].run("a", Context(), time.monotonic),
        )
        return begun - ended

    assert await begun_after_one_that_computes() < 0.1
    writes = [asyncio.create_task(work[Kind.WRITE].run("b", Context(), go_on.wait, 10)) for _ in range(2)]
    await asyncio.sleep(0)
    assert await begun_after_one_that_computes() >= 0.1
    go_on.set()
    await asyncio.gather(*writes)
    work.close()


def compute(seconds: float) -> float:
    """Compute for so long, and return when that was done."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass
    return time.monotonic()


async def test_a_flood_from_one_address_is_refused_and_another_is_answered(site):
    limits = usual_limits(1, 1)
    limits[Kind.READ] = LONG
    work = Work(limits)
    app = OneHopHandler(work)
    views.go_on.clear()
    first = asyncio.create_task(ask(app, path="/wait/"))
    assert await asyncio.to_thread(views.running.acquire, timeout=5)
    flood = [asyncio.create_task(ask(app, path="/page/")) for _ in range(20)]
    other = asyncio.create_task(ask(app, path="/page/", client=["198.51.100.1", 1]))
    await asyncio.sleep(0.05)
    views.go_on.set()
    replies = await asyncio.gather(*flood)
    assert sorted(reply.status for reply in replies) == [200] * 2 + [503] * 18
    refused = next(reply for reply in replies if reply.status == 503)
    assert refused.headers["retry-after"] == "3"
    assert b"Nothing was changed" in refused.body
    assert ((await first).status, (await other).status) == (200, 200)
    work.close()


async def test_who_asks_too_often_for_slow_work_is_not_looked_at_for_a_moment(site, work):
    """Making the refusal would be work as well: one address could fill the thread with refusals."""
    site.SLOW_VIEWS = {"refused": ["GET"]}
    app = OneHopHandler(work)
    before = len(views.refused)
    replies = [await ask(app, path="/refused/") for _ in range(5)]
    assert {reply.status for reply in replies} == {429}
    assert int(replies[-1].headers["retry-after"]) >= 1
    assert len(views.refused) - before == 1
    other = await ask(app, path="/refused/", client=["198.51.100.1", 1])
    assert (other.status, len(views.refused) - before) == (429, 2)
    assert (await ask(app, path="/page/")).status == 200


@pytest.mark.parametrize("secret", [("cookie", "a=b; sessionid=mine"), ("authorization", "Bearer mine")])
async def test_an_account_that_asks_too_often_keeps_no_neighbour_from_signing_in(site, work, secret):
    """A whole school has one address: one pupil's own limit shut all of them out."""
    site.SLOW_VIEWS = {"refused": ["GET"]}
    app = OneHopHandler(work)
    before = len(views.refused)

    async def refused(*headers):
        await ask(app, path="/refused/", query="account", headers=headers)
        return len(views.refused) - before

    name, value = secret
    assert [await refused(secret) for _ in range(3)] == [1] * 3
    # Anything made up beside the secret is no way around the refusal.
    assert await refused(secret, ("cookie", "other=1"), ("x-anything", "2")) == 1
    assert await refused((name, value.replace("mine", "theirs"))) == 2
    # Who shows no secret is refused with the whole address.
    assert [await refused() for _ in range(2)] == [3, 3]
    assert await refused((name, "sessionid=made-up")) == 3


async def test_the_addresses_of_one_ipv6_network_share_what_an_address_may_have(site):
    """A single customer has a whole network of them, and each would have a turn of its own otherwise."""
    limits = usual_limits(1, 1)
    limits[Kind.READ] = SHORT
    work = Work(limits)
    app = OneHopHandler(work)
    views.go_on.clear()
    first = asyncio.create_task(ask(app, path="/wait/"))
    assert await asyncio.to_thread(views.running.acquire, timeout=5)
    flood = [asyncio.create_task(ask(app, path="/page/", client=[f"2001:db8::{n}", 1])) for n in range(8)]
    await asyncio.sleep(0.05)
    views.go_on.set()
    assert Counter([reply.status for reply in await asyncio.gather(*flood)]) == {200: 2, 503: 6}
    assert (await first).status == 200
    work.close()
