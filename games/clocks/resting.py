"""When players rest: their time zones and vacations, looked up for the clocks in one SQL statement."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from games.clocks.rules import Clock
from games.clocks.working_time import UTC_NAME, Rest

# Longer than any clock can run, rests included.
LOOK_BACK = timedelta(days=400)
_ZONES = """
    SELECT s.number, p.time_zone, NULL, NULL
    FROM games_seat s LEFT JOIN scrapsite_profile p ON p.user_id = s.user_id
    WHERE s.match_id = %s AND s.number IN ({})
"""
_ZONES_AND_VACATIONS = """
    SELECT s.number, p.time_zone, v.starts, v.ends
    FROM games_seat s LEFT JOIN scrapsite_profile p ON p.user_id = s.user_id
    LEFT JOIN games_vacation v ON v.user_id = s.user_id AND v.ends > %s
    WHERE s.match_id = %s AND s.number IN ({}) ORDER BY v.starts
"""


def rests_of(match_id: str, clock: Clock, seats: Sequence[int]) -> Mapping[int, Rest]:
    """Return the rests of the players at *seats*, by seat. Only rests that stop *clock* are included."""
    zones: dict[int, str] = {}
    off: dict[int, list[tuple[float, float]]] = {}
    for seat, zone, starts, ends in _rows(match_id, clock, seats):
        zones[seat] = zone or UTC_NAME
        if starts is not None:
            off.setdefault(seat, []).append((_seconds(starts), _seconds(ends)))
    return {seat: Rest(zone, clock.weekends, tuple(off.get(seat, ()))) for seat, zone in zones.items()}


def _rows(match_id: str, clock: Clock, seats: Sequence[int]) -> list[Any]:
    places, since = ", ".join(["%s"] * len(seats)), []
    if clock.vacations:
        since = [connection.ops.adapt_datetimefield_value(timezone.now() - LOOK_BACK)]
    statement = _ZONES_AND_VACATIONS if clock.vacations else _ZONES
    with connection.cursor() as cursor:
        cursor.execute(statement.format(places), [*since, match_id, *seats])
        return list(cursor.fetchall())


def _seconds(stored: Any) -> float:
    """Return a moment read from the database (a datetime or ISO text) as seconds since 1970."""
    moment = stored if isinstance(stored, datetime) else datetime.fromisoformat(stored)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
