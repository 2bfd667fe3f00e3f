"""Somebody posts the worst texts there are, over and over; others go on reading.

The whole site runs as it does for real: one web server whose pages for signed-in people share a thread.
"""

from __future__ import annotations

import itertools
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.faults.members import OWN, PUBLIC, Member
from tests.faults.running import Site
from tests.rules.bad_texts import BAD, SLOWEST

pytestmark = pytest.mark.faults

LOOKING = 4.0
HELD_UP = 0.8


class Flood:
    """One who posts each of the texts as a comment, then all of them again, as fast as the site answers."""

    def __init__(self, member: Member, address: str) -> None:
        self.answers = Counter[int]()
        self.slowest = 0.0
        self._member, self._address = member, address
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._post)

    def _post(self) -> None:
        worst = [text.encode("utf-8", "replace").decode() for text, _ in BAD.values()]
        texts = [
            text for pair in zip(itertools.cycle(SLOWEST.values()), worst, strict=False) for text in pair
        ]
        for number, text in enumerate(itertools.cycle(texts)):
            if self._stop.is_set():
                return
            begun = time.perf_counter()
            # Another word each time: the same words sent twice are said once.
            answer = self._member.post(
                self._address, {"text": f"{text[:9990]} {number}" if text.strip() else text}
            )
            self.slowest = max(self.slowest, time.perf_counter() - begun)
            self.answers[answer.status_code] += 1

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Post while inside."""
        self._thread.start()
        try:
            yield
        finally:
            self._stop.set()
            self._thread.join(timeout=60)


def waits(browser: httpx.Client, path: str) -> list[float]:
    """Read a page now and then, for `LOOKING` seconds; return how long each answer took."""
    found = list[float]()
    end = time.perf_counter() + LOOKING
    while (begun := time.perf_counter()) < end:
        assert browser.get(path).status_code == 200
        found.append(time.perf_counter() - begun)
        time.sleep(0.03)
    return found


def readers(site: Site, member: Member) -> dict[str, list[float]]:
    """Let a visitor read a public page and a member one of their own at the same time."""
    visitor = httpx.Client(base_url=site.url, timeout=30, verify=False)
    found: dict[str, list[float]] = {}

    def read(who: str, browser: httpx.Client, path: str) -> None:
        found[who] = waits(browser, path)

    threads = [
        threading.Thread(target=read, args=("visitor", visitor, PUBLIC)),
        threading.Thread(target=read, args=("member", member.browser, OWN)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return found


def p99(found: list[float]) -> float:
    return statistics.quantiles(found, n=100, method="inclusive")[98]


@pytest.mark.soak(seconds=1)
def test_readers_are_not_held_up_by_the_worst_texts(running_site: Site) -> None:
    """A text holds the server's thread no longer than its limit, and few texts come near it.

    What others wait for is measured against a calm site on the same machine.
    """
    reader, writer = Member(running_site, "reader"), Member(running_site, "writer")
    address = writer.begin_thread()
    calm = readers(running_site, reader)
    flood = Flood(writer, address)
    with flood.going_on():
        busy = readers(running_site, reader)
    told = {
        who: f"p99 {p99(calm[who]) * 1000:.0f} ms, with the flood {p99(busy[who]) * 1000:.0f} ms, "
        f"at most {max(busy[who]) * 1000:.0f} ms"
        for who in calm
    }
    print(told, dict(flood.answers), f"slowest answer {flood.slowest * 1000:.0f} ms")
    assert set(flood.answers) <= {303, 422}, flood.answers
    assert flood.answers[303]
    assert flood.answers[422]
    for who in calm:
        assert p99(busy[who]) < p99(calm[who]) + HELD_UP, told
