"""Ending one's other sessions when a second factor changes, if the form that changes it says so."""

from __future__ import annotations

from typing import Any

from allauth.mfa import signals
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest

from scrapsite.accounts.security_log import note
from scrapsite.accounts.sessions.ending import tell_of_ended

FIELD = "end_others"


def connect() -> None:
    """Hear of each factor that is added, removed or made anew."""
    for signal in (signals.authenticator_added, signals.authenticator_removed, signals.authenticator_reset):
        signal.connect(_changed, dispatch_uid="end-other-sessions")


def _changed(request: HttpRequest | None, user: User, **said: Any) -> None:
    if request is None or request.method != "POST" or FIELD not in request.POST:
        return
    rows = list(UserSession.objects.filter(user=user).exclude(session_key=request.session.session_key))
    # One form may change several factors: recovery codes come with the first and go with the last.
    if rows:
        note("session-ended", request, user, count=len(rows))
        get_adapter().end_sessions(rows)
        messages.success(request, f"{len(rows)} other session{'' if len(rows) == 1 else 's'} ended.")
        tell_of_ended(request, user)
