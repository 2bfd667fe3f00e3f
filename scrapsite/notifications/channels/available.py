"""Who could be reached, and how: asked on a move's way, so in one plain statement (decision 7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from scrapsite.notifications.kinds import EMAIL, FEED, PUSH

_REACH = """
    SELECT u.id,
        EXISTS (SELECT 1 FROM account_emailaddress e WHERE e.user_id = u.id AND e.verified AND e."primary"),
        EXISTS (SELECT 1 FROM scrapsite_pushsubscription s WHERE s.user_id = u.id),
        EXISTS (SELECT 1 FROM scrapsite_feedkey k WHERE k.user_id = u.id),
        h.rhythm, h.hour, p.time_zone
    FROM auth_user u
    LEFT JOIN scrapsite_alerthabit h ON h.user_id = u.id
    LEFT JOIN scrapsite_profile p ON p.user_id = u.id
    WHERE u.is_active AND u.id IN ({})
"""
_SEATED = """
    SELECT user_id FROM games_seat
    WHERE match_id = %s AND user_id IS NOT NULL AND number IN ({})
"""
# SQLite takes no more values than this at once, in its older builds.
MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Reach:
    """A user and the channels that lead to them. *rhythm*, *hour:* empty and None when never chosen."""

    user: int
    channels: tuple[str, ...]
    rhythm: str
    hour: int | None
    time_zone: str


def reach_of(users: Sequence[int]) -> list[Reach]:
    """Return those of *users* who can be reached by any channel at all."""
    found = []
    for start in range(0, len(users), MOST_AT_ONCE):
        found += _asked(_REACH, list(users[start : start + MOST_AT_ONCE]))
    return [reach for row in found if (reach := _read(row)).channels]


def reach_of_seats(match_id: str, seats: Sequence[int]) -> list[Reach]:
    """Return those of the people at *seats* who can be reached; who resigned still counts."""
    if not seats:
        return []
    seated = _SEATED.format(_marks(seats))
    with connection.cursor() as cursor:
        cursor.execute(_REACH.format(seated), [match_id, *seats])
        rows = cursor.fetchall()
    return [reach for row in rows if (reach := _read(row)).channels]


def _asked(statement: str, values: list[int]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement.format(_marks(values)), values)
        return list(cursor.fetchall())


def _marks(values: Sequence[Any]) -> str:
    """Return as many placeholders as there are values."""
    return ", ".join(["%s"] * len(values))


def _read(row: Any) -> Reach:
    user, by_mail, by_push, by_feed, rhythm, hour, zone = row
    there = ((EMAIL, by_mail), (PUSH, by_push), (FEED, by_feed))
    channels = tuple(channel for channel, is_there in there if is_there)
    return Reach(user, channels, rhythm or "", hour, zone or "UTC")
