"""The lab's shards on a Dask cluster: the operator names its scheduler by `LAB_CLUSTER`.

A worker that dies loses nothing: the scheduler gives its shards to others. While the scheduler can't be
reached, the games are played here, and come out the same.
"""

from __future__ import annotations

import logging
import time
from asyncio import CancelledError
from collections.abc import Callable, Generator, Mapping
from functools import cache
from typing import Any

from games.engine.errors import BadOptions
from games.lab.measuring.packages import play_package

CONNECT_SECONDS = 3.0
# So long nobody tries again to reach a scheduler that is away.
AWAY_SECONDS = 20.0

logger = logging.getLogger(__name__)


class ClusterAway(Exception):
    """The cluster can't be reached, or has lost what it was given."""


class Cluster:
    """The connection of this process to the scheduler at *address*. It is made when it is needed."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None
        self._away_until = 0.0

    def play(
        self,
        packages: Mapping[int, bytes],
        wait: float = 60.0,
        run: Callable[[bytes], bytes] = play_package,
    ) -> Generator[tuple[int, bytes] | None, None, None]:
        """Yield the games of each package as soon as they were played, and None after *wait* seconds without.

        *packages:* by their numbers. *run:* plays the games of a package.
        *Raises:* `ClusterAway`, `BadOptions`.
        """
        client = self._connected()
        try:
            yield from _results(client, packages, wait, run)
        except BadOptions:
            raise
        except (Exception, CancelledError) as error:
            self._lose()
            raise ClusterAway(str(error)) from error

    def close(self) -> None:
        """End the connection."""
        client, self._client = self._client, None
        if client is not None:
            client.close(timeout=1)

    def _connected(self) -> Any:
        if self._client is not None and self._client.status == "running":
            return self._client
        if time.monotonic() < self._away_until:
            raise ClusterAway("The scheduler was away a moment ago.")
        try:
            # Only a site with a cluster has this package, and its import takes a while.
            from distributed import Client

            self.close()
            self._client = Client(self._address, timeout=CONNECT_SECONDS, set_as_default=False)
            if not self._client.scheduler_info()["workers"]:
                raise ClusterAway("The scheduler has no workers.")
        except Exception as error:
            self._lose()
            raise ClusterAway(str(error)) from error
        return self._client

    def _lose(self) -> None:
        logger.warning("The lab's cluster at %s can't be used now.", self._address, exc_info=True)
        self._away_until = time.monotonic() + AWAY_SECONDS
        try:
            self.close()
        except Exception:
            logger.warning("Its connection can't be closed.", exc_info=True)


def _results(
    client: Any, packages: Mapping[int, bytes], wait: float, run: Callable[[bytes], bytes]
) -> Generator[tuple[int, bytes] | None, None, None]:
    from distributed import wait as wait_for

    # Each question has a key of its own: another process may ask for the same shard, and cancel it.
    asked = {client.submit(run, data, pure=False): number for number, data in packages.items()}
    try:
        while asked:
            try:
                with client.as_current():
                    done = wait_for(list(asked), timeout=wait, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                yield None
                continue
            for future in done:
                yield asked.pop(future), future.result()
    finally:
        client.cancel(list(asked))


@cache
def cluster_at(address: str) -> Cluster:
    """Return this process's connection to the cluster at *address*."""
    return Cluster(address)
