"""Pages per second of the bare application, our server and the stock one, measured in turns."""

import http.client
from dataclasses import dataclass
from typing import Any

from scrapsite.bench.figures import Figures
from scrapsite.bench.load import HOST, get_request, hammer
from scrapsite.bench.servers import BARE, OURS, STOCK, Servers

ROUNDS = 3
CONNECTIONS = 16
PUBLIC = {"home": "/", "card list": "/cards/"}


@dataclass(frozen=True)
class PageFigures:
    """The figures of one page. *bytes:* its size; the bare application answers with as many."""

    name: str
    bytes: int
    bare: Figures
    ours: Figures
    stock: Figures

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return {
            "name": self.name,
            "bytes": self.bytes,
            **{name: getattr(self, name).as_dict() for name in (BARE, OURS, STOCK)},
            "of_bare": self.ours.rate / self.bare.rate,
            "times_stock": self.ours.rate / self.stock.rate,
        }


def measure_pages(servers: Servers, seconds: float) -> list[PageFigures]:
    """Return the figures of the public pages for a visitor, and of a match page for its player."""
    figures = [
        _measure(name, servers, {OURS: get_request(path), STOCK: get_request(path)}, seconds)
        for name, path in PUBLIC.items()
    ]
    own = get_request(servers.visit["path"], [("Cookie", servers.visit["cookie"])])
    return [*figures, _measure("match page", servers, {OURS: own, STOCK: own}, seconds)]


def _measure(name: str, servers: Servers, requests: dict[str, bytes], seconds: float) -> PageFigures:
    size = _size_of(servers[OURS], requests[OURS])
    requests = {**requests, BARE: get_request(f"/{size}")}
    runs: dict[str, list[Figures]] = {server: [] for server in (BARE, OURS, STOCK)}
    for _ in range(ROUNDS):
        for server, taken in runs.items():
            taken.append(hammer(servers[server], requests[server], CONNECTIONS, seconds))
    middle = {server: Figures.middle(taken) for server, taken in runs.items()}
    return PageFigures(name, size, middle[BARE], middle[OURS], middle[STOCK])


def _size_of(port: int, request: bytes) -> int:
    """Return the page's size in bytes. It is fetched once more than needed, to warm everything up."""
    line, *rest = request.decode().split("\r\n")
    headers = dict(item.split(": ", 1) for item in rest if item)
    for _ in range(2):
        status, body = _talk(port, line.split(" ")[1], headers)
        if status != 200:
            raise RuntimeError(f"{line} answered {status}.")
    return len(body)


def _talk(port: int, path: str, headers: dict[str, str]) -> tuple[int, bytes]:
    """Return status and body of one GET on a connection of its own."""
    line = http.client.HTTPConnection(HOST, port, timeout=30)
    try:
        line.request("GET", path, headers=headers)
        reply = line.getresponse()
        return reply.status, reply.read()
    finally:
        line.close()
