"""Dedicated threads for synchronous work. Each runs one call after another."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any, TypeVar

from asgiref.sync import SyncToAsync

T = TypeVar("T")


class WorkerThread:
    """One thread that lives as long as the process, so what is bound to it (a database connection) stays.

    *waiting:* how many calls are running or queued.
    """

    def __init__(self, name: str) -> None:
        self.waiting = 0
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, context: Context, function: Callable[..., T], *args: Any) -> T:
        """Return ``function(*args)``, called in this thread within *context*.

        When the awaiting task is cancelled, a call that hasn't begun never will.
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
        """Finish what is queued and end the thread."""
        self._executor.shutdown(wait=True)


class WorkerThreads:
    """A few worker threads. Each request takes the least busy one and stays in it to its end."""

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
        """Finish what is queued and end every thread."""
        for thread in self.threads:
            thread.close()


def _call(loop: asyncio.AbstractEventLoop, context: Context, function: Callable[..., T], args: Any) -> T:
    # asgiref reads these: async_to_sync in a view then runs on the server's own loop, and not on a loop
    # made for the occasion.
    SyncToAsync.threadlocal.main_event_loop = loop
    SyncToAsync.threadlocal.main_event_loop_pid = os.getpid()
    SyncToAsync.threadlocal.task_context = []
    return context.run(function, *args)
