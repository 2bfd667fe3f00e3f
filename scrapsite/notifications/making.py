"""Makes notifications, stored in the transaction of the change that they report, with when each is due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from scrapsite.common.players import time_zone_of
from scrapsite.notifications.channels.available import Recipient, UserQuery, recipients
from scrapsite.notifications.kinds import EMAIL, FEED, PUSH, SITE, WEBHOOK, Kind
from scrapsite.notifications.models import Notification, NotificationPreference, Webhook
from scrapsite.notifications.preferences.choosing import Choices, choices_of
from scrapsite.notifications.registry import kind_of

PUSH_SETTLE = timedelta(seconds=20)

# Hundreds may follow a rulebook, and the rows are stored while the database is locked (decision 7).
_INSERT = """
    INSERT INTO scrapsite_notification (
        user_id, channel, kind, key, match_id, game, about, detail,
        created_at, due_at, digested_at, was_dropped
    )
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT DO NOTHING
"""


def notify(
    users: Iterable[int | None] | UserQuery,
    kind: str,
    *,
    match_id: str | None = None,
    game: str = "",
    key: str = "",
    about: int = 0,
    detail: str = "",
) -> None:
    """Notify *users*, given by key or by a query, through the channels that each of them chose.

    Call it inside the transaction of the change, and leave out whoever made the change. *match_id*, *game:*
    the match it is about, and that match's title. *about*, *detail:* the row that it is about; the words are
    made from it when the notification is sent. *key:* identifies the news, and is made of the other arguments
    by default. Nobody gets the same key twice.
    """
    news = News(kind, match_id, game, about, detail)
    make_notifications(recipients(users, on_site=news.kind.on_site), news, key)


def announce(kind: str, match_id: str, game: str) -> None:
    """Notify webhooks of news about a public match.

    Call it inside the transaction of the change. *kind:* must have a public label.
    """
    hooks = [hook for hook in Webhook.objects.filter(is_active=True) if _is_for(hook, kind, game)]
    now = timezone.now()
    Notification.objects.bulk_create(
        [
            Notification(
                webhook=hook,
                channel=WEBHOOK,
                kind=kind,
                key=f"{kind}:{match_id}",
                match_id=match_id,
                game=game,
                created_at=now,
                due_at=now,
            )
            for hook in hooks
        ],
        ignore_conflicts=True,
    )


class News:
    """The content of a notification, with the fields of `Notification`."""

    __slots__ = ("about", "detail", "game", "kind", "match_id")

    def __init__(
        self, kind: str, match_id: str | None = None, game: str = "", about: int = 0, detail: str = ""
    ) -> None:
        self.kind: Kind = kind_of(kind)
        self.match_id, self.game, self.about, self.detail = match_id, game, about, detail

    def key(self) -> str:
        """Return a key for the news, made of its fields."""
        return ":".join(
            str(part) for part in (self.kind.slug, self.detail, self.match_id, self.about) if part
        )


def make_notifications(found: Sequence[Recipient], news: News, key: str = "") -> None:
    """Store a notification for each recipient and channel that wants it."""
    if not found:
        return
    choices = choices_of([recipient.user for recipient in found])
    now = timezone.now()
    rows = [
        _row(recipient, channel, news, key or news.key(), now)
        for recipient in found
        for channel in _channels(recipient, news, choices)
    ]
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(_INSERT, rows)


def _channels(recipient: Recipient, news: News, choices: dict[int, Choices]) -> list[str]:
    mine = choices.get(recipient.user, Choices())
    return [channel for channel in recipient.channels if mine.wants(channel, news.kind, news.game)]


def _row(recipient: Recipient, channel: str, news: News, key: str, now: datetime) -> tuple[Any, ...]:
    """Return the values of `_INSERT`."""
    due = _due(recipient, channel, news.kind, now)
    digested = now if channel in (FEED, SITE) else None
    moments = (connection.ops.adapt_datetimefield_value(moment) for moment in (now, due, digested))
    whose = (recipient.user, channel, news.kind.slug, key)
    return (*whose, news.match_id, news.game, news.about, news.detail, *moments, False)


def _due(recipient: Recipient, channel: str, kind: Kind, now: datetime) -> datetime:
    """Return when the notification goes out: soon enough to be of use, but after the time to settle."""
    if channel in (FEED, SITE) or kind.urgent:
        return now
    if channel == PUSH:
        return now + min(PUSH_SETTLE, settle_time())
    if recipient.rhythm == NotificationPreference.Rhythm.DAILY and recipient.hour is not None:
        return next_daily(now, recipient.hour, recipient.time_zone)
    return now + settle_time()


@transaction.atomic
def store_rhythm(user: User, chosen: dict[str, Any]) -> None:
    """Store the *chosen* rhythm or hour, and move what waits for a letter to when the next one goes out."""
    preference, _ = NotificationPreference.objects.update_or_create(user=user, defaults=chosen)
    now = timezone.now()
    waiting = Notification.objects.filter(user=user, channel=EMAIL, digested_at=None)
    if preference.rhythm == NotificationPreference.Rhythm.SOON:
        soon = now + settle_time()
        waiting.filter(due_at__gt=soon).update(due_at=soon)
    elif preference.rhythm == NotificationPreference.Rhythm.DAILY:
        # What is urgent is due already.
        waiting.filter(due_at__gt=now).update(due_at=next_daily(now, preference.hour, time_zone_of(user)))


def settle_time() -> timedelta:
    """Return how long a letter waits for more news, or for its news to become irrelevant."""
    return timedelta(seconds=settings.ALERT_SETTLE_SECONDS)


def next_daily(now: datetime, hour: int, zone: str) -> datetime:
    """Return the next moment at which it is *hour* o'clock in *zone*."""
    try:
        local = now.astimezone(ZoneInfo(zone))
    except (KeyError, ValueError, OSError):
        local = now
    due = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    if due <= local:
        due = (local + timedelta(days=1)).replace(hour=hour, minute=0, second=0, microsecond=0)
    return due


def _is_for(hook: Webhook, kind: str, game: str) -> bool:
    return (not hook.kinds or kind in hook.kinds) and (not hook.games or game in hook.games)
