"""The opt-in for public pages, which the page cache may serve to every visitor without a cookie."""

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.cache import patch_vary_headers

SHARED = "public, no-cache"
PRIVATE = "private, no-store"

View = Callable[..., HttpResponseBase]


def public_page(view: View) -> View:
    """Mark *view* as the same for every visitor, so that the page cache may answer for it.

    It counts only for a GET or HEAD without cookies and Authorization whose answer is a plain 200 that
    sets no cookie and holds no CSRF token; anyone else gets `private, no-store`. Such a page must depend
    on nothing but its URL and data that `bump_data_version` speaks for. Forms on it go to views with
    `same_origin_post`. An answer that is personal after all goes through `unshared`.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if isinstance(response, SimpleTemplateResponse) and not response.is_rendered:
            response.add_post_render_callback(lambda rendered: _label(request, rendered))
        else:
            _label(request, response)
        return response

    return wrapped


def unshared(response: HttpResponse, is_personal: bool = True) -> HttpResponse:
    """Return *response*, which no cache may keep if it *is_personal*, even if a public page is it."""
    if is_personal:
        response.headers["Cache-Control"] = PRIVATE
    return response


def seal(request: HttpRequest, response: HttpResponseBase) -> None:
    """Withdraw the opt-in of a response that turned out to be personal. Runs after all middleware."""
    if response.headers.get("Cache-Control") == SHARED and not is_shareable(request, response):
        response.headers["Cache-Control"] = PRIVATE
        del response.headers["ETag"]


def is_shareable(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Return whether *response* is the same for every visitor as far as can be seen from outside."""
    return (
        response.status_code == 200
        and not response.streaming
        and request.method in ("GET", "HEAD")
        and not request.COOKIES
        and "HTTP_AUTHORIZATION" not in request.META
        and not response.cookies
        and "CSRF_COOKIE" not in request.META
    )


def _label(request: HttpRequest, response: HttpResponseBase) -> None:
    patch_vary_headers(response, ("Cookie", "HX-Request"))
    if response.headers.get("Cache-Control") != PRIVATE and is_shareable(request, response):
        response.headers["Cache-Control"] = SHARED
        response.headers["ETag"] = content_tag(response.content)  # type: ignore[attr-defined]
    else:
        response.headers.setdefault("Cache-Control", PRIVATE)


def content_tag(body: bytes) -> str:
    """Return an ETag that changes with *body*. It is weak, because compressed forms share it."""
    return f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
