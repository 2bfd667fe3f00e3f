"""The adapter through which allauth keeps second factors."""

from __future__ import annotations

import base64
from hashlib import sha256

import qrcode
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from qrcode.image.svg import SvgPathImage

from scrapsite.common.players import display_name


class SecondFactorAdapter(DefaultMFAAdapter):
    """Keeps secrets encrypted, and names accounts by what their owners know them by."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": "That code isn’t right. Each code works once and for a short time.",
        "cannot_generate_recovery_codes": "Set up an app or a passkey first.",
    }

    def encrypt(self, text: str) -> str:
        """Return *text* encrypted with a key made from SECRET_KEY."""
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the text of `encrypt`.

        A secret whose SECRET_KEY is gone reads as a random one that no code fits: its owner needs another
        factor.
        """
        try:
            return _fernet().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return generate_totp_secret()

    def get_totp_issuer(self) -> str:
        """Return the name under which apps list the site."""
        return "Scrapsite"

    def build_totp_svg(self, url: str) -> str:
        """Return the QR code of *url* as SVG for the middle of a page."""
        drawn = qrcode.make(url, image_factory=SvgPathImage, border=2)
        return drawn.to_string(encoding="unicode")

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        """Return a name for the next passkey."""
        return f"Passkey {Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1}"

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return what passkeys are bound to: the host name."""
        return {**super().get_public_key_credential_rp_entity(), "name": "Scrapsite"}

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict:
        """Return what the browser shows when it asks which account to sign in to."""
        return {**super().get_public_key_credential_user_entity(user), "display_name": display_name(user)}  # type: ignore[arg-type]

    def _get_user_identifier(self, user: AbstractBaseUser) -> str:
        return user.get_username()


def _fernet() -> MultiFernet:
    """Return the cipher. SECRET_KEY_FALLBACKS still decrypt."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet(
        Fernet(base64.urlsafe_b64encode(sha256(b"scrapsite second factor" + key.encode()).digest()))
        for key in keys
    )
