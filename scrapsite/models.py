"""What the site knows about people beyond Django's own user, and their keys for the API."""

from __future__ import annotations

from scrapsite.accounts.models import ApiToken
from scrapsite.common.models import Profile
from scrapsite.notifications.models import (
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
