"""An HTTPS client for addresses that other people gave us. It calls only public addresses of the internet.

It looks the name up once, requires every address found to be public, and connects to one of those. So the
name can't point elsewhere between the check and the call. It follows no redirects and keeps only the status
of the answer.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from urllib.parse import urlsplit

SECONDS = 10
HTTPS_PORT = 443
# IPv6 ranges that embed IPv4 addresses; we can't know where those lead.
_TRANSLATED = tuple(
    ipaddress.ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "::/96")
)


class BadAddress(Exception):
    """The address isn't a public HTTPS address, so we don't call it."""


def check_address(url: str) -> tuple[str, int]:
    """Return host and port of *url*. *Raises:* `BadAddress` unless it is a plain HTTPS address."""
    try:
        parts = urlsplit(url)
        port = parts.port or HTTPS_PORT
    except ValueError:
        raise BadAddress("This isn’t a valid address.") from None
    if parts.scheme != "https" or not parts.hostname:
        raise BadAddress("The address must begin with https://.")
    if parts.username is not None or parts.fragment or not url.isascii() or any(c.isspace() for c in url):
        raise BadAddress("The address must not contain a user name, a password, spaces or #.")
    if _as_ip(parts.hostname) is not None and not is_public(parts.hostname):
        raise BadAddress("The address is not on the public internet.")
    return parts.hostname, port


def is_public(address: str) -> bool:
    """Return whether an IP address belongs to the public internet."""
    found = _as_ip(address)
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif any(found in network for network in _TRANSLATED):
            return False
    return found is not None and found.is_global and not found.is_multicast


def post(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Post *body* and return the status. *Raises:* `BadAddress`, `OSError`, `http.client.HTTPException`."""
    host, port = check_address(url)
    parts = urlsplit(url)
    line = _Pinned(host, port, _public_address(host, port))
    try:
        path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
        line.request("POST", path, body, {"User-Agent": "Scrapsite", **headers})
        return line.getresponse().status
    finally:
        line.close()


class _Pinned(http.client.HTTPSConnection):
    """A connection to one IP address, whose certificate must be for *host*."""

    def __init__(self, host: str, port: int, address: str) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, port, timeout=SECONDS, context=self._tls)
        self._address = address

    def connect(self) -> None:
        """Connect to the address that was checked."""
        plain = socket.create_connection((self._address, self.port), SECONDS)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


def _public_address(host: str, port: int) -> str:
    """Return the first address of *host*. *Raises:* `BadAddress` unless all of them are public."""
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not found or not all(is_public(address) for address in found):
        raise BadAddress(f"{host} is not on the public internet.")
    return found[0]


def _as_ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
