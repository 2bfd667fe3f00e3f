"""Signals that somebody's sessions were ended, by themselves and perhaps from elsewhere, or go on renewed."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.dispatch import Signal
from django.http import HttpRequest

# Sent with *request*, *user* and *remaining*, the keys of the sessions that go on.
sessions_ended = Signal()
# Sent with *user*, *before* and *after*: a session goes on with another key.
session_renewed = Signal()


def tell_of_ended(request: HttpRequest, user: User) -> None:
    """Tell who listens that sessions of *user* were ended."""
    remaining = set(UserSession.objects.filter(user=user).values_list("session_key", flat=True))
    sessions_ended.send(sender=User, request=request, user=user, remaining=remaining)
