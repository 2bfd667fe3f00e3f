"""How far a lesson has come, worked out from what has been played. Pure."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.lessons.data import Lesson, Waits
from games.positions.playing import fits

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Made:
    """A move that still counts, with its events, as plain data."""

    seat: int
    move: Plain
    events: tuple[Plain, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where the learner is. *number:* the step, as many as there are at the end.

    *has_strayed:* the learner's last move is none that the lesson waits for.
    *is_overtaken:* something that comes later in the lesson has been done before what this step waits for.
    *passed:* how many steps before it the learner never came to, as a move did more than one step at once.
    """

    number: int
    has_strayed: bool = False
    is_overtaken: bool = False
    passed: int = 0


def place_in(lesson: Lesson, made: Sequence[Made], read: Collection[int]) -> Place:
    """Return where *lesson* stands after the moves *made*. *read:* the steps that the learner left by “Next”.

    A step that waits is done by the first move or event of its kind that no earlier step has taken. One that
    only says something is done when the learner has read it, or has gone on with what comes after it.
    """
    done_by = _done_by(lesson, made, read)
    is_done = [by is not None for by in done_by]
    number = _reached(lesson, is_done, read)
    passed = _passed(lesson, done_by, read, number)
    if number == len(lesson.steps):
        return Place(number, passed=passed)
    own = [one.move for one in made if one.seat == lesson.seat]
    return Place(
        number,
        has_strayed=bool(own)
        and not any(step.waits and is_wanted(step.waits, own[-1]) for step in lesson.steps),
        is_overtaken=lesson.steps[number].waits is not None and any(is_done[number + 1 :]),
        passed=passed,
    )


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


def _reached(lesson: Lesson, is_done: Sequence[bool], read: Collection[int]) -> int:
    """Return the first step that isn't behind the learner, as many as there are if all are."""
    count = len(lesson.steps)
    return next((at for at in range(count) if not _is_behind(lesson, is_done, at, read)), count)


def _passed(lesson: Lesson, done_by: Sequence[int | None], read: Collection[int], number: int) -> int:
    """Return how many steps before *number* the panel never showed: neither before nor after any move."""
    shown = {*read}
    for by in {-1, *(by for by in done_by if by is not None)}:
        is_done = [at is not None and at <= by for at in done_by]
        shown.add(_reached(lesson, is_done, read))
    return sum(at not in shown for at in range(number))


def _is_behind(lesson: Lesson, is_done: Sequence[bool], at: int, read: Collection[int]) -> bool:
    if at in read or is_done[at]:
        return True
    if lesson.steps[at].waits is not None:
        return False
    after = next((later for later in range(at, len(is_done)) if lesson.steps[later].waits), None)
    return after is not None and is_done[after]


def _done_by(lesson: Lesson, made: Sequence[Made], read: Collection[int]) -> list[int | None]:
    """Return by which move each step has what it waits for, or None.

    Steps that the learner went on without take nothing.
    """
    taken: set[tuple[int, int]] = set()
    done_by: list[int | None] = []
    for number, step in enumerate(lesson.steps):
        waits = None if number in read else step.waits
        found = [spot for spot in _spots(lesson, waits, made) if spot not in taken]
        times = waits.times if waits else 0
        taken.update(found[:times])
        done_by.append(found[times - 1][0] if waits and len(found) >= times else None)
    return done_by


def _spots(lesson: Lesson, waits: Waits | None, made: Sequence[Made]) -> Iterator[tuple[int, int]]:
    """Yield the places of what the step waits for: a move's number, and that of its event or -1."""
    for at, one in enumerate(made):
        if waits is None:
            return
        if one.seat == lesson.seat and is_wanted(waits, one.move):
            yield at, -1
        for number, event in enumerate(one.events):
            if waits.event and event["type"] == waits.event and fits(event, waits.match):
                yield at, number
