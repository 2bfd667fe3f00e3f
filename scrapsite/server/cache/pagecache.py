"""The page cache in front of Django: public pages for visitors without a cookie.

It answers in the event loop, without switching threads, so a hit costs about as much as a bare ASGI response.
See docs/decisions/0005-page-cache.md.
"""

import logging
import time
from collections.abc import Callable, Collection
from typing import Any

from scrapsite.common.public import SHARED
from scrapsite.server import bounds
from scrapsite.server.asgi.messages import App, Headers, Message, Receive, Scope, Send, send_whole
from scrapsite.server.cache.compressing import best_coding
from scrapsite.server.cache.pages import Page, PageStore

logger = logging.getLogger("scrapsite.server")

_WHO = {b"cookie", b"authorization"}
_PERSONAL = {b"cookie", b"authorization", b"range", b"hx-request"}
_PLAIN_VARY = {"cookie", "hx-request", "accept-encoding"}
_PER_FORM = {b"content-length", b"content-encoding", b"date", b"server", b"connection"}

Key = tuple[Any, ...]


class PageCache:
    """ASGI middleware that caches public pages.

    The key of a page is its scheme, host, path, query and data version. A page is cached only if the request
    is a GET without Cookie, Authorization, Range and HX-Request, and the response is a 200 with the opt-in of
    `public_page`, without Set-Cookie and without an unusual Vary. *version:* returns the present data
    version. *same_for_all:* paths at which nobody is known: who asks is taken out of the request.
    """

    def __init__(
        self,
        app: App,
        version: Callable[[], str],
        store: PageStore | None = None,
        seconds: float = bounds.PAGE_SECONDS,
        same_for_all: Collection[str] = (),
    ) -> None:
        self.app = app
        self.version = version
        self.store = PageStore() if store is None else store
        self.seconds = seconds
        self.same_for_all = frozenset(same_for_all)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in self.same_for_all:
            scope = {**scope, "headers": [pair for pair in scope["headers"] if pair[0] not in _WHO]}
        key = self._key(scope)
        if key is None:
            await self.app(scope, receive, send)
            return
        page = self._fresh(key)
        if page is not None:
            await _answer(page, scope, send)
        elif scope["method"] == "HEAD":
            await self.app(scope, receive, send)
        else:
            await self.app(scope, receive, _Recorder(scope, send, self.store, key))

    def _key(self, scope: Scope) -> Key | None:
        """Return the key of the page, or None for a request that this cache doesn't handle."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return None
        host = forwarded = b""
        for name, value in scope["headers"]:
            if name in _PERSONAL:
                return None
            if name == b"host":
                host = value
            elif name == b"x-forwarded-proto":
                forwarded = value
        path, query = scope["path"], scope["query_string"]
        if len(host) + len(forwarded) + len(path) + len(query) > bounds.PAGE_KEY_BYTES:
            return None
        return scope["scheme"], forwarded, host, scope["root_path"], path, query, self.version()

    def _fresh(self, key: Key) -> Page | None:
        page = self.store.get(key)
        if page is not None and time.monotonic() - page.born > self.seconds:
            self.store.drop(key)
            return None
        return page


class _Recorder:
    """An ASGI `send` that caches a page that may be cached and answers with it; all else it passes on.

    So the first visitor gets the page as all others do, compressed.
    """

    def __init__(self, scope: Scope, send: Send, store: PageStore, key: Key) -> None:
        self._scope = scope
        self._send = send
        self._store = store
        self._key = key
        self._start: Message | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _may_keep(message):
            self._start = message
            return
        start, self._start = self._start, None
        if start is None:
            await self._send(message)
        elif message.get("more_body", False) or len(message.get("body", b"")) > bounds.PAGE_BYTES:
            await self._send(start)
            await self._send(message)
        else:
            await _answer(self._kept(start, message.get("body", b"")), self._scope, self._send)

    def _kept(self, start: Message, body: bytes) -> Page:
        headers: Headers = list(start["headers"])
        lasting = [pair for pair in headers if pair[0] not in _PER_FORM and pair[0] != b"vary"]
        lasting.append((b"vary", b"Cookie, HX-Request, Accept-Encoding"))
        page = Page(lasting, body, dict(headers)[b"etag"], time.monotonic())
        self._store.put(self._key, page)
        return page


def _may_keep(start: Message) -> bool:
    """Return whether the response may be cached: it opted in, and it isn't for one visitor only."""
    headers = dict(start["headers"])
    if start["status"] != 200 or headers.get(b"cache-control") != SHARED.encode():
        return False
    if b"set-cookie" in headers:
        logger.error("A public page set a cookie; it was not kept.")
        return False
    return b"etag" in headers and b"content-encoding" not in headers and _varies_plainly(headers)


def _varies_plainly(headers: dict[bytes, bytes]) -> bool:
    varies = headers.get(b"vary", b"").decode("latin-1").lower().split(",")
    return {name.strip() for name in varies} - {""} <= _PLAIN_VARY


async def _answer(page: Page, scope: Scope, send: Send) -> None:
    known = coding = b""
    for name, value in scope["headers"]:
        if name == b"if-none-match":
            known = value
        elif name == b"accept-encoding":
            coding = value
    if known and _matches(page.tag, known):
        await send_whole(send, 304, page.unchanged_headers(), b"")
        return
    headers, body = page.form(best_coding(coding.decode("latin-1")) if coding else "")
    await send_whole(send, 200, headers, b"" if scope["method"] == "HEAD" else body)


def _matches(tag: bytes, known: bytes) -> bool:
    """Return whether *tag* is in the list of If-None-Match, by weak comparison."""
    opaque = tag.removeprefix(b"W/")
    return any(part.strip().removeprefix(b"W/") in (opaque, b"*") for part in known.split(b","))
