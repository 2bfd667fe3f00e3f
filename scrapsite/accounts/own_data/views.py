"""Taking one's data along, and deleting oneself."""

from __future__ import annotations

from copy import copy
from typing import cast

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scrapsite.accounts.guests import signed_in
from scrapsite.accounts.own_data.deletion import erase
from scrapsite.accounts.own_data.export import archive_of
from scrapsite.accounts.security_log import note
from scrapsite.accounts.sessions.proving import proven
from scrapsite.common import limits
from scrapsite.common.players import is_guest
from scrapsite.common.public import public_page
from scrapsite.common.typesetting.answers import attachment

PAGE = "scrapsite:own_data"


@public_page
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what the site keeps about people, why, and how long."""
    return render(request, "scrapsite/privacy.html", {"limits": limits.retention()})


@login_required
@require_safe
def own_data(request: HttpRequest) -> HttpResponse:
    """Show the ways to take one's data along and to delete oneself."""
    return render(request, "scrapsite/own_data.html")


@signed_in(PAGE)
@require_POST
@proven(PAGE, again="When you have entered it, press Download once more.")
@limits.limited("own-data")
def own_data_export(request: HttpRequest) -> HttpResponse:
    """Answer with everything that the visitor made here."""
    note("data-exported", request)
    return attachment(archive_of(cast(User, request.user)), "application/zip", "scrapsite-data.zip")


@signed_in(PAGE)
@require_POST
@proven(PAGE)
def own_data_delete(request: HttpRequest) -> HttpResponse:
    """Delete the visitor, who must have said to be sure."""
    if request.POST.get("sure") != "yes":
        context = {"problem": "Tick the box first: this can’t be undone."}
        return render(request, "scrapsite/own_data.html", context, status=422)
    user = cast(User, request.user)
    whose = "This guest" if is_guest(user) else "Your account"
    erase(copy(user))  # a deleted row loses its number, and the log names the visitor by it
    note("account-deleted", request, user)
    logout(request)
    messages.success(request, f"{whose} is deleted. What you wrote to others stays, without your name.")
    return redirect("scrapsite:home")
