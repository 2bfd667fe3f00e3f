"""A minimal ASGI application as a baseline: `/N` answers with N bytes."""

from functools import cache

from scrapsite.server.asgi.messages import Headers, Receive, Scope, Send


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer every request at once."""
    headers, body = _page(scope["path"])
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@cache
def _page(path: str) -> tuple[Headers, bytes]:
    body = b"x" * int(path.strip("/") or 0)
    return [(b"content-type", b"text/html"), (b"content-length", b"%d" % len(body))], body
