"""Known devices: browsers in which somebody has signed in before.

Failed attempts count by name and address together, so an attacker locks out nobody at another address. From a
browser that the account's owner has used they count by that browser alone, so not at the same address either.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac

COOKIE = "known"
_SALT = "scrapsite.known-device"
_MOST_NAMES = 5


def known_device(request: HttpRequest, username: str) -> str:
    """Return the number of the browser if the account called *username* was signed in to in it, else ""."""
    number, names = _read(request)
    return number if _mark(username) in names else ""


def remember(request: HttpRequest, response: HttpResponseBase, username: str) -> None:
    """Make this browser a known device of the account called *username*."""
    number, names = _read(request)
    mark = _mark(username)
    kept = [mark, *(name for name in names if name != mark)][:_MOST_NAMES]
    value = signing.dumps([number or secrets.token_hex(8), kept], salt=_SALT)
    response.set_cookie(
        settings.COOKIE_PREFIX + COOKIE,
        value,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        number, names = signing.loads(
            request.COOKIES.get(settings.COOKIE_PREFIX + COOKIE, ""),
            salt=_SALT,
            max_age=settings.SESSION_COOKIE_AGE,
        )
    except (signing.BadSignature, ValueError, TypeError):
        return "", []
    return number, names


def _mark(username: str) -> str:
    return salted_hmac(_SALT, username.casefold()).hexdigest()[:20]
