"""Dedicated threads for synchronous work, each a lane that runs one call after another."""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any, TypeVar

from asgiref.sync import SyncToAsync

T = TypeVar("T")


class Lane:
    """One thread that lives as long as the process, so what is bound to it (a database connection) stays.

    *waiting:* how many calls are running or queued.
    """

    def __init__(self, name: str) -> None:
        self.waiting = 0
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, context: Context, function: Callable[..., T], *args: Any) -> T:
        """Return ``function(*args)``, called in this lane's thread within *context*.

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


class Lanes:
    """A few lanes; each request takes the least busy one and stays in it to its end."""

    def __init__(self, count: int) -> None:
        if count < 1:
            raise ValueError("SERVER_THREADS must be at least 1.")
        self.lanes = tuple(Lane(f"lane-{number}") for number in range(count))

    def least_busy(self) -> Lane:
        """Return the lane with the shortest queue."""
        if len(self.lanes) == 1:
            return self.lanes[0]
        return min(self.lanes, key=lambda lane: lane.waiting)

    def close(self) -> None:
        """Finish and end every lane."""
        for lane in self.lanes:
            lane.close()


def _call(loop: asyncio.AbstractEventLoop, context: Context, function: Callable[..., T], args: Any) -> T:
    # asgiref reads these: async_to_sync in a view then runs on the server's own loop, which is what
    # the in-memory channel layer needs, and not on a loop made for the occasion.
    SyncToAsync.threadlocal.main_event_loop = loop
    SyncToAsync.threadlocal.main_event_loop_pid = os.getpid()
    SyncToAsync.threadlocal.task_context = []
    return context.run(function, *args)
