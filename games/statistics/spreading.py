"""Spreading games over processes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any


@contextmanager
def spread(processes: int) -> Iterator[Callable[..., Any]]:
    """Give a `map` that works in so many processes, in this one if it is fewer than two."""
    if processes < 2:
        yield map
        return
    with get_context("fork").Pool(processes) as pool:
        yield pool.imap
