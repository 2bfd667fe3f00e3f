"""Compresses answers with brotli or gzip, whichever the client accepts.

Cached pages hold no secret that their length could reveal. For other pages see `compressed` in
`scrapsite.middleware`.
"""

import gzip

import brotli

SMALLEST = 1024


def best_coding(offered: str) -> str:
    """Return `br`, `gzip` or an empty string. *offered:* what Accept-Encoding says."""
    codings = {_coding_of(part) for part in offered.lower().split(",")}
    return next((coding for coding in ("br", "gzip") if coding in codings), "")


def compress(body: bytes, coding: str) -> bytes:
    """Return *body* compressed with *coding*, a value that `best_coding` returned."""
    if coding == "br":
        return bytes(brotli.compress(body, mode=brotli.MODE_TEXT, quality=5))
    if coding == "gzip":
        return gzip.compress(body, compresslevel=6, mtime=0)
    return body


def _coding_of(part: str) -> str:
    """Return the name in one part of Accept-Encoding, or an empty string when its weight is 0."""
    name, _, parameter = part.strip().partition(";")
    weight = parameter.replace(" ", "").removeprefix("q=")
    refused = bool(weight) and weight.strip("0.") == ""
    return "" if refused else name.strip()
