"""A Dask scheduler and workers of its own on 127.0.0.1, for the tests of the lab and for `make lab-scale`."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 60.0


class LocalCluster:
    """A scheduler and its workers, each a process. *address:* of the scheduler."""

    def __init__(self) -> None:
        self._port = _free_port()
        self.address = f"tcp://127.0.0.1:{self._port}"
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def start(self, workers: int) -> None:
        """Start the scheduler and so many workers, and wait until they know each other."""
        self.start_scheduler()
        for _ in range(workers):
            self.add_worker()
        self.wait_for(workers)

    def start_scheduler(self) -> None:
        self.scheduler = _begun(
            *("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(self._port)),
            *("--no-dashboard", "--no-jupyter"),
        )

    def add_worker(self) -> None:
        self.workers.append(
            _begun(
                *("distributed.cli.dask_worker", self.address, "--host", "127.0.0.1", "--no-nanny"),
                *("--nthreads", "1", "--nworkers", "1", "--no-dashboard", "--local-directory", "/tmp"),
            )
        )

    def kill_worker(self) -> None:
        """Kill a worker as a machine does that loses its power."""
        worker = self.workers.pop()
        worker.kill()
        worker.wait()

    def wait_for(self, workers: int) -> None:
        from distributed import Client

        with Client(self.address, timeout=SECONDS, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=SECONDS)

    def stop(self) -> None:
        """End all processes."""
        processes = [*self.workers, *([self.scheduler] if self.scheduler else [])]
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()
        self.workers, self.scheduler = [], None


@contextmanager
def local_cluster(workers: int = 2) -> Iterator[LocalCluster]:
    """Yield a cluster that has started, and end it."""
    cluster = LocalCluster()
    try:
        cluster.start(workers)
        yield cluster
    finally:
        cluster.stop()


def _begun(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    # Dask's own words go nowhere: a worker that is killed makes the others say a lot.
    return subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": ""},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
