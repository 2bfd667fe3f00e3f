"""Pages a second: the bare answer, our server and the stock one, taking turns."""

import http.client
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from scrapsite.bench.figures import Figures
from scrapsite.bench.load import HOST, get_request, hammer
from scrapsite.bench.servers import BARE, OURS, STOCK, Servers

ROUNDS = 3
CONNECTIONS = 16
PUBLIC = {"home": "/", "card list": "/cards/"}


@dataclass(frozen=True)
class PageFigures:
    """One page. *bytes:* its size, which the bare answer has too."""

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
    seats = {name: _sit_down(servers[name]) for name in (OURS, STOCK)}
    figures.append(_measure("match page", servers, seats, seconds))
    return figures


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
    """Return how many bytes the page has, asked once more than needed so that everything is warm."""
    line, *rest = request.decode().split("\r\n")
    headers = dict(item.split(": ", 1) for item in rest if item)
    for _ in range(2):
        status, _, body = talk(port, "GET", line.split(" ")[1], headers)
        if status != 200:
            raise RuntimeError(f"{line} answered {status}.")
    return len(body)


def _sit_down(port: int) -> bytes:
    """Begin a match against a bot as a new guest, through the page, and return the request for its page."""
    form = urlencode({"title": "scrapbots", "edition": "3.6", "opponent": "greedy"})
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Sec-Fetch-Site": "same-origin",
    }
    status, found, _ = talk(port, "POST", "/matches/new/", headers, form.encode())
    if status not in (302, 303):
        raise RuntimeError(f"Making a match answered {status}.")
    return get_request(dict(found)["Location"], [("Cookie", _cookies(found))])


def _cookies(headers: Sequence[tuple[str, str]]) -> str:
    return "; ".join(value.split(";")[0] for name, value in headers if name.lower() == "set-cookie")


def talk(
    port: int, method: str, path: str, headers: dict[str, str], body: bytes | None = None
) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return status, headers and body of one request on a connection of its own."""
    line = http.client.HTTPConnection(HOST, port, timeout=30)
    try:
        line.request(method, path, body, headers)
        reply = line.getresponse()
        return reply.status, reply.getheaders(), reply.read()
    finally:
        line.close()
