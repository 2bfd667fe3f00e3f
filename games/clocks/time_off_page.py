"""A player's time off: what is planned, and how many days are left."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from games.clocks.models import Vacation
from games.clocks.time_off import DAYS_A_YEAR, days_taken
from games.clocks.working_time import zone_of
from scrapsite.common.players import profile_of

_A_MOMENT = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Time off that isn't over. *first*, *last:* its days where the player lives. *has_begun:* it is on."""

    pk: int
    first: date
    last: date
    has_begun: bool


@dataclass(frozen=True, slots=True)
class TimeOff:
    """*zone:* an IANA name. *stretches:* in order. *left:* whole days left of *year*."""

    zone: str
    today: date
    year: int
    left: int
    stretches: tuple[Stretch, ...]


def time_off(user: Any) -> TimeOff:
    """Return the time off of *user*."""
    name, now = profile_of(user).time_zone, timezone.now()
    zone = zone_of(name)
    found = Vacation.objects.filter(user=user, ends__gt=now).order_by("starts")
    today = now.astimezone(zone).date()
    return TimeOff(
        zone=name,
        today=today,
        year=today.year,
        left=max(0, int(DAYS_A_YEAR - days_taken(user, today.year))),
        stretches=tuple(
            Stretch(
                pk=one.pk,
                first=one.starts.astimezone(zone).date(),
                last=(one.ends - _A_MOMENT).astimezone(zone).date(),
                has_begun=one.starts <= now,
            )
            for one in found
        ),
    )
