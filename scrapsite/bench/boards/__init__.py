"""What the page of a match and its board cost: milliseconds of processor time, queries and bytes."""

from typing import Any

from scrapsite.bench.servers import measured_apart


def measure_boards() -> list[dict[str, Any]]:
    """Return the costs of each title's pages, measured in a process of its own."""
    found: list[dict[str, Any]] = measured_apart("scrapsite.bench.boards")
    return found
