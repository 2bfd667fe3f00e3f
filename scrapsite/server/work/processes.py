"""A process beside the worker, for tasks that compute: they would hold up whatever shares theirs."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
from multiprocessing.context import ForkProcess

from django.db import connections

from scrapsite.server.work.queues import QueueWorker

# What people wait for in the browser comes first.
NICE = 5
# And so do bots; those that think for seconds come after those that take tenths.
LATER = 10
LAST = 15
_SET_PARENT_DEATH_SIGNAL = 1


def start_beside(queue: str, interval: float, nice: int = NICE) -> ForkProcess:
    """Start a process that carries out the tasks of *queue*, and return it.

    *nice:* how far it gives way to other processes. It has to be started before any thread. It ends with its
    parent, however that ends.
    """
    connections.close_all()
    process = multiprocessing.get_context("fork").Process(
        target=_work, args=(queue, interval, nice, os.getpid()), name=queue, daemon=True
    )
    process.start()
    return process


def end_with_parent() -> None:
    """Ask the kernel to stop this process when its parent dies."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)


def _work(queue: str, interval: float, nice: int, parent: int) -> None:
    end_with_parent()
    os.nice(nice)
    worker = QueueWorker(queue, interval)
    worker.configure_signals()
    if os.getppid() == parent:
        worker.work()
