"""Asking for the password again before what matters, and coming back to the page where it was asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.internal.flows import reauthentication
from allauth.account.utils import get_next_redirect_url
from allauth.core.internal.httpkit import deserialize_request, serialize_request
from allauth.core.internal.urlkit import script_aware_resolve
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from scrapsite.accounts.guests import with_next

View = Callable[..., HttpResponseBase]


def proven(page: str, *, again: str = "") -> Callable[[View], Callable[..., HttpResponse]]:
    """Return a decorator for views of POSTs, which asks for the password again if that was long ago.

    allauth's own comes back to the address of the POST, which has no page. *page:* the name of the URL to
    come back to. What was asked for is done then, unless *again* tells the visitor to ask for it again.
    """

    def decorate(view: View) -> Callable[..., HttpResponse]:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if not reauthentication.is_reauthentication_required(request, app=""):
                return view(request, *args, **kwargs)
            back = reverse(page)
            request.session.pop(reauthentication.STATE_SESSION_KEY, None)
            if again:
                messages.info(request, again)
            else:
                waiting = {"request": serialize_request(request), "back": back}
                reauthentication.stash_and_reauthenticate(request, waiting, f"{__name__}.{resume.__name__}")
            return redirect(with_next("account_reauthenticate", back))

        return wrapped

    return decorate


def resume(request: HttpRequest, waiting: dict[str, Any]) -> HttpResponse:
    """Do what waits for the password. If another tab asked for that, only show the page of this one."""
    back = get_next_redirect_url(request)
    if back != waiting["back"]:
        return redirect(back or waiting["back"])
    suspended = deserialize_request(waiting["request"], request)
    found = script_aware_resolve(suspended.path)
    return found.func(suspended, *found.args, **found.kwargs)
