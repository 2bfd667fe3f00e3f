"""Profiles: what the site stores about people beyond Django's user."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Profile(models.Model):
    """A player's name as others see it, and whether the player is a guest.

    *time_zone:* the player's IANA time zone.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="profile")
    display_name = models.CharField(max_length=30)
    name_key = models.CharField(max_length=90, unique=True, editable=False)
    is_guest = models.BooleanField(default=False)
    time_zone = models.CharField(max_length=64, default="UTC")

    def __str__(self) -> str:
        return self.display_name
