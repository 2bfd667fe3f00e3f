"""Two-step sign-in for tests: an app, its codes, and giving the password once more."""

from __future__ import annotations

from typing import Any

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.models import User
from django.test import Client

from tests.conftest import PASSWORD

HOME = "/accounts/second-factor/"


def give_app(user: User) -> str:
    """Set up an app with recovery codes, and return its key."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    return secret


def code_of(secret: str) -> str:
    """Return the code that the app shows now."""
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def prove(client: Client) -> None:
    """Give the password once more, as changes that matter ask for."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def sign_in(client: Client, name: str = "rivet", password: str = PASSWORD) -> Any:
    return client.post("/accounts/login/", {"login": name, "password": password})
