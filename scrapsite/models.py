"""The models of the site app, each defined in its room."""

from __future__ import annotations

from scrapsite.accounts.models import ApiToken
from scrapsite.common.models import Profile
from scrapsite.notifications.models import (
    Delivery,
    FeedKey,
    Notification,
    NotificationChoice,
    NotificationPreference,
    PushSubscription,
    Webhook,
)

__all__ = [
    "ApiToken",
    "Delivery",
    "FeedKey",
    "Notification",
    "NotificationChoice",
    "NotificationPreference",
    "Profile",
    "PushSubscription",
    "Webhook",
]
