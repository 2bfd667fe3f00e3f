"""Reads a match with its seats and their players by one plain statement, as every page of a match does.

Django would take longer to build this query than the database to answer it (decision 30).
"""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from games.matches.models import Match, Notice, Seat, StandingOrder, Step
from scrapsite.common.models import Profile
from scrapsite.common.players import join
from scrapsite.common.rows import Rows

# What pages say of other people's accounts. Whatever else is asked for is read then.
_ABOUT_USERS = ("id", "username", "is_active")

_MATCH, _SEAT = Rows(Match, "m"), Rows(Seat, "s")
_USER, _PROFILE = Rows(User, "u", _ABOUT_USERS), Rows(Profile, "p")
# How many secret steps a seat has made: its player counts them, nobody else does (`games.matches.numbering`).
_OWN_SECRET = f"""
    CASE WHEN m.seq = m.tick THEN 0 ELSE (SELECT COUNT(*) FROM {Step._meta.db_table} o
    WHERE o.match_id = m.id AND o.seat = s.number AND o.notice = {Notice.OWN:d}) END
"""  # noqa: S608 (made of constants)
_HAS_ORDERS = f"""
    EXISTS(SELECT 1 FROM {StandingOrder._meta.db_table} o WHERE o.match_id = m.id AND o.seat = s.number)
"""  # noqa: S608
_READ = f"""
    SELECT {_HAS_ORDERS}, {_OWN_SECRET},
    {_MATCH.columns}, {_SEAT.columns}, {_USER.columns}, {_PROFILE.columns}
    FROM {_MATCH.table} LEFT JOIN {_SEAT.table} ON s.match_id = m.id
    LEFT JOIN {_USER.table} ON u.id = s.user_id LEFT JOIN {_PROFILE.table} ON p.user_id = u.id
    WHERE m.id = %s ORDER BY s.number
"""  # noqa: S608


def read_match(match_id: str) -> tuple[Match, list[Seat]] | None:
    """Return the match with its seats in order, their users and profiles; None if there is no such match.

    The seats have `orders` and `own_secret`, which other queries leave out.
    """
    with connection.cursor() as cursor:
        cursor.execute(_READ, [match_id])
        rows = cursor.fetchall()
    if not rows:
        return None
    match = _MATCH.made(rows[0][2 : 2 + _MATCH.width])
    return match, [_seat(match, row) for row in rows if row[2 + _MATCH.width] is not None]


def _seat(match: Match, row: Sequence[Any]) -> Seat:
    begin = 2 + _MATCH.width
    users = begin + _SEAT.width
    profiles = users + _USER.width
    seat = _SEAT.made(row[begin:users])
    seat.orders, seat.own_secret = bool(row[0]), row[1]
    seat.match = match
    if seat.user_id is None:
        return seat
    seat.user = join(_USER.made(row[users:profiles]), _PROFILE.made_if_any(row[profiles:]))
    return seat
