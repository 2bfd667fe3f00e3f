"""Keys for programs."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Scope(models.TextChoices):
    """What a key may do, each more than the one before."""

    READ = "read", "read what you can read"
    PLAY = "play", "read what you can read, and play: create and join matches, move, and chat"
    ALL = (
        "all",
        "do everything that the API allows, including changing your drafts, time off and notifications",
    )


class ApiToken(models.Model):
    """A key for programs. Only its SHA-256 is stored, so it can be shown only once.

    *last_used_at:* give or take an hour.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    key_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=40, default="first key")
    scope = models.CharField(max_length=4, choices=Scope.choices, default=Scope.ALL)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"API token {self.pk} of user {self.user_id}"
