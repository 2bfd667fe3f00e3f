"""What views read from a request: numbers and texts, whether htmx asks for a part, and where it comes from.

One function decides what counts as a client's address, for limits, logs, queues and sockets: allauth's
`get_client_ip`, by TRUSTED_PROXY_COUNT. An IPv6 address counts as its network of 64 bits, which is what a
single customer has.
"""

import unicodedata
from ipaddress import IPv6Address
from types import SimpleNamespace
from typing import Any

from allauth.core.internal.httpkit import get_client_ip
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest

HIGHEST = 999_999
# Joiners are invisible, but some scripts and emoji need them.
JOINERS = "\u200c\u200d"
# Letters and marks that nothing draws: Hangul fillers, Khmer vowels that are only thought, the joiner of
# graphemes, Egyptian blanks.
UNSEEN = frozenset("\u115f\u1160\u3164\uffa0\u17b4\u17b5\u034f\U00013441\U00013442")
# What chooses how the letter before it looks, and the space of Braille: alone they show nothing.
_SELECTORS = (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
_UNSEEN_ALONE = frozenset(JOINERS) | frozenset(map(chr, _SELECTORS)) | {"\u2800"}


def whole_number(text: str, *, low: int = 0, high: int = HIGHEST) -> int | None:
    """Return the number in *text*, or None unless it is in plain digits and lies between *low* and *high*.

    A text with more digits than *high* is refused without being converted.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(high))):
        return None
    number = int(text)
    return number if low <= number <= high else None


def plain_lines(text: str) -> str:
    r"""Return *text* with `\n` between its lines: forms send `\r\n`."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def tidy_words(text: str) -> str:
    """Return *text* as it is stored: without trailing spaces or invisible characters other than joiners.

    It is empty if nothing in it can be seen.
    """
    lines = unicodedata.normalize("NFC", plain_lines(text)).split("\n")
    tidy = "\n".join("".join(filter(_is_kept, line)).rstrip() for line in lines).strip()
    return tidy if shows_something(tidy) else ""


def shows_something(text: str) -> bool:
    """Return whether anything can be seen in *text*, which is without `UNSEEN` characters."""
    return any(not char.isspace() and char not in _UNSEEN_ALONE for char in text)


def _is_kept(char: str) -> bool:
    if char in UNSEEN:
        return False
    return char in JOINERS or char == "\t" or not unicodedata.category(char).startswith("C")


def is_fragment(request: HttpRequest) -> bool:
    """Return whether htmx asks for a part of the page. To restore its history it needs the whole page."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"


def client_network(request: HttpRequest) -> str:
    """Return what counts as the address of the client; an empty string if it is unknown."""
    remote = str(request.META.get("REMOTE_ADDR", ""))
    return network_of(remote, str(request.META.get("HTTP_X_FORWARDED_FOR", "")))


def network_of(remote: str, forwarded: str) -> str:
    """Return what counts as the address of a client. *forwarded:* X-Forwarded-For. *remote:* the peer."""
    if not settings.ALLAUTH_TRUSTED_PROXY_COUNT or not forwarded:
        return network(remote)
    asked: Any = SimpleNamespace(headers={"x-forwarded-for": forwarded}, META={"REMOTE_ADDR": remote})
    try:
        return network(get_client_ip(asked) or remote)
    except ImproperlyConfigured:
        return network(remote)


def network(client: str) -> str:
    """Return what counts as one address: an IPv4 address, or the /64 of an IPv6 address."""
    if ":" not in client:
        return client
    try:
        found = IPv6Address(client)
    except ValueError:
        return client
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
