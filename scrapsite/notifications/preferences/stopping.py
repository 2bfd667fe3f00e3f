"""Unsubscribing from within a letter, by a signed address that needs no sign-in (RFC 8058)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.urls import reverse

from scrapsite.notifications.kinds import EMAIL, Kind
from scrapsite.notifications.registry import find_kind

# Every address in a letter depends on this salt, so it must never change.
_SALT = "scrapsite.alerts.stop"
LONGEST = 400


@dataclass(frozen=True, slots=True)
class Stop:
    """The user who may unsubscribe, and the kinds that were in the letter."""

    user: User
    kinds: tuple[Kind, ...]


def stop_path(user: Any, kinds: Sequence[str]) -> str:
    """Return the address for unsubscribing *user*. It never expires and can do nothing else."""
    token = signing.dumps([user.pk, EMAIL, list(kinds)], salt=_SALT)
    return reverse("scrapsite:notification_stop", args=(token,))


def read_stop(token: str) -> Stop | None:
    """Return what *token* stands for, or None if its signature is wrong or the user no longer exists."""
    if len(token) > LONGEST:
        return None
    try:
        user_id, channel, kinds = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or channel != EMAIL:
        return None
    return Stop(user, tuple(kind for slug in kinds if (kind := find_kind(slug))))
