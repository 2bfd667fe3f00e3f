"""The tables of notifications: choices, feed keys, browsers, webhooks, deliveries and the notifications.

A `Notification` is stored in the transaction of the change that it reports. Later a worker turns those that
are due into a `Delivery`, or drops those that no longer matter, in one transaction. It sends each delivery
under a lease. See docs/decisions/0012-alerts.md.
"""

from __future__ import annotations

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q


def new_serial() -> str:
    """Return a random serial for a feed key; `channels.feed_keys` computes its signature."""
    return secrets.token_hex(10)


class NotificationChoice(models.Model):
    """A choice of *user* that differs from the default. *game:* empty for all games.

    *kind:* empty for the whole channel, which can only be switched off.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notification_choices")
    channel = models.CharField(max_length=10)
    kind = models.CharField(max_length=20, blank=True, default="")
    game = models.CharField(max_length=40, blank=True, default="")
    wanted = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "channel", "kind", "game"], name="notification_choice_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.kind or 'all'} {self.game}: {'yes' if self.wanted else 'no'}"


class NotificationPreference(models.Model):
    """How often *user* wants letters. *hour:* of the daily letter, in the user's time zone."""

    class Rhythm(models.TextChoices):
        SOON = "soon", "Within a few minutes"
        DAILY = "daily", "One e-mail a day"

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="notification_preference"
    )
    rhythm = models.CharField(max_length=5, choices=Rhythm.choices, default=Rhythm.SOON)
    hour = models.PositiveSmallIntegerField(default=8)

    def __str__(self) -> str:
        return f"letters of user {self.user_id}"


class FeedKey(models.Model):
    """The key of a user's feeds, which anyone with the address can read. Deleting it disables the address."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="feed_key")
    serial = models.CharField(max_length=20, unique=True, default=new_serial)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"feed key of user {self.user_id}"


class PushSubscription(models.Model):
    """A browser that shows push messages to *user*. The next three fields come from the browser.

    *session_key:* of the session in which it asked for them; if its user ends that, they end. It is empty
    where it wasn’t noted yet.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    session_key = models.CharField(max_length=40, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"push subscription {self.pk}"


class Webhook(models.Model):
    """An address at which a community receives public news. Staff create it.

    *form:* format of the body. *secret:* signs the body, so that the receiver knows we sent it.
    *kinds*, *games:* empty for all. *failures:* number of failures in a row.
    """

    class Form(models.TextChoices):
        PLAIN = "plain", "Signed JSON"
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack, Mattermost"

    name = models.CharField(max_length=60)
    url = models.CharField(max_length=500)
    form = models.CharField(max_length=10, choices=Form.choices, default=Form.PLAIN)
    secret = models.CharField(max_length=64, blank=True, default="")
    kinds = models.JSONField(default=list, blank=True)
    games = models.JSONField(default=list, blank=True)
    is_active = models.BooleanField(default=True)
    failures = models.PositiveSmallIntegerField(default=0)
    last_error = models.CharField(max_length=200, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Delivery(models.Model):
    """One message to send: a letter, a push message or a webhook call.

    *id:* the same at every attempt and sent along, so that the receiver can recognise a repetition.
    *content:* what is sent; it never changes. *lease*, *lease_until:* the worker that is sending it, and
    until when no other may. *next_try:* the earliest time of the next attempt. *sent_at* or *given_up_at:*
    when it was finished.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    channel = models.CharField(max_length=10)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    subscription = models.ForeignKey(PushSubscription, models.SET_NULL, null=True, related_name="+")
    webhook = models.ForeignKey(Webhook, models.CASCADE, null=True, related_name="deliveries")
    content = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    next_try = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    lease = models.CharField(max_length=32, blank=True, default="")
    lease_until = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    given_up_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        ordering = ["created_at"]
        indexes = [
            models.Index(
                fields=["next_try"],
                condition=Q(sent_at__isnull=True, given_up_at__isnull=True),
                name="delivery_due",
            )
        ]

    def __str__(self) -> str:
        return f"{self.channel} delivery {self.pk}"


class Notification(models.Model):
    """One piece of news for *user*, or for a webhook, on one channel.

    *key:* identifies the news; a channel never carries the same key twice. *game:* a title's slug. *about:*
    key of the row it is about (an invitation, a message, a comment …), by kind. *detail:* the type of that
    row, where a kind has several. *due_at:* the earliest time to send it. *digested_at:* when it went into a
    delivery, was dropped because it no longer mattered (*was_dropped*), or was made for the feed or the page
    “News”, which need no delivery. *read_at:* when the user said that they have read it on that page.

    `kinds` lists the channels; the kinds are those that apps registered (`registry`).
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="notifications"
    )
    webhook = models.ForeignKey(Webhook, models.CASCADE, null=True, related_name="notifications")
    channel = models.CharField(max_length=10)
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=100)
    match = models.ForeignKey("games.Match", models.CASCADE, null=True, related_name="+")
    game = models.CharField(max_length=40, blank=True, default="")
    about = models.BigIntegerField(default=0)
    detail = models.CharField(max_length=20, blank=True, default="")
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    digested_at = models.DateTimeField(null=True)
    was_dropped = models.BooleanField(default=False)
    read_at = models.DateTimeField(null=True)
    delivery = models.ForeignKey(Delivery, models.SET_NULL, null=True, related_name="notifications")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "channel", "key"], condition=Q(user__isnull=False), name="notification_once"
            ),
            models.UniqueConstraint(
                fields=["webhook", "key"], condition=Q(webhook__isnull=False), name="announced_once"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(digested_at__isnull=True), name="notification_due"),
            models.Index(fields=["user", "channel", "-created_at"], name="notification_of_feed"),
            models.Index(
                fields=["user"], condition=Q(channel="site", read_at__isnull=True), name="notification_unread"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel} notification {self.key}"
