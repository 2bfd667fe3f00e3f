"""Where a client comes from: one function for limits, logs, queues and sockets.

allauth's `get_client_ip` decides, by TRUSTED_PROXY_COUNT, which address is believed. An IPv6 address counts
as its network of 64 bits, which is what a single customer has.
"""

from ipaddress import IPv6Address
from types import SimpleNamespace
from typing import Any

from allauth.core.internal.httpkit import get_client_ip
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest


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
