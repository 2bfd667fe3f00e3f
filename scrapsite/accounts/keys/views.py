"""The page of one's keys."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from scrapsite.accounts.guests import signed_in
from scrapsite.accounts.keys.actions import make_key, void_key, void_keys
from scrapsite.accounts.keys.forms import KeyForm

_NEW_KEY = "new-key"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(allow_get=True)
def key_list(request: HttpRequest) -> HttpResponse:
    """Show one's keys; a POST makes another.

    A new key waits in the session for the next request, which shows and removes it. So reloading the page
    makes no second key.
    """
    form = KeyForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and _is_made(request, form):
        return redirect("scrapsite:key_list")
    user = cast(User, request.user)
    keys = user.api_tokens.order_by("-created_at")
    context = {"form": form, "keys": keys, "now": timezone.now(), "most": settings.MOST_KEYS}
    context["new_key"] = request.session.pop(_NEW_KEY, "")
    return render(request, "scrapsite/key_list.html", context, status=422 if form.errors else 200)


@signed_in("scrapsite:key_list")
@require_POST
def key_void(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke one key."""
    if not void_key(request, cast(User, request.user), pk):
        raise Http404("No such key.")
    messages.success(request, "The key is revoked.")
    return redirect("scrapsite:key_list")


@signed_in("scrapsite:key_list")
@require_POST
def key_void_all(request: HttpRequest) -> HttpResponse:
    """Revoke all of the visitor's keys."""
    void_keys(request, cast(User, request.user))
    messages.success(request, "All your keys for programs are revoked.")
    return redirect("scrapsite:key_list")


def _is_made(request: HttpRequest, form: KeyForm) -> bool:
    """Make the key that the form asks for; return whether that worked. Errors go to the form."""
    if not form.is_valid():
        return False
    data = form.cleaned_data
    try:
        token = make_key(request, cast(User, request.user), data["name"], data["scope"], data["days"])
    except ValidationError as problem:
        form.add_error(None, problem)
        return False
    request.session[_NEW_KEY] = token
    return True
