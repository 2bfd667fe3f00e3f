"""Runs Django with one thread switch per request.

The whole synchronous stack (middleware, view, template, database, closing) runs in one call on a dedicated
thread. See docs/decisions/0001-one-hop-serving.md.
"""

import asyncio
import logging
from collections.abc import Iterator
from contextvars import Context
from dataclasses import dataclass
from typing import Any

from django.core import signals
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest, get_script_name
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from scrapsite.common.errors import is_of_account
from scrapsite.common.public import seal
from scrapsite.server import bounds
from scrapsite.server.asgi.environ import build_environ, client_network, credentials, path_info
from scrapsite.server.asgi.failures import send_busy, send_failure, send_too_many
from scrapsite.server.asgi.live import Follow, LiveResponse, send_live
from scrapsite.server.asgi.messages import (
    Headers,
    Receive,
    Scope,
    Send,
    send_whole,
    wait_for_disconnect,
)
from scrapsite.server.work.kinds import Kind, kind_of, may_group
from scrapsite.server.work.lock_wait import lock_wait_less
from scrapsite.server.work.resting import Resting
from scrapsite.server.work.threads import Busy, Work, current_thread

logger = logging.getLogger("scrapsite.server")

_BODILESS = {204, 304}


@dataclass(slots=True)
class Answer:
    """The response as the thread returns it. *stream:* the rest of it, to be read in that thread, or None.

    *follow:* for a `LiveResponse`, the function that makes the rest in the event loop. *of_account:* it is
    refused because of what one account has asked, not all at its address.
    """

    status: int
    headers: Headers
    body: bytes
    stream: "Stream | None" = None
    follow: Follow | None = None
    of_account: bool = False


class OneHopHandler(BaseHandler):
    """The ASGI application of Django's synchronous side, for HTTP only.

    It expects the whole body in few messages, so put `BodyGuard` in front. *work:* the threads.
    """

    def __init__(self, work: Work) -> None:
        super().__init__()
        self.load_middleware()
        self.work = work
        self._resting = Resting(bounds.REST_SECONDS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _read_body(receive)
        if body is None:
            return
        context, address = Context(), client_network(scope)
        method, path = scope["method"], path_info(scope)
        kind = kind_of(method, path)
        if kind is Kind.SLOW and (left := max(map(self._resting.left, (address, *credentials(scope))))):
            await send_too_many(scope, send, left)
            return
        try:
            answer = await self.work[kind].run(
                address, context, self._answer, scope, body, may_group=may_group(method, path)
            )
        except Busy as busy:
            await send_busy(scope, send, busy.retry_after)
            return
        except Exception as error:
            await send_failure(scope, send, error)
            return
        if kind is Kind.SLOW and answer.status == 429:
            for name in (answer.of_account and credentials(scope)) or (address,):
                self._resting.add(name)
        if answer.follow is not None:
            await send_live(answer.status, answer.headers, answer.body, answer.follow, receive, send)
        elif answer.stream is None:
            await send_whole(send, answer.status, answer.headers, answer.body)
        else:
            await Streaming(answer.stream, context).send(answer, receive, send)

    def _answer(self, scope: Scope, body: bytes) -> Answer:
        """Return Django's response to the request. This runs in the worker thread."""
        with lock_wait_less(current_thread().waited):
            return self._answer_patiently(scope, body)

    def _answer_patiently(self, scope: Scope, body: bytes) -> Answer:
        environ = build_environ(scope, body)
        set_script_prefix(get_script_name(environ))
        signals.request_started.send(sender=self.__class__, environ=environ)
        request = WSGIRequest(environ)
        response = self.get_response(request)
        response._handler_class = self.__class__  # type: ignore[attr-defined]
        seal(request, response)
        try:
            answer = _answer_of(response, bodiless=request.method == "HEAD")
        except BaseException:
            response.close()
            raise
        answer.of_account = is_of_account(response)
        if answer.stream is None:
            response.close()
        return answer


class Stream:
    """A streaming response. It is read chunk by chunk in its own thread and closed once."""

    def __init__(self, response: Any) -> None:
        self.thread = current_thread()
        self._response = response
        self._chunks: Iterator[bytes] = iter(response)
        self._closed = False

    def next_chunk(self) -> bytes | None:
        """Return the next chunk that isn't empty, or None at the end."""
        for chunk in self._chunks:
            if chunk:
                return chunk
        return None

    def close(self) -> None:
        """Close the generator, the files and the response. Later calls do nothing."""
        if self._closed:
            return
        self._closed = True
        try:
            _close_quietly(self._chunks)
        finally:
            self._response.close()


class Streaming:
    """Sends a stream until it ends or the client disconnects."""

    def __init__(self, stream: Stream, context: Context) -> None:
        self._stream = stream
        self._context = context

    async def send(self, answer: Answer, receive: Receive, send: Send) -> None:
        """Send *answer* to its end. Errors are raised, so that the server cuts the connection."""
        gone = asyncio.ensure_future(wait_for_disconnect(receive))
        try:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            while not gone.done():
                chunk = await self._stream.thread.run_on(self._context, self._stream.next_chunk)
                if chunk is None:
                    await send({"type": "http.response.body", "body": b""})
                    return
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        finally:
            gone.cancel()
            self._stream.thread.post(self._context.copy().run, self._stream.close)


async def _read_body(receive: Receive) -> bytes | None:
    """Return the request's body, or None if the client has disconnected."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


def _answer_of(response: HttpResponseBase, bodiless: bool) -> Answer:
    headers = _headers(response)
    if bodiless or response.status_code in _BODILESS:
        return Answer(response.status_code, headers, b"")
    if isinstance(response, LiveResponse):
        response.is_followed = True
        return Answer(response.status_code, headers, response.content, follow=response.follow)
    if not response.streaming:
        return Answer(response.status_code, headers, response.content)  # type: ignore[attr-defined]
    if isinstance(response, FileResponse):
        response.block_size = bounds.STREAM_BLOCK
        if _is_small(response):
            return Answer(response.status_code, headers, b"".join(response))
    return Answer(response.status_code, headers, b"", Stream(response))


def _headers(response: HttpResponseBase) -> Headers:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
    for cookie in response.cookies.values():
        headers.append((b"set-cookie", cookie.output(header="").strip().encode("latin-1")))
    return headers


def _is_small(response: FileResponse) -> bool:
    length = response.headers.get("Content-Length", "")
    return length.isdigit() and int(length) <= bounds.WHOLE_FILE_BYTES


def _close_quietly(chunks: Iterator[bytes]) -> None:
    close = getattr(chunks, "close", None)
    if close is None:
        return
    try:
        close()
    except Exception:
        logger.exception("A streaming response failed to close.")
