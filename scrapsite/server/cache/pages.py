"""The store of cached pages, limited in number and bytes. It drops the least recently used page first."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field

from scrapsite.server import bounds
from scrapsite.server.asgi.messages import Headers
from scrapsite.server.cache.compressing import SMALLEST, compress


@dataclass(slots=True)
class Page:
    """A cached response. *headers:* without those that depend on the coding. *born:* monotonic seconds."""

    headers: Headers
    body: bytes
    tag: bytes
    born: float
    _forms: dict[str, tuple[Headers, bytes]] = field(default_factory=dict)

    def form(self, coding: str) -> tuple[Headers, bytes]:
        """Return headers and body in *coding*. Each coding is compressed once, at its first use."""
        if len(self.body) < SMALLEST:
            coding = ""
        made = self._forms.get(coding)
        if made is None:
            made = self._forms[coding] = self._make(coding)
        return made

    def unchanged_headers(self) -> Headers:
        """Return the headers of a 304."""
        kept = (b"etag", b"cache-control", b"vary")
        return [(name, value) for name, value in self.headers if name in kept]

    def _make(self, coding: str) -> tuple[Headers, bytes]:
        body = compress(self.body, coding)
        headers = [*self.headers, (b"content-length", b"%d" % len(body))]
        if coding:
            headers.append((b"content-encoding", coding.encode()))
        return headers, body


class PageStore:
    """Pages by key. An entry counts as twice its body and a little more, for its compressed forms."""

    def __init__(
        self, entries: int = bounds.PAGE_CACHE_ENTRIES, total_bytes: int = bounds.PAGE_CACHE_BYTES
    ) -> None:
        self.entries = entries
        self.total_bytes = total_bytes
        self.bytes = 0
        self._pages: OrderedDict[Hashable, Page] = OrderedDict()

    def __len__(self) -> int:
        return len(self._pages)

    def get(self, key: Hashable) -> Page | None:
        """Return the page and mark it as used, or return None."""
        page = self._pages.get(key)
        if page is not None:
            self._pages.move_to_end(key)
        return page

    def put(self, key: Hashable, page: Page) -> None:
        """Store *page* and drop others to make room. A page larger than the whole store isn't stored."""
        self.drop(key)
        if _weight(page) > self.total_bytes:
            return
        self._pages[key] = page
        self.bytes += _weight(page)
        while len(self._pages) > self.entries or self.bytes > self.total_bytes:
            _, oldest = self._pages.popitem(last=False)
            self.bytes -= _weight(oldest)

    def drop(self, key: Hashable) -> None:
        """Forget the page of *key*, if there is one."""
        page = self._pages.pop(key, None)
        if page is not None:
            self.bytes -= _weight(page)

    def clear(self) -> None:
        """Forget everything."""
        self._pages.clear()
        self.bytes = 0


def _weight(page: Page) -> int:
    return 2 * len(page.body) + 2048
