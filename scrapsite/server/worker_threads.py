"""Dedicated threads for synchronous work. Each thread runs one call at a time."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any, TypeVar

from asgiref.sync import SyncToAsync

T = TypeVar("T")


class WorkerThread:
    """A thread that lives as long as the process and so keeps its database connection.

    *waiting:* number of calls that are running or queued.
    """

    def __init__(self, name: str) -> None:
        self.waiting = 0
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, context: Context, function: Callable[..., T], *args: Any) -> T:
        """Return ``function(*args)``, called in this thread within *context*.

        If the awaiting task is cancelled before the call begins, the call never runs.
        """
        loop = asyncio.get_running_loop()
        self.waiting += 1
        try:
            return await loop.run_in_executor(self._executor, _call, loop, context, function, args)
        finally:
            self.waiting -= 1

    def post(self, function: Callable[..., object], *args: Any) -> None:
        """Queue ``function(*args)`` without waiting for it."""
        self._executor.submit(function, *args)

    def close(self) -> None:
        """Finish the queued calls and end the thread."""
        self._executor.shutdown(wait=True)


class WorkerThreads:
    """A few worker threads. Each request takes the least busy one and stays on it to the end."""

    def __init__(self, count: int) -> None:
        if count < 1:
            raise ValueError("SERVER_THREADS must be at least 1.")
        self.threads = tuple(WorkerThread(f"django-{number}") for number in range(count))

    def least_busy(self) -> WorkerThread:
        """Return the thread with the shortest queue."""
        if len(self.threads) == 1:
            return self.threads[0]
        return min(self.threads, key=lambda thread: thread.waiting)

    def close(self) -> None:
        """Finish the queued calls and end every thread."""
        for thread in self.threads:
            thread.close()


def _call(loop: asyncio.AbstractEventLoop, context: Context, function: Callable[..., T], args: Any) -> T:
    # asgiref reads these, so that async_to_sync in a view runs on the server's own loop and not on a
    # temporary one.
    SyncToAsync.threadlocal.main_event_loop = loop
    SyncToAsync.threadlocal.main_event_loop_pid = os.getpid()
    SyncToAsync.threadlocal.task_context = []
    return context.run(function, *args)
