"""Speaking ASGI to an application, one request at a time."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Reply:
    """What an application sent, taken together."""

    messages: list[dict[str, Any]] = field(default_factory=list)

    @property
    def status(self) -> int:
        return self.messages[0]["status"]

    @property
    def headers(self) -> dict[str, str]:
        return {
            name.decode("latin-1"): value.decode("latin-1") for name, value in self.messages[0]["headers"]
        }

    @property
    def cookies(self) -> list[str]:
        return [value.decode() for name, value in self.messages[0]["headers"] if name == b"set-cookie"]

    @property
    def chunks(self) -> list[bytes]:
        return [message.get("body", b"") for message in self.messages[1:]]

    @property
    def body(self) -> bytes:
        return b"".join(self.chunks)

    @property
    def is_complete(self) -> bool:
        return len(self.messages) > 1 and not self.messages[-1].get("more_body", False)

    def json(self) -> Any:
        return json.loads(self.body)


def scope_of(method: str = "GET", path: str = "/", **changes: Any) -> dict[str, Any]:
    """Return an HTTP scope. *headers:* a dict or list of strings; *query:* text."""
    headers = changes.pop("headers", {})
    pairs = list(headers.items()) if isinstance(headers, dict) else headers
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": changes.pop("query", "").encode(),
        "headers": [(b"host", b"localhost")]
        + [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs],
        "client": ["192.0.2.7", 4242],
        "server": ["127.0.0.1", 80],
    }
    return scope | changes


async def ask(
    app: Any,
    method: str = "GET",
    path: str = "/",
    body: bytes | list[bytes] = b"",
    leave_after: int | None = None,
    **changes: Any,
) -> Reply:
    """Return the reply to one request. *leave_after:* disconnect after so many messages came back."""
    reply, left = Reply(), asyncio.Event()
    parts = list(body) if isinstance(body, list) else [body]

    async def receive() -> dict[str, Any]:
        if parts:
            part = parts.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(parts)}
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        reply.messages.append(message)
        if leave_after is not None and len(reply.messages) >= leave_after:
            left.set()
        await asyncio.sleep(0)

    await app(scope_of(method, path, **changes), receive, send)
    return reply
