"""The list of one's sessions, and the ways to end them."""

from __future__ import annotations

from typing import cast

from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scrapsite.accounts.guests import guests_convert, signed_in
from scrapsite.accounts.security_log import note
from scrapsite.accounts.sessions.browsers import browser_name
from scrapsite.accounts.sessions.ending import tell_of_ended
from scrapsite.accounts.sessions.proving import proven

PAGE = "scrapsite:session_list"
NOWHERE = "0.0.0.0"  # noqa: S104 (sessions have it that began before they were listed)


@guests_convert
@login_required
@require_safe
def session_list(request: HttpRequest) -> HttpResponse:
    """Show where one is signed in."""
    rows = sorted(_sessions_of(request), key=lambda row: row.last_seen_at, reverse=True)
    sessions = [(row, browser_name(row.user_agent), _address(row), row.is_current()) for row in rows]
    return render(request, "scrapsite/session_list.html", {"sessions": sessions})


@guests_convert
@signed_in(PAGE)
@require_POST
@proven(PAGE)
def session_end(request: HttpRequest) -> HttpResponse:
    """End one session, all others, or all, as the field `which` says."""
    which = request.POST.get("which", "")
    rows = _sessions_of(request)
    if which == "others":
        rows = [row for row in rows if not row.is_current()]
    elif which != "all":
        rows = [row for row in rows if str(row.pk) == which]
    note("session-ended", request, count=len(rows))
    user = cast(User, request.user)
    end_sessions(request, rows)
    if rows:
        messages.success(request, f"{len(rows)} session{'' if len(rows) == 1 else 's'} ended.")
    else:
        messages.info(request, "You were signed out there already.")
    tell_of_ended(request, user)
    return redirect(PAGE if request.user.is_authenticated else "account_login")


def _address(session: UserSession) -> str:
    """Return the address from which somebody signed in; empty if it wasn't noted then."""
    return "" if session.ip == NOWHERE else str(session.ip)


def _sessions_of(request: HttpRequest) -> list[UserSession]:
    """Return the user's sessions that haven't ended, the present one among them."""
    if not UserSession.objects.filter(session_key=request.session.session_key).exists():
        UserSession.objects.create_from_request(request)
    return UserSession.objects.purge_and_list(request.user)
