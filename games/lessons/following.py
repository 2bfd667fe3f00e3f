"""How far a lesson has come, worked out from what has been played. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.lessons.data import Lesson, Waits
from games.positions.playing import fits

Plain = dict[str, Any]
Spot = tuple[int, int]  # a move's number among those made, and that of its event, or -1 for the move itself


@dataclass(frozen=True, slots=True)
class Made:
    """A move that still counts, with its events, as plain data. *seq:* of its step."""

    seat: int
    move: Plain
    events: tuple[Plain, ...] = ()
    seq: int = -1


@dataclass(frozen=True, slots=True)
class Place:
    """Where the learner is. *number:* the step, as many as there are at the end.

    *strayed:* seq of the learner's first move since the lesson came to this step, or went on to it without
    the one before, that isn't what it waits for; None if the last one is, or if there is none.
    *is_followed:* up to here the learner has done just what the lesson asked for.
    *is_done_before:* what the step waits for has been done before it was asked for.
    *passed:* how many steps before it the learner never came to, as a move did more than one step at once.
    """

    number: int
    strayed: int | None = None
    is_followed: bool = True
    is_done_before: bool = False
    passed: int = 0


def place_in(lesson: Lesson, made: Sequence[Made], read: Mapping[int, int]) -> Place:
    """Return where *lesson* stands after the moves *made*.

    *read:* the steps that the learner left by a press, each with the seq of the newest step then.

    The steps come one after the other. One that waits is done by what was made since the one before it was
    done; other moves in between don't matter. One that only says something is done when the learner has
    read it, or has seen it and gone on with what comes after it.
    """
    return _Walk(lesson, made, read).place()


class _Walk:
    """Goes through the steps. *done:* the spot after which what the next one waits for counts."""

    def __init__(self, lesson: Lesson, made: Sequence[Made], read: Mapping[int, int]) -> None:
        self.lesson, self.made, self.read = lesson, made, read
        self.done: Spot = (-1, -1)
        self.taken: set[Spot] = set()
        self.is_followed = True
        self.passed = 0

    def place(self) -> Place:
        is_seen = True  # the panel has come to the step
        for number, step in enumerate(self.lesson.steps):
            if number in self.read:
                is_seen = True
                if step.waits is not None:
                    self.is_followed = False
                    before = sum(one.seq <= self.read[number] for one in self.made)
                    self.done = max(self.done, (before, -2))
            elif step.waits is None:
                if not is_seen or not self._is_left_by_move(number):
                    return self._reached(number)
                is_seen = False
            elif spots := self._found(step.waits):
                self._take(spots)
                self.passed += not is_seen
                is_seen = True
            else:
                return self._reached(number)
        return Place(len(self.lesson.steps), is_followed=self.is_followed, passed=self.passed)

    def _is_left_by_move(self, number: int) -> bool:
        """Return whether what the next step waits for was done without a press of “Next”."""
        waiting = self._next_waiting(number)
        return waiting is not None and waiting not in self.read and bool(self._found(self._waits(waiting)))

    def _next_waiting(self, number: int) -> int | None:
        """Return the first step from *number* on that waits for something."""
        steps = self.lesson.steps
        return next((at for at in range(number, len(steps)) if steps[at].waits is not None), None)

    def _waits(self, number: int) -> Waits:
        return self.lesson.steps[number].waits or Waits()

    def _found(self, waits: Waits) -> list[Spot]:
        """Return where what is waited for was done since the last step was; empty if it wasn't."""
        spots = [spot for spot in _spots(self.lesson, waits, self.made) if spot > self.done]
        if len(spots) < waits.times:
            return []
        count = waits.times
        while waits.more and count < len(spots) and not self._own_between(spots[count - 1], spots[count]):
            count += 1
        return spots[:count]

    def _own_between(self, one: Spot, other: Spot) -> bool:
        return any(self.made[at].seat == self.lesson.seat for at in range(one[0] + 1, other[0]))

    def _take(self, spots: list[Spot]) -> None:
        others = {at for at in self._own() if at <= spots[-1][0]} - {at for at, _ in spots}
        self.is_followed = self.is_followed and not others
        self.taken.update(spots)
        self.done = spots[-1]

    def _reached(self, number: int) -> Place:
        waiting = self._next_waiting(number)
        waits = Waits() if waiting is None else self._waits(waiting)
        own = self._own()
        others = [at for at in own if not is_wanted(waits, self.made[at].move)]
        before = [spot for spot in _spots(self.lesson, waits, self.made) if spot <= self.done]
        free = [spot for spot in before if spot not in self.taken]
        return Place(
            number,
            strayed=self.made[others[0]].seq if others and others[-1] == own[-1] else None,
            is_followed=self.is_followed and not others,
            is_done_before=waiting == number and len(free) >= waits.times,
            passed=self.passed,
        )

    def _own(self) -> list[int]:
        """Return which moves the learner has made since the last step was done."""
        seat = self.lesson.seat
        return [at for at, one in enumerate(self.made) if one.seat == seat and (at, -1) > self.done]


def is_wanted(waits: Waits, move: Plain) -> bool:
    """Return whether *move* is one that the step waits for."""
    return any(fits(move, pattern) for pattern in waits.moves)


def next_in_script(
    lesson: Lesson, made: Sequence[Made], seat: int, can_make: Callable[[Plain], bool]
) -> Plain | None:
    """Return the move of *seat* that comes next in the script and can be made; None if there is none.

    What was made out of turn is passed over, and so is what can't be made.
    """
    rest = [
        {key: value for key, value in move.items() if key != "seat"}
        for move in lesson.script
        if move["seat"] == seat
    ]
    for one in made:
        if one.seat == seat and one.move in rest:
            del rest[: rest.index(one.move) + 1]
    return next((move for move in rest if can_make(move)), None)


def _spots(lesson: Lesson, waits: Waits, made: Sequence[Made]) -> Iterator[Spot]:
    """Yield the places of what the step waits for, in order."""
    for at, one in enumerate(made):
        if one.seat == lesson.seat and is_wanted(waits, one.move):
            yield at, -1
        for number, event in enumerate(one.events):
            if waits.event and event["type"] == waits.event and fits(event, waits.match):
                yield at, number
