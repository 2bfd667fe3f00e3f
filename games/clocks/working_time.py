"""Time that counts for a clock: days on end, or without somebody's weekends and time off. Pure.

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

    *weekends:* from Saturday to Sunday. *off:* stretches of time off, from and until, in order.
    """

    zone: str = UTC_NAME
    weekends: bool = False
    off: tuple[tuple[float, float], ...] = ()

    @property
    def is_none(self) -> bool:
        """Nothing is left out."""
        return not self.weekends and not self.off


NO_REST = Rest()


def after(start: float, seconds: float, rest: Rest) -> float:
    """Return when *seconds* that count have passed since *start*; never in the midst of a rest."""
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
    """Return when the rest ends in whose midst *moment* is; *moment* itself if there is none."""
    return after(moment, 0.0, rest)


def zone_names() -> list[str]:
    """Return the zones one can choose from, in alphabetical order: `Europe/Berlin` and its like, and UTC."""
    return list(_zone_names())


def is_zone(name: str) -> bool:
    """Return whether *name* is one of the zones one can choose from."""
    return name in _zone_names()


def local(moment: float, zone: str) -> datetime:
    """Return *moment* as the clocks on the walls of *zone* show it; UTC where nobody knows the zone."""
    return datetime.fromtimestamp(moment, zone_of(zone))


@cache
def zone_of(name: str) -> tzinfo:
    """Return the zone of that name, UTC where nobody knows it."""
    return ZoneInfo(name) if name != UTC_NAME and is_zone(name) else UTC


@cache
def _zone_names() -> tuple[str, ...]:
    places = (
        name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix"))
    )
    return (UTC_NAME, *sorted(places))


def _stretches(start: float, rest: Rest) -> Iterator[tuple[float, float]]:
    """Yield the stretches that count, from *start* on and without end."""
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
    """Return when the day so many *days* later begins, by the clock on the wall whatever summer time does."""
    day = (here + timedelta(days=days)).date()
    return datetime(day.year, day.month, day.day, tzinfo=here.tzinfo).timestamp()
