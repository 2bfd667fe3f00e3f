"""Keys of feeds: a random serial and a signature that can't be made from the database alone."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.crypto import constant_time_compare, salted_hmac

from scrapsite.notifications.models import FeedKey, new_serial

# Every feed address depends on this salt, so it must never change.
_SALT = "scrapsite.alerts.feeds"
_SERIAL, _PROOF = 20, 32


def key_of(user: Any) -> str:
    """Return the key in the addresses of the user's feeds, or an empty string if the user has no feeds."""
    serial = FeedKey.objects.filter(user=user).values_list("serial", flat=True).first()
    return serial + _proof(serial, settings.SECRET_KEY) if serial else ""


def renew_key(user: Any) -> str:
    """Return a new key for the user's feeds. The old address stops working."""
    FeedKey.objects.update_or_create(user=user, defaults={"serial": new_serial()})
    return key_of(user)


def revoke_key(user: Any) -> None:
    """Delete the key of the user's feeds, so that their address stops working."""
    FeedKey.objects.filter(user=user).delete()


def user_of(key: str) -> User | None:
    """Return the user whose feeds have this key, or None if the key is wrong or was revoked."""
    serial, proof = key[:_SERIAL], key[_SERIAL:]
    if len(proof) != _PROOF or not key.isascii():
        return None
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not any(constant_time_compare(proof, _proof(serial, secret)) for secret in secrets):
        return None
    found = FeedKey.objects.filter(serial=serial, user__is_active=True).select_related("user__profile")
    row = found.first()
    return row.user if row else None


def _proof(serial: str, secret: str) -> str:
    return salted_hmac(_SALT, serial, secret=secret, algorithm="sha256").hexdigest()[:_PROOF]
