"""Responses that stay open without occupying a thread."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import Any

from django.http import HttpResponse

from scrapsite.server.asgi.messages import Headers, Receive, Send, wait_for_disconnect

# Name of the tasks that send live responses. A server that stops doesn't wait for these.
LIVE = "live answer"

Follow = Callable[[], AsyncGenerator[bytes, None]]


class LiveResponse(HttpResponse):
    """A response that begins with *content* and continues with what *follow* yields in the event loop.

    Only the site's own server continues it, and sets *is_followed*. With any other handler the response ends
    after *content*, and *abandon* is called.
    """

    def __init__(self, content: bytes, follow: Follow, abandon: Callable[[], object], **more: Any) -> None:
        super().__init__(content, **more)
        self.follow, self.abandon, self.is_followed = follow, abandon, False

    def close(self) -> None:
        """Close the response; call *abandon* unless the server continues it."""
        if not self.is_followed:
            self.abandon()
        super().close()


async def send_live(
    status: int, headers: Headers, content: bytes, follow: Follow, receive: Receive, send: Send
) -> None:
    """Send the response until it ends or the client disconnects."""
    task = asyncio.current_task()
    if task is not None:
        task.set_name(LIVE)
    lasting = [pair for pair in headers if pair[0] != b"content-length"]
    await send({"type": "http.response.start", "status": status, "headers": lasting})
    await send({"type": "http.response.body", "body": content, "more_body": True})
    gone = asyncio.ensure_future(wait_for_disconnect(receive))
    sending = asyncio.ensure_future(_send_all(follow, send))
    try:
        await asyncio.wait({gone, sending}, return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            sending.result()
    finally:
        for one in (gone, sending):
            one.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await one


async def _send_all(follow: Follow, send: Send) -> None:
    async with contextlib.aclosing(follow()) as parts:
        async for part in parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
