"""Time that counts for a clock: all of it, or all but somebody's weekends and time off. Pure.

Moments are seconds since 1970, as clocks keep them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

_SATURDAY = 5
UTC_NAME = "UTC"


@dataclass(frozen=True, slots=True)
class Rest:
    """When somebody's clock stands still. *zone:* where their days begin and end, an IANA name.

    *weekends:* all of Saturday and Sunday. *off:* stretches of time off as (begin, end), in order.
    """

    zone: str = UTC_NAME
    weekends: bool = False
    off: tuple[tuple[float, float], ...] = ()

    @property
    def is_none(self) -> bool:
        """Whether there is no rest at all."""
        return not self.weekends and not self.off


NO_REST = Rest()


def after(start: float, seconds: float, rest: Rest) -> float:
    """Return the moment by which *seconds* that count have passed since *start*; never within a rest."""
    if rest.is_none:
        return start + seconds
    left = seconds
    for begins, ends in _stretches(start, rest):
        if left <= ends - begins:
            return begins + left
        left -= ends - begins
    raise AssertionError("time never ends")


def counted(start: float, end: float, rest: Rest) -> float:
    """Return how many seconds between *start* and *end* count."""
    if rest.is_none:
        return max(0.0, end - start)
    total = 0.0
    for begins, ends in _stretches(start, rest):
        if begins >= end:
            break
        total += min(ends, end) - begins
    return total


def rests_until(moment: float, rest: Rest) -> float:
    """Return when the rest around *moment* ends, or *moment* itself if it isn't within a rest."""
    return after(moment, 0.0, rest)


def zone_names() -> list[str]:
    """Return the IANA names of the zones to choose from: UTC, then names like `Europe/Berlin`, sorted."""
    return list(_zone_names())


def is_zone(name: str) -> bool:
    """Return whether *name* is one of `zone_names`."""
    return name in _zone_names()


def local(moment: float, zone: str) -> datetime:
    """Return *moment* as local time in *zone*, or in UTC if the zone is unknown."""
    return datetime.fromtimestamp(moment, zone_of(zone))


@cache
def zone_of(name: str) -> tzinfo:
    """Return the zone called *name*, or UTC if it is unknown."""
    return ZoneInfo(name) if name != UTC_NAME and is_zone(name) else UTC


@cache
def _zone_names() -> tuple[str, ...]:
    places = (
        name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix"))
    )
    return (UTC_NAME, *sorted(places))


def _stretches(start: float, rest: Rest) -> Iterator[tuple[float, float]]:
    """Yield the stretches that count as (begin, end), from *start* on. Endless."""
    now = start
    while True:
        ends = _rest_end(now, rest)
        if ends > now:
            now = ends
            continue
        until = _next_rest(now, rest)
        yield now, until
        now = until


def _rest_end(now: float, rest: Rest) -> float:
    for begins, ends in rest.off:
        if begins <= now < ends:
            return ends
    if rest.weekends:
        here = local(now, rest.zone)
        if here.weekday() >= _SATURDAY:
            return _midnight(here, 7 - here.weekday())
    return now


def _next_rest(now: float, rest: Rest) -> float:
    later = [begins for begins, _ in rest.off if begins > now]
    if rest.weekends:
        here = local(now, rest.zone)
        later.append(_midnight(here, _SATURDAY - here.weekday()))
    return min(later, default=float("inf"))


def _midnight(here: datetime, days: int) -> float:
    """Return the local midnight at which the day *days* later begins, whether or not summer time changes."""
    day = (here + timedelta(days=days)).date()
    return datetime(day.year, day.month, day.day, tzinfo=here.tzinfo).timestamp()
