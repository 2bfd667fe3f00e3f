"""Profiles: what the site stores about people beyond Django's user. And a way to delete many rows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

BATCH = 500


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


class DoneRequest(models.Model):
    """A change that *user* has made with *key*. *what:* the request. *result:* what identifies its result."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    what = models.CharField(max_length=100)
    result = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="request_done_once")]

    def __str__(self) -> str:
        return f"{self.what} of {self.user_id}"


def delete_in_batches(rows: models.QuerySet[Any]) -> int:
    """Delete *rows*, `BATCH` in a transaction so that nobody waits long to write; return how many."""
    count = 0
    while keys := list(rows.order_by().values_list("pk", flat=True)[:BATCH]):
        rows.model._default_manager.filter(pk__in=keys).delete()
        count += len(keys)
    return count
