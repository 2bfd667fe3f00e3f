"""Helpers for ASGI messages, and short responses that need no Django."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


def header(scope: Scope, name: bytes) -> bytes | None:
    """Return the first value of the request header *name* (lower case), or None."""
    for key, value in scope["headers"]:
        if key == name:
            return bytes(value)
    return None


def wants_json(scope: Scope) -> bool:
    """Return whether to refuse in JSON, as for the API and for clients that ask for it."""
    return scope["path"].startswith("/api/") or b"application/json" in (header(scope, b"accept") or b"")


def refusal(code: str, reason: str, *, as_json: bool) -> tuple[bytes, bytes]:
    """Return the content type and body of a refusal, as the API's JSON or as plain text."""
    if as_json:
        return b"application/json", json.dumps({"code": code, "rule": "", "reason": reason}).encode()
    return b"text/plain; charset=utf-8", f"{reason}\n".encode()


async def wait_for_disconnect(receive: Receive) -> None:
    """Return when the client has disconnected. Discard what it still sends."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def send_whole(send: Send, status: int, headers: Headers, body: bytes) -> None:
    """Send a complete response."""
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def send_refusal(
    scope: Scope, send: Send, status: int, code: str, reason: str, retry_after: int = 0
) -> None:
    """Answer with *reason* in plain text or JSON, and ask the server to close the connection.

    *retry_after:* whole seconds after which the client may try again, if any.
    """
    kind, body = refusal(code, reason, as_json=wants_json(scope))
    headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"private, no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    if retry_after:
        headers.append((b"retry-after", b"%d" % retry_after))
    await send_whole(send, status, headers, b"" if scope["method"] == "HEAD" else body)
