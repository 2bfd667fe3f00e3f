"""The security log: who signed in, who failed to, and what changed about an account's locks.

Each line has an event, the user's number and the address. It never has a password, a code, a key, a session
key, or what somebody typed as a name, which may be a password.
"""

from __future__ import annotations

from typing import Any

import structlog
from allauth.account import signals as account
from allauth.mfa import signals as factors
from django.contrib.auth import signals as auth
from django.contrib.auth.models import User
from django.http import HttpRequest

from scrapsite.common.requests import client_network

LOGGER = "scrapsite.security"


def note(event: str, request: HttpRequest | None, user: Any = None, **facts: Any) -> None:
    """Write *event* to the log. *user:* if it isn't the user of *request*."""
    who = user if user is not None else getattr(request, "user", None)
    if request is not None:
        facts["address"] = client_network(request)
    structlog.get_logger(LOGGER).info(event, user=getattr(who, "pk", None), **facts)


def warn(event: str, request: HttpRequest | None, user_id: int | None, **facts: Any) -> None:
    """Write *event* to the log as a warning."""
    if request is not None:
        facts["address"] = client_network(request)
    structlog.get_logger(LOGGER).warning(event, user=user_id, **facts)


def connect() -> None:
    """Hear of what Django and allauth do."""
    auth.user_logged_in.connect(_signed_in, dispatch_uid="security-log")
    auth.user_logged_out.connect(_signed_out, dispatch_uid="security-log")
    auth.user_login_failed.connect(_failed, dispatch_uid="security-log")
    for signal, event in (
        (account.password_changed, "password-changed"),
        (account.password_set, "password-set"),
        (account.password_reset, "password-reset"),
        (account.email_added, "address-added"),
        (account.email_changed, "address-changed"),
        (account.email_removed, "address-removed"),
        (account.user_signed_up, "account-made"),
    ):
        signal.connect(_noting(event), weak=False, dispatch_uid=f"security-log {event}")
    for signal, event in (
        (factors.authenticator_added, "factor-added"),
        (factors.authenticator_removed, "factor-removed"),
        (factors.authenticator_reset, "factor-renewed"),
        (factors.authenticator_used, "factor-used"),
    ):
        signal.connect(_noting_factor(event), weak=False, dispatch_uid=f"security-log {event}")
    factors.authentication_failed.connect(_factor_failed, dispatch_uid="security-log")


def _noting(event: str) -> Any:
    def hear(request: HttpRequest, user: User, **said: Any) -> None:
        note(event, request, user)

    return hear


def _noting_factor(event: str) -> Any:
    def hear(request: HttpRequest, user: User, authenticator: Any, **said: Any) -> None:
        note(event, request, user, factor=authenticator.type)

    return hear


def _signed_in(request: HttpRequest, user: User, **said: Any) -> None:
    note("signed-in", request, user)


def _signed_out(request: HttpRequest, user: User | None, **said: Any) -> None:
    if user is not None:
        note("signed-out", request, user)


def _failed(credentials: dict[str, Any], request: HttpRequest | None = None, **said: Any) -> None:
    name = credentials.get("username") or ""
    known = User.objects.filter(username__iexact=name).values_list("pk", flat=True)[:1]
    warn("sign-in-failed", request, known[0] if known else None)


def _factor_failed(request: HttpRequest, user: User, authenticator: Any, **said: Any) -> None:
    warn("factor-failed", request, user.pk, factor=authenticator.type)
