"""Time off: stretches during which a player's clocks stand still, in matches that allow it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from games.clocks.models import Vacation
from games.clocks.resting import rests_of
from games.clocks.rules import clock_of, rested
from games.clocks.turning import seat_clocks_of, set_seat_clock
from games.clocks.working_time import NO_REST, is_zone, zone_of
from games.matches.errors import CannotRest
from games.matches.locked_match import lock
from games.matches.models import Match, Status
from scrapsite.common.models import Profile
from scrapsite.common.players import profile_of

DAYS_A_YEAR = 30
MOST_DAYS_AHEAD = 366
_A_MOMENT = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Time off that isn't over. *first*, *last:* its days in the player's time zone."""

    pk: int
    first: date
    last: date
    has_begun: bool


@dataclass(frozen=True, slots=True)
class TimeOff:
    """A player's time off. *zone:* an IANA name. *stretches:* those not over, in order.

    *left:* whole days of time off left in *year*.
    """

    zone: str
    today: date
    year: int
    left: int
    stretches: tuple[Stretch, ...]


def take_time_off(user: Any, first: date | None, last: date) -> Vacation:
    """Give *user* time off from the beginning of *first* to the end of *last*, and return it.

    Days are those of the user's time zone. If *first* is None, today or earlier, time off begins now.
    *Raises:* `CannotRest`.
    """
    with transaction.atomic(durable=True):
        zone = zone_of(_locked_profile(user).time_zone)
        now = timezone.now()
        today = now.astimezone(zone).date()
        if last < today:
            raise CannotRest("The last day is in the past.")
        if first is not None and last < first:
            raise CannotRest("The last day is before the first day.")
        if (last - today).days > MOST_DAYS_AHEAD:
            raise CannotRest("You can plan time off at most a year ahead.")
        starts = now if first is None or first <= today else _midnight(first, zone)
        vacation = Vacation(user=user, starts=starts, ends=_midnight(last + timedelta(days=1), zone))
        _check(vacation, zone)
        vacation.save()
    reset_clocks(user)
    return vacation


def end_time_off(user: Any, pk: int) -> None:
    """End the time off now, or delete it if it hasn't begun; the unused days can be taken later.

    *Raises:* `Http404` if it is somebody else's, or over.
    """
    with transaction.atomic(durable=True):
        _locked_profile(user)
        now = timezone.now()
        vacation = Vacation.objects.filter(pk=pk, user=user, ends__gt=now).first()
        if vacation is None:
            raise Http404("No such time off.")
        if vacation.starts >= now:
            vacation.delete()
        else:
            vacation.ends = now
            vacation.save(update_fields=["ends"])
    reset_clocks(user)


def set_time_zone(user: Any, zone: str) -> None:
    """Set the time zone of *user*. *zone:* an IANA name. *Raises:* `CannotRest` if it is unknown."""
    if not is_zone(zone):
        raise CannotRest("There is no such time zone.")
    with transaction.atomic(durable=True):
        profile = _locked_profile(user)
        profile.time_zone = zone
        profile.save(update_fields=["time_zone"])
    reset_clocks(user)


def reset_clocks(user: Any) -> None:
    """Work out again when the time of *user* is up in each match, after a change of their rests.

    A failure does no harm: a player's rests are looked up again before a timeout.
    """
    running = Match.objects.filter(
        status=Status.RUNNING, deadline__isnull=False, seats__user=user, seats__ended_at=None, seats__bot=""
    )
    for match_id in list(running.order_by("pk").values_list("pk", flat=True)):
        with transaction.atomic(durable=True):
            _reset(match_id, user)


def time_off(user: Any) -> TimeOff:
    """Return the time off of *user* that isn't over, with their time zone and the days left."""
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


def days_taken(user: Any, year: int) -> float:
    """Return how many days of *year* the time off of *user* covers, past and planned."""
    return _taken(user, year, zone_of(profile_of(user).time_zone))


def _taken(user: Any, year: int, zone: tzinfo) -> float:
    begins, ends = _year(year, zone)
    found = Vacation.objects.filter(user=user, ends__gt=begins, starts__lt=ends)
    return sum(_overlap(vacation, begins, ends, zone) for vacation in found)


def _reset(match_id: str, user: Any) -> None:
    locked = lock(match_id, user)
    clock, seat = clock_of(locked.clock), locked.seat
    seat_clocks = seat_clocks_of(locked)
    seat_clock = seat_clocks[seat] if seat is not None and seat_clocks else None
    now = timezone.now().timestamp()
    if (
        seat is None
        or seat_clock is None
        or not seat_clock.runs
        or seat_clock.due <= now
        or not clock.has_rests
    ):
        return
    rest = rests_of(match_id, clock, [seat]).get(seat, NO_REST)
    set_seat_clock(locked, seat, rested(seat_clock, now, rest))


def _locked_profile(user: Any) -> Profile:
    """Return the profile, locked so that two requests can't take the same days."""
    profile_of(user)
    return Profile.objects.select_for_update().get(user=user)


def _check(vacation: Vacation, zone: tzinfo) -> None:
    mine = Vacation.objects.filter(user=vacation.user)
    if mine.filter(starts__lt=vacation.ends, ends__gt=vacation.starts).exists():
        raise CannotRest("You already have time off then.")
    for year, days in _days_by_year(vacation, zone):
        taken = _taken(vacation.user, year, zone)
        if days + taken > DAYS_A_YEAR:
            left = max(0, int(DAYS_A_YEAR - taken))
            words = f"{left} day{'' if left == 1 else 's'}"
            raise CannotRest(f"That is too long: you have {words} left for {year}.")


def _days_by_year(vacation: Vacation, zone: tzinfo) -> Iterator[tuple[int, float]]:
    first, last = vacation.starts.astimezone(zone).year, vacation.ends.astimezone(zone).year
    for year in range(first, last + 1):
        yield year, _overlap(vacation, *_year(year, zone), zone)


def _overlap(vacation: Vacation, begins: datetime, ends: datetime, zone: tzinfo) -> float:
    """Return how many days of the calendar in *zone* lie in both; a day of 25 hours is one, too."""
    first, last = max(vacation.starts, begins), min(vacation.ends, ends)
    # Within one zone Python subtracts what the clocks on the wall show.
    return max(0.0, (last.astimezone(zone) - first.astimezone(zone)) / timedelta(days=1))


def _year(year: int, zone: tzinfo) -> tuple[datetime, datetime]:
    return _midnight(date(year, 1, 1), zone), _midnight(date(year + 1, 1, 1), zone)


def _midnight(day: date, zone: tzinfo) -> datetime:
    """Return when *day* begins in *zone*."""
    return datetime.combine(day, time(), zone).astimezone(UTC)
