"""When players rest: their time zones and vacations, looked up for the clocks."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.utils import timezone

from games.clocks import Clock
from games.models import Seat, Vacation
from games.working_time import UTC_NAME, Rest

# Longer than any clock runs, with all its rests.
LOOK_BACK = timedelta(days=400)


def rests_of(match_id: str, clock: Clock, seats: Sequence[int]) -> Mapping[int, Rest]:
    """Return the rests of those who sit at *seats*, as far as *clock* leaves them out."""
    people = Seat.objects.filter(match_id=match_id, number__in=seats, user__isnull=False)
    rows = people.values_list("number", "user_id", "user__profile__time_zone")
    zones = {number: (user_id, zone or UTC_NAME) for number, user_id, zone in rows}
    off = _time_off({user_id for user_id, _ in zones.values()}) if clock.vacations else {}
    return {
        number: Rest(zone, clock.weekends, tuple(off.get(user_id, ())))
        for number, (user_id, zone) in zones.items()
    }


def _time_off(users: set[int]) -> dict[int, list[tuple[float, float]]]:
    """Return the vacations that may touch a running clock, by user, in order."""
    found: dict[int, list[tuple[float, float]]] = {}
    rows = Vacation.objects.filter(user_id__in=users, ends__gt=timezone.now() - LOOK_BACK).order_by("starts")
    for user_id, starts, ends in rows.values_list("user_id", "starts", "ends"):
        found.setdefault(user_id, []).append((starts.timestamp(), ends.timestamp()))
    return found
