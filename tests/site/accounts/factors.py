"""Two-step sign-in for tests: an app, its codes, a passkey, and giving the password once more."""

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
from allauth.mfa.webauthn.internal.auth import WebAuthn
from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth.models import User
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from tests.conftest import PASSWORD

HOME = "/accounts/second-factor/"


def give_app(user: User) -> str:
    """Set up an app with recovery codes, and return its key."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    return secret


def give_passkey(user: User) -> None:
    """Set up a passkey with recovery codes. Nobody has its private key."""
    key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    made = AttestedCredentialData.create(Aaguid.NONE, b"a passkey", key)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.AT
    told = AuthenticatorData.create(bytes(32), flags, 0, made)
    asked = CollectedClientData.create(CollectedClientData.TYPE.CREATE, bytes(32), "https://localhost")
    response = {
        "clientDataJSON": websafe_encode(asked),
        "attestationObject": websafe_encode(AttestationObject.create("none", told, {})),
    }
    name = websafe_encode(made.credential_id)
    credential = {"id": name, "rawId": name, "type": "public-key", "response": response}
    WebAuthn.add(user, "my phone", credential)
    RecoveryCodes.activate(user)


def code_of(secret: str) -> str:
    """Return the code that the app shows now."""
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def prove(client: Client) -> None:
    """Give the password once more, as changes that matter ask for."""
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


def sign_in(client: Client, name: str = "rivet", password: str = PASSWORD) -> Any:
    return client.post("/accounts/login/", {"login": name, "password": password})
