"""Redirects guests and visitors away from pages that aren’t for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from allauth.account.utils import get_next_redirect_url
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from scrapsite.common.players import is_guest

View = Callable[..., HttpResponse]

# The fields of forms in which people write at length.
WORDS = ("title", "text", "description", "reason", "reply", "note")


def guests_convert(view: View) -> View:
    """Send guests to the page for creating an account. Everybody else gets the view."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_guest(request.user):
            return redirect(with_next("account_convert", get_next_redirect_url(request)))
        return view(request, *args, **kwargs)

    return wrapped


def guests_leave_first(view: View) -> View:
    """Send guests to the sign-out page, which warns them and then leads back to the view."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if is_guest(request.user):
            back = with_next("account_login", get_next_redirect_url(request))
            return redirect(with_next("account_logout", back))
        return view(request, *args, **kwargs)

    return wrapped


def accounts_only(fallback: str) -> Callable[[View], View]:
    """Return a decorator that leads visitors to signing in and guests to making an account of their own.

    *fallback:* the name of the URL to which they come back after a POST.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.user.is_authenticated and not is_guest(request.user):
                return view(request, *args, **kwargs)
            is_read = request.method in ("GET", "HEAD")
            return _lead(request, request.get_full_path() if is_read else reverse(fallback))

        return wrapped

    return decorate


def signed_in(page: str) -> Callable[[View], View]:
    """Return a decorator for views of POSTs, which leads visitors to signing in. Guests get the view.

    *page:* the name of the URL to which they come back, as the address of the POST has no page.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.user.is_authenticated:
                return view(request, *args, **kwargs)
            return _lead(request, reverse(page))

        return wrapped

    return decorate


def _lead(request: HttpRequest, came_from: str) -> HttpResponse:
    """Lead the visitor to signing in, or the guest to making an account. What they wrote is given back."""
    address = with_next("account_convert" if request.user.is_authenticated else "account_login", came_from)
    written = [text for name in WORDS if (text := request.POST.get(name, "")).strip()]
    if not written:
        return redirect(address)
    return render(request, "account/needed.html", {"address": address, "written": written}, status=403)


def with_next(name: str, target: str | None) -> str:
    """Return the address of the URL *name* with *target* as the page to go to afterwards."""
    return f"{reverse(name)}?{urlencode({'next': target})}" if target else reverse(name)
