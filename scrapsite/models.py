"""What the site knows about people beyond Django's own user, and their keys for the API."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scrapsite.alerts.models import (
    Alert,
    AlertChoice,
    AlertHabit,
    FeedKey,
    Parcel,
    PushSubscription,
    Webhook,
)

__all__ = [
    "Alert",
    "AlertChoice",
    "AlertHabit",
    "ApiToken",
    "FeedKey",
    "Parcel",
    "Profile",
    "PushSubscription",
    "Webhook",
]


class Profile(models.Model):
    """A player's name as others see it, and whether the player is a guest.

    *time_zone:* where the player's days begin and end, an IANA name.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="profile")
    display_name = models.CharField(max_length=30)
    name_key = models.CharField(max_length=90, unique=True, editable=False)
    is_guest = models.BooleanField(default=False)
    time_zone = models.CharField(max_length=64, default="UTC")

    def __str__(self) -> str:
        return self.display_name


class ApiToken(models.Model):
    """A key for programs. Only its SHA-256 is kept, so it can be shown once and never again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    key_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"API token {self.pk} of user {self.user_id}"
