"""What a first visit to a page weighs: the page and all that a browser fetches with it, with nothing kept."""

import http.client
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from scrapsite.bench.load import HOST
from scrapsite.bench.pages import PUBLIC
from scrapsite.bench.servers import OURS, Servers

# What the head of an answer takes, about.
HEAD_BYTES = 600

_FETCHED = re.compile(
    r'<link rel="(?:stylesheet|icon|preload)"\s+href="(?P<link>[^"]+)"'
    r'|<script[^>]* src="(?P<script>[^"]+)"'
    r'|<use href="(?P<icon>[^"#]+)'
    r'|<img[^>]* src="(?P<image>[^"]+)"'
)
_FACE = re.compile(r"@font-face \{.*?\}", re.DOTALL)
_FONT = re.compile(r'url\("([^"]+)"\)')
_COMMON_LETTERS = "U+20-7E"

# Returns the bytes that go over the wire for an address, and the text of the answer.
Fetch = Callable[[str], tuple[int, str]]


@dataclass(frozen=True)
class Visit:
    """The requests of a visit, and the bytes of their answers."""

    requests: int
    bytes: int

    def as_dict(self) -> dict[str, Any]:
        """Return the figures by name."""
        return asdict(self)


def weigh(path: str, fetch: Fetch, later: Collection[str] = ()) -> Visit:
    """Return what a first visit to *path* weighs. *later:* what the page's scripts fetch at once."""
    size, page = fetch(path)
    addresses = dict.fromkeys([*_named(page), *later])
    sizes = [size]
    for address in addresses:
        size, text = fetch(address)
        sizes.append(size)
        if address.endswith(".css"):
            sizes += [fetch(font)[0] for font in _fonts(address, text) if font not in addresses]
    return Visit(len(sizes), sum(sizes) + HEAD_BYTES * len(sizes))


def measure_visits(servers: Servers) -> dict[str, dict[str, Any]]:
    """Return what first visits weigh: to public pages, and a player's to the page of a match."""
    visits = {name: weigh(path, over_http(servers[OURS])) for name, path in PUBLIC.items()}
    match = servers.visit["path"]
    visits["match page"] = weigh(match, over_http(servers[OURS], servers.visit["cookie"]), [f"{match}talk/"])
    return {name: visit.as_dict() for name, visit in visits.items()}


def over_http(port: int, cookie: str = "") -> Fetch:
    """Return a function that fetches from the server at *port* as a browser does."""

    def fetch(address: str) -> tuple[int, str]:
        line = http.client.HTTPConnection(HOST, port, timeout=30)
        headers = {"Accept-Encoding": "br", **({"Cookie": cookie} if cookie else {})}
        try:
            sizes = []
            for asked in (headers, {**headers, "Accept-Encoding": "identity"}):
                line.request("GET", address, headers=asked)
                answer = line.getresponse()
                body = answer.read()
                if answer.status != 200:
                    raise RuntimeError(f"{address} answers {answer.status}.")
                sizes.append(len(body))
        finally:
            line.close()
        return sizes[0], body.decode(errors="replace")

    return fetch


def _named(page: str) -> Iterator[str]:
    for found in _FETCHED.finditer(page):
        yield next(address for address in found.groups() if address)


def _fonts(sheet: str, text: str) -> Iterator[str]:
    """Yield the fonts of a style sheet, without those for letters that few pages have."""
    for face in _FACE.findall(text):
        if "unicode-range" not in face or _COMMON_LETTERS in face:
            yield from (_beside(sheet, font) for font in _FONT.findall(face))


def _beside(sheet: str, address: str) -> str:
    return re.sub(r"[^/]+/\.\./", "", f"{sheet.rpartition('/')[0]}/{address}")
