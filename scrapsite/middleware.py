"""Middleware: caching is forbidden unless a view allows it, the content security policy is built once.

Too many requests are refused wherever a view notices them.
"""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.views.defaults import bad_request

from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.look import site_files
from scrapsite.common.public import SHARED
from scrapsite.common.requests import is_fragment
from scrapsite.server.cache.compressing import SMALLEST, best_coding, compress

API = "/api/v1/"
_COMPRESSED = ("text/html", "text/plain", "application/json")
# Sites that may have made the browser ask. "none" is the visitor; other programs send no such header.
_OURS = ("", "same-origin", "none")
# What no page of ours asks the browser for, and who may embed what we answer.
_REFUSED = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
    "xr-spatial-tracking",
)
_ALWAYS = {
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _REFUSED),
    "Cross-Origin-Resource-Policy": "same-origin",
}


def private_by_default(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable:
    """Mark every response `private, no-store`, unless it already has a Cache-Control header."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return answer


class PolicyMiddleware(CSPMiddleware):
    """django-csp, but the policy of ordinary responses is built once instead of for each of them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        self._policy = build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the policies to *response*, unless it has some."""
        for name, value in _ALWAYS.items():
            response.headers.setdefault(name, value)
        is_ordinary = not any(name.startswith("_csp") for name in (*vars(response), *vars(request)))
        if settings.DEBUG or not is_ordinary:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self._policy)
        return response


def files_are_named(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable:
    """Tell pages that are open which scripts and styles they would get now, with each part they ask for."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if is_fragment(request) and (files := site_files()):
            response.headers["X-Site-Files"] = files
        return response

    return answer


def readable_elsewhere(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable:
    """Let pages of other sites read what the API tells everybody: a GET without cookies and tokens.

    Nothing else is named that they may send, so a browser never sends a token or a change for them.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_read = request.method in ("GET", "HEAD") and request.path.startswith(API)
        if is_read and not request.COOKIES and "HTTP_AUTHORIZATION" not in request.META:
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    return answer


def compressed(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable:
    """Compress text that is answered whole. The page cache compresses public pages itself.

    A page may hold a secret beside what the address says, and its compressed length would tell whether the
    two are alike (BREACH). CSRF tokens are masked anew for each answer, and what another site made the
    browser fetch isn't compressed: without it nobody can ask for a page again and again in somebody's name.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not _may_compress(request, response):
            return response
        patch_vary_headers(response, ("Accept-Encoding", "Sec-Fetch-Site"))
        coding = best_coding(request.headers.get("Accept-Encoding", ""))
        if coding:
            response.content = compress(response.content, coding)
            response.headers["Content-Encoding"] = coding
            response.headers["Content-Length"] = str(len(response.content))
            tag = response.headers.get("ETag", "")
            if tag.startswith('"'):
                response.headers["ETag"] = f"W/{tag}"
        return response

    return answer


def _may_compress(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        request.method != "HEAD"
        and not response.streaming
        and not hasattr(response, "follow")
        and response.status_code not in (204, 304)
        and len(response.content) >= SMALLEST
        and "Content-Encoding" not in response.headers
        and response.headers.get("Cache-Control") != SHARED
        and response.headers.get("Content-Type", "").partition(";")[0] in _COMPRESSED
        and request.headers.get("Sec-Fetch-Site", "") in _OURS
    )


class Refusing:
    """Middleware that answers what a view lets through: too many requests, and text that can't be stored."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page that says why, or None for any other *error*."""
        if isinstance(error, TooMany):
            return limits.refused(request, error)
        # PostgreSQL takes no text with a NUL, which nobody can type.
        if isinstance(error, DataError) and "NUL" in str(error):
            return bad_request(request, error)
        return None
