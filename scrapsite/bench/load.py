"""A small keep-alive load generator for servers of this machine, bounded in connections and time.

It runs in a process of its own, so that it doesn't compete with the bench for one interpreter:
``hammer`` starts it and returns its figures. Requests are prepared bytes, one sequence a connection.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from scrapsite.bench.figures import Figures

MOST_CONNECTIONS = 64
MOST_SECONDS = 60.0
HOST = "127.0.0.1"


class Broken(Exception):
    """The server closed the connection or sent a response that can't be parsed."""


class Exchange(asyncio.Protocol):
    """One connection: sends a request and waits for the whole response, which must have a Content-Length."""

    def __init__(self) -> None:
        self._transport: Any = None
        self._waiter: asyncio.Future[tuple[int, bytes]] | None = None
        self._buffer = bytearray()
        self._wanted = 0
        self._head = 0
        self._status = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(Broken("The server closed the connection."))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._wanted:
            self._read_head()
        if self._wanted and len(self._buffer) >= self._wanted and self._waiter is not None:
            body = bytes(self._buffer[self._head : self._wanted])
            self._buffer.clear()
            self._wanted = 0
            self._waiter.set_result((self._status, body))

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Return the status and body of the response to *request*."""
        self._waiter = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._waiter

    def close(self) -> None:
        """End the connection."""
        self._transport.close()

    def _read_head(self) -> None:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(self._buffer[:end]).lower()
        self._status = int(head[9:12])
        self._head = end + 4
        self._wanted = self._head + _content_length(head)


async def connect(port: int) -> Exchange:
    """Return an open connection to *port* of this machine."""
    _, exchange = await asyncio.get_running_loop().create_connection(Exchange, HOST, port)
    return exchange


def get_request(path: str, headers: Sequence[tuple[str, str]] = ()) -> bytes:
    """Return the bytes of a GET of *path*."""
    return build_request("GET", path, headers)


def build_request(
    method: str, path: str, headers: Sequence[tuple[str, str]] = (), body: bytes | None = None
) -> bytes:
    """Return the bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", "Accept: */*", "User-Agent: scrapsite-bench"]
    lines += [f"{name}: {value}" for name, value in headers]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


def hammer(port: int, request: bytes, connections: int, seconds: float) -> Figures:
    """Return the figures of repeating *request* for *seconds* on so many *connections*."""
    job = {"port": port, "request": request.decode(), "connections": connections, "seconds": seconds}
    command = [sys.executable, "-m", "scrapsite.bench.load"]
    done = subprocess.run(  # noqa: S603  our own module
        command, input=json.dumps(job), stdout=subprocess.PIPE, text=True, timeout=seconds + 30, check=True
    )
    return Figures(**json.loads(done.stdout))


async def _hammer(port: int, request: bytes, connections: int, seconds: float) -> Figures:
    connections, seconds = min(connections, MOST_CONNECTIONS), min(seconds, MOST_SECONDS)
    times: list[float] = []
    failed: list[int] = []
    begun = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for _ in range(connections):
            group.create_task(_repeat(port, request, begun + seconds, times, failed))
    return Figures.of(times, time.perf_counter() - begun, failed=len(failed))


async def _repeat(port: int, request: bytes, until: float, times: list[float], failed: list[int]) -> None:
    exchange = await connect(port)
    while (begun := time.perf_counter()) < until:
        status, _ = await exchange.ask(request)
        times.append(time.perf_counter() - begun)
        if status != 200:
            failed.append(status)
    exchange.close()


def _content_length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line[15:])
    raise Broken("An answer without Content-Length.")


def main() -> None:
    """Read a job from standard input, write its figures to standard output."""
    job = json.load(sys.stdin)
    figures = asyncio.run(_hammer(job["port"], job["request"].encode(), job["connections"], job["seconds"]))
    sys.stdout.write(json.dumps(figures.as_dict()))


if __name__ == "__main__":
    main()
