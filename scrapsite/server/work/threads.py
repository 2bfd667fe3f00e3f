"""Threads that live as long as the process, and so keep their database connections."""

import asyncio
import logging
import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from asgiref.sync import SyncToAsync

from scrapsite.server.work.fair_queue import FairQueue, Full
from scrapsite.server.work.groups import can_group, run_group
from scrapsite.server.work.kinds import Kind, Limits
from scrapsite.server.work.lock_wait import lock_wait_less

# A group ends after so many calls or seconds: its first one waits for its last, and so does whoever else
# writes to the database.
GROUP_MOST = 16
GROUP_SECONDS = 0.04
# A thread that gives way pauses for so many times as long as its last call computed, at most, and looks this
# often whether others still wait.
GIVE_WAY_TIMES = 2
GIVE_WAY_LOOK = 0.005

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

    *patience:* seconds it may wait to be begun. *may_group:* it may share a transaction with others.
    """

    function: Callable[[], Any]
    future: "asyncio.Future[Any] | None" = None
    patience: float = math.inf
    may_group: bool = False
    born: float = field(default_factory=time.monotonic)

    @property
    def waited(self) -> float:
        """Seconds since it was queued."""
        return time.monotonic() - self.born

    def run(self) -> None:
        """Call the function, unless nobody waits any more, and hand over its result or error."""
        if self.future is None:
            self._run_unattended()
            return
        try:
            result = self.attempt()
        except BaseException as error:
            self.hand_over(error)
        else:
            self.hand_over(result)

    def attempt(self) -> Any:
        """Return what the function returns; None if nobody waits any more, without calling it."""
        if self.future is None or self.future.cancelled():
            return None
        _meet_loop(self.future.get_loop())
        return self.function()

    def hand_over(self, outcome: Any) -> None:
        """Give *outcome*, a result or an error, to whoever waits."""
        if self.future is not None:
            is_error = isinstance(outcome, BaseException)
            settle = self.future.set_exception if is_error else self.future.set_result
            self._settle(self.future, settle, outcome)

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

    *waited:* seconds that the present call was queued. *gives_way:* tells whether this thread should let
    others have the interpreter; without it, it never pauses.
    """

    def __init__(
        self,
        name: str,
        queue: FairQueue[Call],
        kind: Kind,
        limits: Limits,
        gives_way: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(name=name, daemon=True)
        self._queue = queue
        self._gives_way = gives_way
        self._kind = kind
        self._limits = limits
        self.waited = 0.0

    def run(self) -> None:
        """Do what is queued until the queue is closed and empty."""
        while (call := self._queue.take(self)) is not None:
            follower = self._queue.take_if(self, _may_group) if call.may_group else None
            if follower is None:
                begun = time.thread_time()
                self._run_alone(call)
                self._give_way(time.thread_time() - begun)
            else:
                self._run_together(call, follower)

    def _give_way(self, worked: float) -> None:
        """Let those who wait elsewhere go first for a while.

        *worked:* seconds that the last call computed.
        """
        until = time.monotonic() + GIVE_WAY_TIMES * worked
        while self._gives_way is not None and time.monotonic() < until and self._gives_way():
            time.sleep(GIVE_WAY_LOOK)

    def _run_alone(self, call: Call) -> None:
        if self._is_in_time(call):
            call.run()

    def _run_together(self, *first: Call) -> None:
        """Run the *first* calls and those that follow in one transaction, then hand over the outcomes."""
        begun: list[Call] = []
        waiting = self._group(*first)

        def attempts() -> Iterator[Callable[[], Any]]:
            for call in waiting:
                if self._is_in_time(call):
                    begun.append(call)
                    yield call.attempt

        try:
            with lock_wait_less(first[0].waited):
                outcomes = run_group(attempts())
        except BaseException as error:
            for call in begun:
                call.hand_over(error)
            if not begun:  # the transaction couldn't begin
                for call in waiting:
                    self._run_alone(call)
        else:
            for call, outcome in zip(begun, outcomes, strict=True):
                call.hand_over(outcome)

    def _group(self, *first: Call) -> Iterator[Call]:
        """Yield the *first* calls, then what waits, as long as it may group and time is left."""
        yield from first
        until = time.monotonic() + GROUP_SECONDS
        for _ in range(GROUP_MOST - len(first)):
            call = self._queue.take_if(self, _may_group) if time.monotonic() < until else None
            if call is None:
                return
            yield call

    def _is_in_time(self, call: Call) -> bool:
        """Return whether *call* hasn't waited too long; if it has, refuse it."""
        self.waited = call.waited
        is_in_time = self.waited <= call.patience
        if not is_in_time:
            call.hand_over(Busy(self._kind, self._limits.retry_after))
        return is_in_time

    async def run_on(self, context: Context, function: Callable[..., T], *args: Any) -> T:
        """Return ``function(*args)``, called in this thread after what it does now."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_back(self, Call(partial(context.run, function, *args), future))
        return await future

    def post(self, function: Callable[..., object], *args: Any) -> None:
        """Queue ``function(*args)`` in this thread without waiting for it."""
        self._queue.put_back(self, Call(partial(function, *args)))


class WorkerThreads:
    """The threads for one kind of work, and the queue before them. *gives_way:* as for `WorkerThread`."""

    def __init__(self, kind: Kind, limits: Limits, gives_way: Callable[[], bool] | None = None) -> None:
        if limits.threads < 1:
            raise ValueError("SERVER_THREADS must be at least 1.")
        self.kind = kind
        self.limits = limits
        self.queue: FairQueue[Call] = FairQueue(limits.waiting, limits.waiting_each)
        self.threads = tuple(
            WorkerThread(f"django-{kind}-{number}", self.queue, kind, limits, gives_way)
            for number in range(limits.threads)
        )
        for thread in self.threads:
            thread.start()

    async def run(
        self,
        address: str,
        context: Context,
        function: Callable[..., T],
        *args: Any,
        may_group: bool = False,
    ) -> T:
        """Return ``function(*args)``, called within *context* in a thread when it is *address*'s turn.

        If the awaiting task is cancelled before the call begins, the call never runs. *may_group:* it may
        share a transaction with others, if there is one thread of this kind. *Raises:* `Busy`.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        joins = may_group and len(self.threads) == 1 and can_group()
        call = Call(partial(context.run, function, *args), future, self.limits.seconds, joins)
        try:
            self.queue.put(address, call)
        except Full:
            raise Busy(self.kind, self.limits.retry_after) from None
        return await future

    def refuse_waiting(self) -> None:
        """Refuse the calls that haven't begun."""
        for call in self.queue.empty():
            call.hand_over(Busy(self.kind, self.limits.retry_after))

    def close(self) -> None:
        """Finish the queued calls and end every thread."""
        self.queue.close()
        for thread in self.threads:
            thread.join()


class Work:
    """The threads of a process, by kind of work. Reads give way to writes, and slow work to both."""

    def __init__(self, limits: dict[Kind, Limits]) -> None:
        def waits(*kinds: Kind) -> bool:
            return any(len(self._threads[kind].queue) for kind in kinds if kind in self._threads)

        self._threads: dict[Kind, WorkerThreads] = {}
        for kind, before in (
            (Kind.READ, partial(waits, Kind.WRITE)),
            (Kind.WRITE, None),
            (Kind.SLOW, partial(waits, Kind.READ, Kind.WRITE)),
        ):
            self._threads[kind] = WorkerThreads(kind, limits[kind], before)

    def __getitem__(self, kind: Kind) -> WorkerThreads:
        return self._threads[kind]

    def refuse_waiting(self) -> None:
        """Refuse whatever waits and hasn't begun."""
        for threads in self._threads.values():
            threads.refuse_waiting()

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


def _may_group(call: Call) -> bool:
    return call.may_group


def _meet_loop(loop: asyncio.AbstractEventLoop) -> None:
    # asgiref reads these, so that async_to_sync in a view runs on the server's own loop and not on a
    # temporary one.
    SyncToAsync.threadlocal.main_event_loop = loop
    SyncToAsync.threadlocal.main_event_loop_pid = os.getpid()
    SyncToAsync.threadlocal.task_context = []
