"""How long this process holds SQLite's write lock: one entry a transaction, or a write outside of any."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from unittest.mock import patch

from django.db import connection

_WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "DROP", "ALTER")


@dataclass
class Held:
    """A time with the lock. *wall*, *cpu:* milliseconds, from BEGIN IMMEDIATE to the end of COMMIT.

    *cpu* is that of the thread, which a busy machine doesn't lengthen. *statements:* what was done meanwhile.
    """

    wall: float = 0.0
    cpu: float = 0.0
    statements: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        writes = [text[:60] for text in self.statements if text.startswith(_WRITES)]
        return (
            f"{self.cpu:.1f} ms of work, {self.wall:.1f} ms, {len(self.statements)} statements: {writes[:4]}"
        )


@contextmanager
def write_locks() -> Iterator[list[Held]]:
    """Measure what the block does on its database connection. Call it outside of transactions.

    No garbage is collected meanwhile: in a process of pytest that takes longer than what is measured.
    """
    held: list[Held] = []
    now: list[tuple[float, float]] = []

    def begin(original: Callable[[], Any]) -> None:
        original()
        held.append(Held())
        now.append((time.perf_counter(), time.thread_time()))

    def end(original: Callable[[], Any]) -> None:
        original()
        if now:
            _stop(held[-1], now.pop())

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if now:
            held[-1].statements.append(sql)
            return execute(sql, params, many, context)
        if not sql.startswith(_WRITES):
            return execute(sql, params, many, context)
        began = (time.perf_counter(), time.thread_time())
        try:
            return execute(sql, params, many, context)
        finally:
            held.append(Held(statements=[sql]))
            _stop(held[-1], began)

    with (
        _around(connection, "_start_transaction_under_autocommit", begin),
        _around(connection, "_commit", end),
        _around(connection, "_rollback", end),
        connection.execute_wrapper(watch),
    ):
        gc.disable()
        try:
            yield held
        finally:
            gc.enable()


def _around(place: Any, name: str, wrapper: Callable[[Callable[[], Any]], None]) -> Any:
    return patch.object(place, name, partial(wrapper, getattr(place, name)))


def _stop(held: Held, began: tuple[float, float]) -> None:
    held.wall = (time.perf_counter() - began[0]) * 1000
    held.cpu = (time.thread_time() - began[1]) * 1000
