"""What others wait for while somebody floods the site, against what they wait for in peace.

Windows of peace and flood alternate, so that both see the same machine.
"""

from __future__ import annotations

import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

import httpx

WINDOWS = 3
SECONDS = 0.9
PAUSE = 0.01

Ask = Callable[[], object]


@dataclass
class Waits:
    """Seconds that others waited for each answer. *answers:* how many of each status the flood got."""

    quiet: list[float] = field(default_factory=list)
    flooded: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)

    @property
    def times(self) -> float:
        """How many times as long as in peace the 95th of a hundred waits."""
        return p95(self.flooded) / p95(self.quiet)

    def __str__(self) -> str:
        return (
            f"p95 {p95(self.quiet) * 1000:.0f} ms in peace ({len(self.quiet)}), "
            f"{p95(self.flooded) * 1000:.0f} ms in the flood ({len(self.flooded)}, at most "
            f"{max(self.flooded) * 1000:.0f} ms), {self.times:.2f} times; the flood got {dict(self.answers)}"
        )


def p95(waits: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(waits, n=20, method="inclusive")[-1]


def measure(others: Sequence[Ask], flood: Sequence[Callable[[], int]]) -> Waits:
    """Let *others* ask one after another, in peace and in the flood by turns; return what they waited.

    *flood:* each asks again and again in a thread of its own, and returns the status it got.
    """
    waits = Waits()
    for _ in range(WINDOWS):
        waits.quiet += _ask_all(others)
        with _flooding(flood, waits.answers):
            waits.flooded += _ask_all(others)
    return waits


def from_address(last: int, url: str, **options: object) -> httpx.Client:
    """Return a client that comes from the address 127.0.0.*last*."""
    transport = httpx.HTTPTransport(local_address=f"127.0.0.{last}", retries=0)
    return httpx.Client(base_url=url, transport=transport, timeout=60, **options)  # type: ignore[arg-type]


def _ask_all(others: Sequence[Ask]) -> list[float]:
    waits: list[float] = []
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        for ask in others:
            begun = time.perf_counter()
            ask()
            waits.append(time.perf_counter() - begun)
            time.sleep(PAUSE)
    return waits


@contextmanager
def _flooding(flood: Sequence[Callable[[], int]], answers: Counter[int]) -> Iterator[None]:
    stop = threading.Event()

    def go_on(ask: Callable[[], int]) -> None:
        while not stop.is_set():
            answers[ask()] += 1

    with ExitStack() as stack:
        threads = [threading.Thread(target=go_on, args=(ask,)) for ask in flood]
        for thread in threads:
            thread.start()
            stack.callback(thread.join, 60)
        stack.callback(stop.set)
        time.sleep(0.3)  # until it has come
        yield
