"""How long players have to decide. Pure: callers pass the time, and when players rest.

A match stores its `Clock` when it is made. Each person's seat has a `SeatClock`, which runs while the seat
must decide. A secret step changes no clock, so the clocks don't give it away.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from games.clocks.working_time import NO_REST, Rest, after, counted
from games.engine import codec
from games.engine.errors import BadOptions

MINUTE, HOUR, DAY = 60, 3_600, 86_400
SHORTEST, LONGEST = MINUTE, 60 * DAY
LONGEST_INCREMENT = 7 * DAY
OPEN_SECONDS = 14 * DAY
MOST_MISSED = 3
# A player is warned when this share of the time is left, unless all of it was less than `_WORTH_WARNING`.
WARNED_AT = 0.25
_WORTH_WARNING = HOUR
# A clock that has run for less than this share isn't refilled; it would hardly change.
_WORTH_REFILLING = 0.02


class Clock(Struct, frozen=True, omit_defaults=True):
    """How much time players have. Times are in seconds.

    *kind:* `move`: *seconds* for each decision, with all its moves; `bank`: *seconds* for the whole match,
    and *increment* more after each decision; `none`: no limit.

    *weekends*, *vacations:* the clock stands still then. *timeout:* what happens when the time is up: the
    system makes a `move`, a `bot` takes the seat, or the player loses (`forfeit`).
    """

    kind: Literal["none", "move", "bank"] = "move"
    seconds: int = 30 * DAY
    increment: int = 0
    weekends: bool = False
    vacations: bool = False
    timeout: Literal["move", "bot", "forfeit"] = "forfeit"

    @property
    def has_rests(self) -> bool:
        """Whether the clock stands still on weekends or vacations, so that they have to be looked up."""
        return self.weekends or self.vacations


SYSTEM_CLOCK = Clock()
NO_CLOCK = Clock(kind="none", seconds=0)
PRESETS: Mapping[str, tuple[str, Clock]] = {
    "day": ("1 day a turn", Clock(seconds=DAY, vacations=True)),
    "three-days": ("3 days a turn", Clock(seconds=3 * DAY, vacations=True)),
    "week": ("7 days a turn", Clock(seconds=7 * DAY, vacations=True)),
    "live": ("Live: 10 minutes each, plus 30 seconds a turn", Clock("bank", 10 * MINUTE, 30)),
    "live-long": ("Live: 30 minutes each, plus 1 minute a turn", Clock("bank", 30 * MINUTE, MINUTE)),
}
DEFAULT_PRESET = "three-days"


class SeatClock(Struct, frozen=True, array_like=True):
    """How the clock of a seat stands. Moments are seconds since 1970.

    *left:* seconds left; at *since* if it runs. *since:* when it began to run, 0 while it stands still.
    *due:* when the time is up. *warn:* when to warn the player, 0 once that is done. *missed:* how often in
    a row the system had to move. *out:* the time is up, and the system is moving. *used:* it has run since
    it was last refilled.
    """

    left: float
    since: float = 0
    due: float = 0
    warn: float = 0
    missed: int = 0
    out: bool = False
    used: bool = False

    @property
    def runs(self) -> bool:
        """Whether the clock runs: its seat must decide."""
        return self.since > 0

    @property
    def next_due(self) -> float:
        """When the warning or the timeout falls due, whichever is first."""
        return min(self.warn or self.due, self.due)


SeatClocks = list[SeatClock | None]
_STORED: Any = SeatClocks


@dataclass(frozen=True, slots=True)
class Turn:
    """A step that isn't secret, as clocks see it. *seat:* who made it. *to_act:* the people's seats that
    must decide after it.

    *is_move:* the player moved, not the system. *is_progress:* a move that everybody notices and that can't
    be taken back. *begins:* a turn, a round or a part of one began by it. *timed_out:* the step is a timeout
    of the seat, after which the system moves for it.
    """

    seat: int
    to_act: frozenset[int]
    is_move: bool = False
    is_progress: bool = False
    begins: bool = False
    timed_out: bool = False


RestsOf = Callable[[Sequence[int]], Mapping[int, Rest]]


def clock_of(text: str) -> Clock:
    """Return the clock stored in a match; the empty text means `SYSTEM_CLOCK`."""
    return codec.from_json(Clock, text) if text else SYSTEM_CLOCK


def pin(clock: Clock | None, people: int, *, is_rated: bool = False) -> str:
    """Return the text that a match stores for *clock*; pass None for `SYSTEM_CLOCK`. *Raises:* `BadOptions`.

    *people:* how many seats aren't bots'. A single person keeps nobody waiting and gets no clock; a rated
    match has to end, so it gets the system's clock even then.
    """
    if people < 2:
        return "" if is_rated else codec.to_json(NO_CLOCK)
    if clock is None:
        return ""
    check(clock)
    # Only the default texts themselves are left out, not equal ones; reading brings those.
    return codec.to_json(clock_of(codec.to_json(clock)))


def check(clock: Clock) -> None:
    """Check that people may play with *clock*. *Raises:* `BadOptions` if not."""
    if clock.kind == "none":
        raise BadOptions("A match between people needs a clock.")
    if not SHORTEST <= clock.seconds <= LONGEST:
        raise BadOptions("Choose a time from 1 minute to 60 days.")
    if not 0 <= clock.increment <= LONGEST_INCREMENT:
        raise BadOptions("A clock can add at most 7 days after a turn.")
    if clock.increment and clock.kind != "bank":
        raise BadOptions("Only a clock for the whole match can add time after a turn.")


def read_seat_clocks(stored: str | list[Any]) -> SeatClocks:
    """Return the clocks of the seats. *stored:* a match's column, as JSON text or as the list Django made."""
    if isinstance(stored, str):
        return codec.from_json(_STORED, stored)
    return [item and SeatClock(*item) for item in stored]


def first_seat_clocks(clock: Clock, bots: Sequence[str]) -> SeatClocks:
    """Return the clocks of the seats before the first decision, None for a bot's seat."""
    return [None if bot else SeatClock(clock.seconds) for bot in bots]


def next_due(seat_clocks: Iterable[SeatClock | None]) -> float:
    """Return when the next warning or timeout falls due, in seconds since 1970; 0 for never."""
    return min(
        (seat_clock.next_due for seat_clock in seat_clocks if seat_clock and seat_clock.runs), default=0
    )


def turned(clock: Clock, seat_clocks: SeatClocks, turn: Turn, now: float, rests_of: RestsOf) -> SeatClocks:
    """Return the clocks of the seats after *turn*; *seat_clocks* itself when nothing has changed.

    *rests_of:* called only for seats whose clock starts, stops or is refilled, and only if rests matter.
    """
    if clock.kind == "none":
        return seat_clocks
    ends = _ends_decision(seat_clocks, turn)
    changing = [
        seat
        for seat, seat_clock in enumerate(seat_clocks)
        if seat_clock and ((ends and seat == turn.seat) or _changes(clock, seat_clock, seat, turn, now))
    ]
    if not changing:
        return seat_clocks
    asked = [seat for seat in changing if _needs_rest(clock, seat, turn)] if clock.has_rests else []
    rests = rests_of(asked) if asked else {}
    after_turn = list(seat_clocks)
    for seat in changing:
        seat_clock = seat_clocks[seat]
        if seat_clock is not None:
            rest = rests.get(seat, NO_REST)
            if ends and seat == turn.seat and seat_clock.runs:
                seat_clock = _stopped(seat_clock, now, rest)
            after_turn[seat] = _turned(clock, seat_clock, seat, turn, now, rest)
    return after_turn


def held(clock: Clock, seat_clocks: SeatClocks) -> SeatClocks:
    """Return the clocks of a match that stands still, with time for whoever isn't there when it goes on.

    Nobody knows when that will be: a decision has all of its time again, a whole match
    a day at least, or all of it if that is less.
    """
    least = clock.seconds if clock.kind == "move" else min(clock.seconds, DAY)
    return [
        seat_clock and replace(seat_clock, left=max(seat_clock.left, least)) for seat_clock in seat_clocks
    ]


def rested(seat_clock: SeatClock, now: float, rest: Rest) -> SeatClock:
    """Return a running *seat_clock* as it is after its player's rests have changed to *rest*."""
    left = max(0.0, seat_clock.left - counted(seat_clock.since, now, rest))
    return _started(replace(seat_clock, left=left), now, rest, warned=not seat_clock.warn)


def left_of(seat_clock: SeatClock, now: float, rest: Rest) -> float:
    """Return how many seconds are left, rests not counted."""
    return (
        max(0.0, seat_clock.left - counted(seat_clock.since, now, rest))
        if seat_clock.runs
        else seat_clock.left
    )


def _ends_decision(seat_clocks: SeatClocks, turn: Turn) -> bool:
    """Return whether the mover's decision is over, even if it must decide again: another clock starts now."""
    others = (seat_clocks[seat] for seat in turn.to_act if seat != turn.seat)
    return turn.is_progress and any(seat_clock is not None and not seat_clock.runs for seat_clock in others)


def _changes(clock: Clock, seat_clock: SeatClock, seat: int, turn: Turn, now: float) -> bool:
    """Return whether *turn* changes the clock of *seat*."""
    decides, is_mover = seat in turn.to_act, seat == turn.seat
    if seat_clock.runs != decides or (is_mover and turn.timed_out):
        return True
    if is_mover and turn.is_move and (seat_clock.missed or seat_clock.out):
        return True
    if not turn.is_progress:
        return False
    if seat_clock.runs:
        is_worth_it = now - seat_clock.since > clock.seconds * _WORTH_REFILLING
        return clock.kind == "move" and is_mover and turn.is_move and turn.begins and is_worth_it
    return seat_clock.used


def _needs_rest(clock: Clock, seat: int, turn: Turn) -> bool:
    """Return whether the seat's rests matter. They don't if its clock is refilled anyway."""
    return seat in turn.to_act or clock.kind == "bank" or not turn.is_progress


def _turned(clock: Clock, seat_clock: SeatClock, seat: int, turn: Turn, now: float, rest: Rest) -> SeatClock:
    decides, is_mover = seat in turn.to_act, seat == turn.seat
    if is_mover and turn.timed_out:
        return replace(seat_clock, warn=0, out=True, missed=seat_clock.missed + 1)
    has_moved, is_new = is_mover and turn.is_move, turn.begins or seat_clock.out
    if has_moved:
        seat_clock = replace(seat_clock, missed=0, out=False)
    if seat_clock.runs and not decides:
        seat_clock = _stopped(seat_clock, now, rest)
    if turn.is_progress and seat_clock.used and not seat_clock.runs:
        seat_clock = _refilled(clock, seat_clock)
    if turn.is_progress and is_new and has_moved and seat_clock.runs and clock.kind == "move":
        seat_clock = replace(seat_clock, left=clock.seconds, since=0)
    return _started(seat_clock, now, rest) if decides and not seat_clock.runs else seat_clock


def _stopped(seat_clock: SeatClock, now: float, rest: Rest) -> SeatClock:
    left = max(0.0, seat_clock.left - counted(seat_clock.since, now, rest))
    return replace(seat_clock, left=round(left, 2), since=0, due=0, warn=0, out=False)


def _refilled(clock: Clock, seat_clock: SeatClock) -> SeatClock:
    """Return *seat_clock* with time for the next decision."""
    left = clock.seconds if clock.kind == "move" else seat_clock.left + clock.increment
    return replace(seat_clock, left=left, used=False)


def _started(seat_clock: SeatClock, now: float, rest: Rest, *, warned: bool = False) -> SeatClock:
    due, warn = after(now, seat_clock.left, rest), 0.0
    if not warned and seat_clock.left >= _WORTH_WARNING:
        warn = after(now, seat_clock.left * (1 - WARNED_AT), rest)
    since = round(now, 2)
    return replace(seat_clock, since=since, due=round(due, 2), warn=round(warn, 2), used=True)
