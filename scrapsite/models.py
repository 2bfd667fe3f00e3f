"""The models of the site app, each defined in its room."""

from __future__ import annotations

from scrapsite.accounts.models import ApiToken
from scrapsite.common.models import DoneRequest, Profile
from scrapsite.notifications.models import (
    Delivery,
    FeedKey,
    Notification,
    NotificationChoice,
    NotificationPreference,
    PushSubscription,
    Webhook,
)
from scrapsite.server.models import Heartbeat

__all__ = [
    "ApiToken",
    "Delivery",
    "DoneRequest",
    "FeedKey",
    "Heartbeat",
    "Notification",
    "NotificationChoice",
    "NotificationPreference",
    "Profile",
    "PushSubscription",
    "Webhook",
]
