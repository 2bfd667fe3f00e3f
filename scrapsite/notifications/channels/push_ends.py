"""Push messages end when the session is ended in which a browser asked for them: a lost phone shows none."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_out
from django.http import HttpRequest

from scrapsite.accounts.sessions.ending import session_renewed, sessions_ended
from scrapsite.notifications.models import PushSubscription


def connect() -> None:
    """Hear of sessions that end, one by one or with a new password."""
    for signal in (sessions_ended, password_changed, password_set, password_reset):
        signal.connect(_end_others, dispatch_uid="end-push")
    user_logged_out.connect(_end_this_one, dispatch_uid="end-push")
    session_renewed.connect(_follow, dispatch_uid="follow-push")


def _end_others(request: HttpRequest, user: User, remaining: Collection[str] = (), **said: Any) -> None:
    """End the messages in all browsers that didn't ask in one of the *remaining* sessions.

    A new password gives every session another key, so nobody knows then which browser is the present one.
    """
    rows = PushSubscription.objects.filter(user=user).exclude(session_key__in=remaining)
    count, _ = rows.delete()
    if count:
        browsers = "1 browser" if count == 1 else f"{count} browsers"
        messages.info(
            request,
            f"Push messages are turned off in {browsers}. You can turn them on again in each browser, under"
            " Notifications.",
        )


def _follow(user: User, before: str, after: str, **said: Any) -> None:
    """Let the messages of a browser go on with its session, whose key is another one for a new account."""
    PushSubscription.objects.filter(user=user, session_key=before).update(session_key=after)


def _end_this_one(request: HttpRequest, user: User | None, **said: Any) -> None:
    """End the messages in a browser that signs out, and so forgets that it asked for them."""
    key = request.session.session_key
    if user is not None and key:
        PushSubscription.objects.filter(user=user, session_key=key).delete()
