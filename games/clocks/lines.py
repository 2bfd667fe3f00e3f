"""The clocks of a match as its page shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils import timezone

from games.clocks.resting import rests_of
from games.clocks.rules import WARNED_AT, Clock, SeatClock, clock_of, left_of, read_seat_clocks
from games.clocks.words import duration, rest_words, short_words, timeout_words
from games.clocks.working_time import NO_REST, UTC_NAME, Rest, rests_until, zone_of
from games.matches.models import Match, Seat, Status


@dataclass(frozen=True, slots=True)
class ClockLine:
    """The clock of a seat. *left:* time left, in words. *runs:* its player must decide.

    *due:* when the time is up, None while the clock stands still. *rests_until:* when the player's time off
    or weekend ends, None if they aren't resting. *ticks:* until then no time is left out.
    *is_short:* little is left: no more than *warned_at* seconds. *seconds:* so many are left while the clock
    stands still; 0 while it runs, for a board is kept as long as nothing of it changes.
    """

    seat: int
    name: str
    is_me: bool
    left: str
    seconds: int
    runs: bool
    ticks: bool
    is_short: bool
    warned_at: int
    due: datetime | None
    rests_until: datetime | None


@dataclass(frozen=True, slots=True)
class ClockInfo:
    """The clocks of a match as its page shows them.

    *words:* the clock in a few words. *notes:* sentences about it. *lines:* empty before the match runs.

    *expires:* when an open match is called off unless somebody joins, else None.
    *zone:* the reader's time zone, in which all times are given.
    """

    words: str
    notes: tuple[str, ...]
    lines: tuple[ClockLine, ...]
    expires: datetime | None
    zone: str


def clock_info(
    match: Match, people: Sequence[Seat], names: Sequence[str], me: int, is_late: bool
) -> ClockInfo | None:
    """Return the clocks of *match*, or None if it is over or has no clock.

    *people:* its seats. *names:* their names. *me:* the reader's seat, -1 for none. *is_late:* the reader
    watches with a delay, so no seat's clock is shown.
    """
    clock, is_open = clock_of(match.clock), match.status == Status.OPEN
    if not is_open and (match.status != Status.RUNNING or clock.kind == "none"):
        return None
    zone = _zone_of_reader(people, me)
    expires = match.deadline if is_open else None
    notes = (rest_words(clock), timeout_words(clock, len(match.bots)))
    return ClockInfo(
        words=short_words(clock),
        notes=tuple(note for note in notes if note),
        lines=() if is_open or is_late else _lines(match, clock, names, me, zone),
        expires=expires and expires.astimezone(zone_of(zone)),
        zone=zone,
    )


def _zone_of_reader(people: Sequence[Seat], me: int) -> str:
    user = next((seat.user for seat in people if seat.number == me), None)
    profile = getattr(user, "profile", None)
    return profile.time_zone if profile else UTC_NAME


def _lines(match: Match, clock: Clock, names: Sequence[str], me: int, zone: str) -> tuple[ClockLine, ...]:
    seat_clocks = [
        (seat, seat_clock) for seat, seat_clock in enumerate(read_seat_clocks(match.clocks)) if seat_clock
    ]
    running = [seat for seat, seat_clock in seat_clocks if seat_clock.runs]
    # Where each decision has its own time, a seat with nothing to decide needs no line.
    shown = [pair for pair in seat_clocks if pair[1].runs or clock.kind == "bank"]
    rests = rests_of(match.pk, clock, running) if running and clock.has_rests else {}
    now = timezone.now().timestamp()
    return tuple(
        _line(clock, seat, seat_clock, names[seat], seat == me, rests.get(seat, NO_REST), now, zone)
        for seat, seat_clock in shown
    )


def _line(
    clock: Clock,
    seat: int,
    seat_clock: SeatClock,
    name: str,
    is_me: bool,
    rest: Rest,
    now: float,
    zone: str,
) -> ClockLine:
    left = left_of(seat_clock, now, rest)
    back = rests_until(now, rest) if seat_clock.runs else now
    return ClockLine(
        seat=seat,
        name=name,
        is_me=is_me,
        left=duration(left),
        seconds=0 if seat_clock.runs else round(left),
        runs=seat_clock.runs,
        ticks=rest.is_none,
        is_short=seat_clock.runs and left <= clock.seconds * WARNED_AT,
        warned_at=round(clock.seconds * WARNED_AT),
        due=_moment(seat_clock.due, zone) if seat_clock.runs else None,
        rests_until=_moment(back, zone) if back > now else None,
    )


def _moment(seconds: float, zone: str) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).astimezone(zone_of(zone))
