"""Figures of a run of requests: rate, latency percentiles and failures."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Figures:
    """*rate:* responses per second. *p50*, *p99:* milliseconds. *failed:* number of unexpected responses."""

    rate: float
    p50: float
    p99: float
    count: int
    failed: int

    @classmethod
    def of(cls, times: Sequence[float], seconds: float, failed: int = 0) -> "Figures":
        """Return the figures of responses that took *times* (in seconds) in a run of *seconds*."""
        if not times:
            return cls(0.0, 0.0, 0.0, 0, failed)
        ordered = sorted(times)
        return cls(
            rate=len(ordered) / seconds,
            p50=1000 * ordered[len(ordered) // 2],
            p99=1000 * ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)],
            count=len(ordered),
            failed=failed,
        )

    @classmethod
    def middle(cls, runs: Sequence["Figures"]) -> "Figures":
        """Return the median of several runs, figure by figure; counts are added up."""
        return cls(
            rate=median(run.rate for run in runs),
            p50=median(run.p50 for run in runs),
            p99=median(run.p99 for run in runs),
            count=sum(run.count for run in runs),
            failed=sum(run.failed for run in runs),
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return asdict(self)
