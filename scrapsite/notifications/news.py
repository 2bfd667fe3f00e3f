"""The news on the site itself: a page that lists them, and how many of them nobody has read yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from scrapsite.common.players import time_zone_of
from scrapsite.notifications.kinds import SITE
from scrapsite.notifications.models import Notification
from scrapsite.notifications.preferences.choosing import Choices, choices_of
from scrapsite.notifications.registry import Item, items_of

MOST_LISTED = 100
MOST_COUNTED = 99
# So many rows are read for a list, and so many by one query.
MOST_READ, AT_ONCE = 2000, 100
# Every page of a signed-in visitor runs this, so it is plain (decision 30).
_COUNT = """
    SELECT COUNT(*) FROM (
        SELECT 1 FROM scrapsite_notification
        WHERE user_id = %s AND channel = 'site' AND read_at IS NULL LIMIT %s
    ) unread
"""


@dataclass(frozen=True, slots=True)
class NewsPage:
    """The newest news, each with whether it is still unread. *unread:* how many are, listed or not."""

    items: tuple[tuple[Item, bool], ...]
    unread: int


def unread_count(user: Any) -> int:
    """Return how many pieces of news *user* hasn’t read, `MOST_COUNTED` at most."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [user.pk, MOST_COUNTED])
        return int(cursor.fetchone()[0])


def news_of(user: User) -> NewsPage:
    """Return what the page of news shows to *user*: what still matters and wasn’t switched off since."""
    items = newest_items(user, SITE, MOST_LISTED)
    return NewsPage(tuple((item, item.notification.read_at is None) for item in items), unread_count(user))


def newest_items(user: User, channel: str, most: int) -> list[Item]:
    """Return the newest news on *channel* that still matter and weren’t switched off, *most* at most.

    Before them there may be many that no longer matter, such as the turns of a quick match.
    """
    rows = Notification.objects.filter(user=user, channel=channel).order_by("-created_at", "-pk")
    mine = choices_of([user.pk]).get(user.pk, Choices())
    zone = time_zone_of(user)
    found: list[Item] = []
    for start in range(0, MOST_READ, AT_ONCE):
        some = list(rows[start : start + AT_ONCE])
        found += items_of([row for row in some if mine.wants_told(row)], user.pk, zone)
        if len(found) >= most or len(some) < AT_ONCE:
            break
    return found[:most]


def mark_read(user: User, until: datetime, kind: str = "") -> None:
    """Mark the news up to *until* as read, only those of *kind* if one is named."""
    now = timezone.now()
    rows = _unread(user).filter(created_at__lte=min(until, now))
    if kind:
        rows = rows.filter(kind=kind)
    rows.update(read_at=now)


def settle(kinds: Iterable[str], about: int, details: Iterable[str]) -> None:
    """Count what the page no longer tells as read: news of *kinds* about a row, of these types.

    Call it inside the transaction that settles the matter.
    """
    rows = Notification.objects.filter(channel=SITE, read_at=None, kind__in=list(kinds))
    rows.filter(about=about, detail__in=list(details)).update(read_at=timezone.now())


def _unread(user: Any):  # type: ignore[no-untyped-def]
    return Notification.objects.filter(user=user, channel=SITE, read_at=None)
