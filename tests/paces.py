"""How much longer one thing takes than another, in processor time of one run, so that noise cancels."""

from __future__ import annotations

import time
from collections.abc import Callable

RETRIES = 4


def seconds(call: Callable[[], object]) -> float:
    """Return the processor time of *call* in this process: of SQLite too, not of PostgreSQL."""
    begun = time.process_time()
    call()
    return time.process_time() - begun


def times_as_long(call: Callable[[], object], usual: Callable[[], object], most: float) -> float:
    """Return how many times as long *call* takes as *usual*, both at their best of a few tries.

    *most:* the bound that a test sets. Tries end as soon as one is below it, for what was slow once may have
    been the collector's fault.
    """
    best = common = float("inf")
    for _ in range(1 + RETRIES):
        common = min(common, seconds(usual))
        best = min(best, seconds(call))
        if best < most * common:
            break
    return best / common
