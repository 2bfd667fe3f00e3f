"""A browser without a screen: a session, its buttons and its doorbells."""

from __future__ import annotations

from typing import Protocol

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect


class Door(Protocol):
    """A web process that one can knock at."""

    @property
    def url(self) -> str: ...

    @property
    def port(self) -> int: ...


class Browser:
    """A guest with a session, who made a match by pressing the button of the home page."""

    def __init__(self, door: Door) -> None:
        self.origin = door.url
        self.client = httpx.Client(base_url=door.url, headers={"Origin": door.url}, timeout=20, verify=False)
        form = {"title": "scrapbots", "opponent": "link"}
        answer = self.client.post("/matches/new/", data=form)
        assert answer.status_code == 307, answer.text
        answer = self.client.post(answer.headers["Location"], data=form)
        assert answer.status_code == 303, answer.text
        self.match = answer.headers["Location"].split("/")[2]

    def post(self, path: str, fields: dict[str, str] | None = None) -> httpx.Response:
        """Press a button of a form filled in with *fields*."""
        headers = {"X-CSRFToken": self.client.cookies["csrftoken"]}
        return self.client.post(path, data=fields, headers=headers)

    def bell(self, door: Door, match: str = "", **changes: str) -> ClientConnection:
        """open the update socket of a match with this browser's session."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        return open_bell(door, match or self.match, cookie, **changes)


def open_bell(door: Door, match: str, cookie: str = "", origin: str = "") -> ClientConnection:
    return connect(
        f"ws://127.0.0.1:{door.port}/ws/matches/{match}/",
        origin=origin or door.url,  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie} if cookie else {},
        open_timeout=20,
    )


def read_until_closed(bell: ClientConnection, seconds: float) -> None:
    while True:
        bell.recv(timeout=seconds)


def wait_for_close(bell: ClientConnection, seconds: float = 10) -> int:
    """Return the code with which the other side closes."""
    with pytest.raises(ConnectionClosed) as closed:
        read_until_closed(bell, seconds)
    return closed.value.rcvd.code if closed.value.rcvd else 0
