"""Threads that live as long as the process, and so keep their database connections."""

import asyncio
import logging
import math
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from asgiref.sync import SyncToAsync

from scrapsite.server.work.fair_queue import FairQueue, Full
from scrapsite.server.work.kinds import Kind, Limits

logger = logging.getLogger("scrapsite.server")

T = TypeVar("T")


class Busy(Exception):
    """There is no room for this request, or it has waited too long. *retry_after:* whole seconds."""

    def __init__(self, kind: Kind, retry_after: int) -> None:
        super().__init__(f"Too much {kind} work is waiting.")
        self.retry_after = retry_after


@dataclass(slots=True, eq=False)
class Call:
    """A function to be called in a thread. *future:* what its result or error goes to, if somebody waits.

    *patience:* seconds it may wait to be begun.
    """

    function: Callable[[], Any]
    future: "asyncio.Future[Any] | None" = None
    patience: float = math.inf
    born: float = field(default_factory=time.monotonic)

    @property
    def waited(self) -> float:
        """Seconds since it was queued."""
        return time.monotonic() - self.born

    def run(self) -> None:
        """Call the function, unless nobody waits any more, and hand over its result or error."""
        if self.future is None:
            self._run_unattended()
        elif not self.future.cancelled():
            _meet_loop(self.future.get_loop())
            try:
                result = self.function()
            except BaseException as error:
                self._settle(self.future, self.future.set_exception, error)
            else:
                self._settle(self.future, self.future.set_result, result)

    def refuse(self, error: Exception) -> None:
        """Hand over *error* without calling the function."""
        if self.future is not None:
            self._settle(self.future, self.future.set_exception, error)

    def _run_unattended(self) -> None:
        try:
            self.function()
        except Exception:
            logger.exception("What was left to a thread failed.")

    def _settle(self, future: "asyncio.Future[Any]", settle: Callable[[Any], None], value: Any) -> None:
        def settled() -> None:
            if not future.done():
                settle(value)

        with suppress(RuntimeError):  # the loop has ended: nobody waits
            future.get_loop().call_soon_threadsafe(settled)


class WorkerThread(threading.Thread):
    """A thread that does one call after another; `current_thread` tells a call which one it is in.

    *waited:* seconds that the present call was queued.
    """

    def __init__(self, name: str, queue: FairQueue[Call], kind: Kind, limits: Limits) -> None:
        super().__init__(name=name, daemon=True)
        self._queue = queue
        self._kind = kind
        self._limits = limits
        self.waited = 0.0

    def run(self) -> None:
        """Do what is queued until the queue is closed and empty."""
        while (call := self._queue.take(self)) is not None:
            self.waited = call.waited
            if self.waited > call.patience:
                call.refuse(Busy(self._kind, self._limits.retry_after))
            else:
                call.run()

    async def run_on(self, context: Context, function: Callable[..., T], *args: Any) -> T:
        """Return ``function(*args)``, called in this thread after what it does now."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_back(self, Call(partial(context.run, function, *args), future))
        return await future

    def post(self, function: Callable[..., object], *args: Any) -> None:
        """Queue ``function(*args)`` in this thread without waiting for it."""
        self._queue.put_back(self, Call(partial(function, *args)))


class WorkerThreads:
    """The threads for one kind of work, and the queue before them."""

    def __init__(self, kind: Kind, limits: Limits) -> None:
        if limits.threads < 1:
            raise ValueError("SERVER_THREADS must be at least 1.")
        self.kind = kind
        self.limits = limits
        self.queue: FairQueue[Call] = FairQueue(limits.waiting, limits.waiting_each)
        self.threads = tuple(
            WorkerThread(f"django-{kind}-{number}", self.queue, kind, limits)
            for number in range(limits.threads)
        )
        for thread in self.threads:
            thread.start()

    async def run(self, address: str, context: Context, function: Callable[..., T], *args: Any) -> T:
        """Return ``function(*args)``, called within *context* in a thread when it is *address*'s turn.

        If the awaiting task is cancelled before the call begins, the call never runs. *Raises:* `Busy`.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        call = Call(partial(context.run, function, *args), future, self.limits.seconds)
        try:
            self.queue.put(address, call)
        except Full:
            raise Busy(self.kind, self.limits.retry_after) from None
        return await future

    def close(self) -> None:
        """Finish the queued calls and end every thread."""
        self.queue.close()
        for thread in self.threads:
            thread.join()


class Work:
    """The threads of a process by the kind of work they do."""

    def __init__(self, limits: dict[Kind, Limits]) -> None:
        self._threads = {kind: WorkerThreads(kind, limits[kind]) for kind in Kind}

    def __getitem__(self, kind: Kind) -> WorkerThreads:
        return self._threads[kind]

    def close(self) -> None:
        """Finish what is queued and end every thread."""
        for threads in self._threads.values():
            threads.close()


def current_thread() -> WorkerThread:
    """Return the thread that the caller runs in. *Raises:* `RuntimeError` outside of a worker thread."""
    thread = threading.current_thread()
    if not isinstance(thread, WorkerThread):
        raise RuntimeError("This isn't a worker thread.")
    return thread


def _meet_loop(loop: asyncio.AbstractEventLoop) -> None:
    # asgiref reads these, so that async_to_sync in a view runs on the server's own loop and not on a
    # temporary one.
    SyncToAsync.threadlocal.main_event_loop = loop
    SyncToAsync.threadlocal.main_event_loop_pid = os.getpid()
    SyncToAsync.threadlocal.task_context = []
