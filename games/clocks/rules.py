"""How long players have to decide. Pure: what the time is, and when somebody rests, is told from outside.

A match pins its `Clock`. Each seat of a person has a `Dial`; it runs while the seat must decide. What a seat
does in secret moves no dial, so nothing that others are shown tells of it.
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
# What is left when it is said that the time is running out, as a share of all of it; not for short times.
WARNED_AT = 0.25
_WORTH_WARNING = HOUR
# A dial that has run for less than this share isn't wound up again: it would be work for nothing.
_WORTH_WINDING = 0.02


class Clock(Struct, frozen=True, omit_defaults=True):
    """*kind:* `move`, *seconds* for each decision; `bank`, for the whole match, and *increment* more after
    each decision; `none`, as long as one likes.

    *weekends*, *vacations:* don’t count. *timeout:* what happens when the time is up: the system makes a
    `move`, a `bot` takes the seat, or it is a `forfeit`.
    """

    kind: Literal["none", "move", "bank"] = "move"
    seconds: int = 30 * DAY
    increment: int = 0
    weekends: bool = False
    vacations: bool = False
    timeout: Literal["move", "bot", "forfeit"] = "forfeit"

    @property
    def has_rests(self) -> bool:
        """Weekends or vacations have to be looked up."""
        return self.weekends or self.vacations


SYSTEM_CLOCK = Clock()
NO_CLOCK = Clock(kind="none", seconds=0)
PRESETS: Mapping[str, tuple[str, Clock]] = {
    "day": ("1 day a move", Clock(seconds=DAY, vacations=True)),
    "three-days": ("3 days a move", Clock(seconds=3 * DAY, vacations=True)),
    "week": ("7 days a move", Clock(seconds=7 * DAY, vacations=True)),
    "live": ("Live: 10 minutes, and 30 seconds a move", Clock("bank", 10 * MINUTE, 30)),
    "live-long": ("Live: 30 minutes, and 1 minute a move", Clock("bank", 30 * MINUTE, MINUTE)),
}
DEFAULT_PRESET = "three-days"


class Dial(Struct, frozen=True, array_like=True):
    """How the clock of a seat stands. *left:* seconds at *since*, or while it stands still.

    *since:* when it began to run, 0 while it stands. *due:* when the time is up. *warn:* when to say that it
    runs out, 0 once that was said. *missed:* how often in a row the system had to move. *out:* it is
    moving now, because the time is up. *used:* it ran since all last got time anew.
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
        """Its seat must decide."""
        return self.since > 0

    @property
    def next_due(self) -> float:
        """When the next thing falls due, the warning or the end."""
        return min(self.warn or self.due, self.due)


Dials = list[Dial | None]
_STORED_DIALS: Any = Dials


@dataclass(frozen=True, slots=True)
class Turn:
    """A step that others noticed, as clocks see it. *seat:* who made it. *to_act:* the people who must
    decide after it.

    *is_move:* the seat moved itself. *is_progress:* a move, not made in passing, that can't be taken back.
    *timed_out:* it says that the seat's time is up, and that the system moves now.
    """

    seat: int
    to_act: frozenset[int]
    is_move: bool = False
    is_progress: bool = False
    timed_out: bool = False


RestsOf = Callable[[Sequence[int]], Mapping[int, Rest]]


def clock_of(text: str) -> Clock:
    """Return the clock that a match pinned; the empty text is the system’s."""
    return codec.from_json(Clock, text) if text else SYSTEM_CLOCK


def pin(clock: Clock | None, people: int, *, is_rated: bool = False) -> str:
    """Return the text a match pins for *clock*, None for the system’s; *people:* seats that aren’t bots’.

    Who plays with bots only keeps nobody waiting, and has no clock; but a match that is rated has to end, by
    the system’s clock. *Raises:* `BadOptions`.
    """
    if people < 2:
        return "" if is_rated else codec.to_json(NO_CLOCK)
    if clock is None:
        return ""
    check(clock)
    return codec.to_json(clock)


def check(clock: Clock) -> None:
    """*Raises:* `BadOptions` unless people may play by *clock*."""
    if clock.kind == "none":
        raise BadOptions("A match between people has a clock.")
    if not SHORTEST <= clock.seconds <= LONGEST:
        raise BadOptions("A clock gives from 1 minute to 60 days.")
    if not 0 <= clock.increment <= LONGEST_INCREMENT:
        raise BadOptions("A clock adds at most 7 days after a move.")
    if clock.increment and clock.kind != "bank":
        raise BadOptions("Only a clock for the whole match adds time after a move.")


def read_dials(stored: str | list[Any]) -> Dials:
    """Return the dials that a match stores, as JSON text or as what Django made of it."""
    if isinstance(stored, str):
        return codec.from_json(_STORED_DIALS, stored)
    return [item and Dial(*item) for item in stored]


def first_dials(clock: Clock, bots: Sequence[str]) -> Dials:
    """Return the dials of a match before its first decision."""
    return [None if bot else Dial(clock.seconds) for bot in bots]


def next_due(dials: Iterable[Dial | None]) -> float:
    """Return when the next thing falls due; 0 for never."""
    return min((dial.next_due for dial in dials if dial and dial.runs), default=0)


def turned(clock: Clock, dials: Dials, turn: Turn, now: float, rests_of: RestsOf) -> Dials:
    """Return the dials after *turn*; *dials* itself when nothing has changed.

    *rests_of:* asked only for seats whose dial starts, stops or is wound up, and only when the clock cares.
    """
    if clock.kind == "none":
        return dials
    ends = _ends_decision(dials, turn)
    changing = [
        seat
        for seat, dial in enumerate(dials)
        if dial and ((ends and seat == turn.seat) or _changes(clock, dial, seat, turn, now))
    ]
    if not changing:
        return dials
    asked = [seat for seat in changing if _needs_rest(clock, seat, turn)] if clock.has_rests else []
    rests = rests_of(asked) if asked else {}
    after_turn = list(dials)
    for seat in changing:
        dial = dials[seat]
        if dial is not None:
            rest = rests.get(seat, NO_REST)
            if ends and seat == turn.seat and dial.runs:
                dial = _stopped(dial, now, rest)
            after_turn[seat] = _turned(clock, dial, seat, turn, now, rest)
    return after_turn


def rested(dial: Dial, now: float, rest: Rest) -> Dial:
    """Return a running *dial* after somebody’s times of rest have changed."""
    left = max(0.0, dial.left - counted(dial.since, now, rest))
    return _started(replace(dial, left=left), now, rest, warned=not dial.warn)


def left_of(dial: Dial, now: float, rest: Rest) -> float:
    """Return how many seconds that count are left."""
    return max(0.0, dial.left - counted(dial.since, now, rest)) if dial.runs else dial.left


def _ends_decision(dials: Dials, turn: Turn) -> bool:
    """Say whether the mover's decision is over even though it decides on: others have begun to, as well."""
    others = (dials[seat] for seat in turn.to_act if seat != turn.seat)
    return turn.is_progress and any(dial is not None and not dial.runs for dial in others)


def _changes(clock: Clock, dial: Dial, seat: int, turn: Turn, now: float) -> bool:
    """Say whether *turn* does anything to the dial of *seat*."""
    decides, is_mover = seat in turn.to_act, seat == turn.seat
    if dial.runs != decides or (is_mover and turn.timed_out):
        return True
    if is_mover and turn.is_move and (dial.missed or dial.out):
        return True
    if not turn.is_progress:
        return False
    if dial.runs:
        is_worth_it = now - dial.since > clock.seconds * _WORTH_WINDING
        return clock.kind == "move" and is_mover and turn.is_move and is_worth_it
    return dial.used


def _needs_rest(clock: Clock, seat: int, turn: Turn) -> bool:
    """Say whether it matters when the seat rests: not where its dial is wound up all the same."""
    return seat in turn.to_act or clock.kind == "bank" or not turn.is_progress


def _turned(clock: Clock, dial: Dial, seat: int, turn: Turn, now: float, rest: Rest) -> Dial:
    decides, is_mover = seat in turn.to_act, seat == turn.seat
    if is_mover and turn.timed_out:
        return replace(dial, warn=0, out=True, missed=dial.missed + 1)
    has_moved = is_mover and turn.is_move
    if has_moved:
        dial = replace(dial, missed=0, out=False)
    if dial.runs and not decides:
        dial = _stopped(dial, now, rest)
    if turn.is_progress and dial.used and not dial.runs:
        dial = _wound(clock, dial)
    if turn.is_progress and has_moved and dial.runs and clock.kind == "move":
        dial = replace(dial, left=clock.seconds, since=0)
    return _started(dial, now, rest) if decides and not dial.runs else dial


def _stopped(dial: Dial, now: float, rest: Rest) -> Dial:
    left = max(0.0, dial.left - counted(dial.since, now, rest))
    return replace(dial, left=round(left, 2), since=0, due=0, warn=0, out=False)


def _wound(clock: Clock, dial: Dial) -> Dial:
    """Return *dial* with time for the next decision."""
    left = clock.seconds if clock.kind == "move" else dial.left + clock.increment
    return replace(dial, left=left, used=False)


def _started(dial: Dial, now: float, rest: Rest, *, warned: bool = False) -> Dial:
    due, warn = after(now, dial.left, rest), 0.0
    if not warned and dial.left >= _WORTH_WARNING:
        warn = after(now, dial.left * (1 - WARNED_AT), rest)
    since = round(now, 2)
    return replace(dial, since=since, due=round(due, 2), warn=round(warn, 2), used=True)
