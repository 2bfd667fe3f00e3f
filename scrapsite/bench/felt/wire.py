"""What goes over the wire to a page, as Chromium's own developer tools count it."""

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

_MATCH = re.compile(r"/matches/[a-z2-9]{10}/([a-z]*)")
# Kept boards and the worker's own files come from the disk, or once.
_STATIC = re.compile(r"/static/|/worker\.js|^data:|^blob:")


class Wire:
    """Counts the answers to a page: bytes with their heads, and what was asked for."""

    def __init__(self, page: "Page") -> None:
        self.bytes = 0
        self.asked = Counter[str]()
        self._names: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._begin)
        session.on("Network.loadingFinished", self._end)
        session.send("Network.enable")

    def forget(self) -> None:
        """Count from now on."""
        self.bytes = 0
        self.asked.clear()

    def _begin(self, event: dict[str, Any]) -> None:
        address = event["request"]["url"]
        if not _STATIC.search(address):
            self._names[event["requestId"]] = name_of(address)

    def _end(self, event: dict[str, Any]) -> None:
        name = self._names.pop(event["requestId"], "")
        if name:
            self.asked[name] += 1
            self.bytes += int(event["encodedDataLength"])


def name_of(address: str) -> str:
    """Return what an address asks for: the last part of a match's, or else its path."""
    path = re.sub(r"^\w+://[^/]+|[?#].*", "", address)
    found = _MATCH.match(path)
    return (found[1] or "page") if found else path
