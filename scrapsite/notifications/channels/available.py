"""Which channels reach which users. Every move asks this, so it is a single SQL statement (decision 7)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from scrapsite.notifications.kinds import EMAIL, FEED, PUSH, SITE

_CHANNELS = """
    SELECT u.id,
        EXISTS (SELECT 1 FROM account_emailaddress e WHERE e.user_id = u.id AND e.verified AND e."primary"),
        EXISTS (SELECT 1 FROM scrapsite_pushsubscription s WHERE s.user_id = u.id),
        EXISTS (SELECT 1 FROM scrapsite_feedkey k WHERE k.user_id = u.id),
        h.rhythm, h.hour, p.time_zone
    FROM auth_user u
    LEFT JOIN scrapsite_notificationpreference h ON h.user_id = u.id
    LEFT JOIN scrapsite_profile p ON p.user_id = u.id
    WHERE u.is_active AND u.id IN ({})
"""
# Older builds of SQLite accept no more values than this in one statement.
MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class UserQuery:
    """Users selected in the database. *select:* SQL that returns their keys, with %s for each of *values*."""

    select: str
    values: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Recipient:
    """A user and the channels that reach them. *rhythm*, *hour:* empty and None if the user never chose."""

    user: int
    channels: tuple[str, ...]
    rhythm: str
    hour: int | None
    time_zone: str


def recipients(users: Iterable[int | None] | UserQuery, *, on_site: bool = False) -> list[Recipient]:
    """Return those of *users* whom at least one channel reaches. A None among *users* is skipped.

    *on_site:* the page “News” counts as one, which reaches everybody.
    """
    if isinstance(users, UserQuery):
        return _read_all(users.select, users.values, on_site)
    wanted = sorted({user for user in users if user is not None})
    found = []
    for start in range(0, len(wanted), MOST_AT_ONCE):
        some = wanted[start : start + MOST_AT_ONCE]
        found += _read_all(placeholders(some), some, on_site)
    return found


def placeholders(values: Sequence[Any]) -> str:
    """Return one SQL placeholder for each of *values*, separated by commas."""
    return ", ".join(["%s"] * len(values))


def _read_all(users: str, values: Sequence[Any], on_site: bool) -> list[Recipient]:
    with connection.cursor() as cursor:
        cursor.execute(_CHANNELS.format(users), values)
        rows = cursor.fetchall()
    return [recipient for row in rows if (recipient := _read(row, on_site)).channels]


def _read(row: Any, on_site: bool) -> Recipient:
    user, by_mail, by_push, by_feed, rhythm, hour, zone = row
    there = ((SITE, on_site), (EMAIL, by_mail), (PUSH, by_push), (FEED, by_feed))
    channels = tuple(channel for channel, is_there in there if is_there)
    return Recipient(user, channels, rhythm or "", hour, zone or "UTC")
