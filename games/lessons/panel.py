"""What a lesson says beside the board."""

from dataclasses import dataclass

import msgspec

from games.engine.viewers import Viewer
from games.lessons.data import Lesson, LessonStep, Waits
from games.lessons.following import Place, is_wanted, place_in
from games.lessons.marks import lesson_in, made_in, mark_of
from games.matches.models import Match, Status
from games.matches.queries.board import Board
from scrapsite.common.links import rule_url

NEXT, WITHOUT = "Next", "Go on without it"
TOO_EARLY = "The tutorial wasn’t there yet. You can take it back, or go on."
DONE_BEFORE = "You have done this before. Read on, or do it again."
CANT_BE_DONE = "This can’t be done now. Read it, then go on."
ENDED_BEFORE = (
    "The match is over, and the tutorial had more to say. "
    "“Learn by playing” on the game’s page begins it again."
)


@dataclass(frozen=True, slots=True)
class LessonPanel:
    """The words of the step reached. *number*, *count:* which one it is, from 1, of how many; steps that a
    move did along with others aren't counted. *step:* its place in the lesson, from 0.

    *otherwise:* what is said of the learner's last move if the step waits for another, or why it can't be
    done as it says; or empty. *can_take_back:* the match can be taken back to before that move.
    *next:* what the button that goes on says, empty where the step waits for a move.
    *at:* the things to point at. *is_over:* the lesson has ended. *is_left:* the rest was skipped.
    *rival:* the bot to play a first match against.
    """

    step: int
    number: int
    count: int
    says: str
    rule: str
    rule_url: str
    at: tuple[str, ...]
    otherwise: str
    can_take_back: bool
    next: str
    is_over: bool
    is_left: bool
    rival: str


def panel_of(match: Match, viewer: Viewer, board: Board) -> LessonPanel | None:
    """Return the panel of the lesson that *match* is, for its learner; None for everybody else."""
    mark = mark_of(match)
    lesson = lesson_in(match) if mark else None
    if mark is None or lesson is None or viewer.seat != lesson.seat:
        return None
    place = place_in(lesson, made_in(match), mark.left_at)
    if mark.is_left or place.number == len(lesson.steps) or match.status != Status.RUNNING:
        return _ended(lesson, place, mark.is_left)
    way_on = _way_on(lesson, place, board)
    step = lesson.steps[place.number]
    return LessonPanel(
        step=place.number,
        number=place.number + 1 - place.passed,
        count=len(lesson.steps) - place.passed,
        says=step.says if place.is_followed else step.anyway or step.says,
        rule=step.rule,
        rule_url=rule_url(lesson.title, lesson.edition, step.rule),
        at=step.at,
        otherwise=_otherwise(step, place, way_on),
        can_take_back=place.strayed is not None and not step.is_free,
        next=way_on,
        is_over=False,
        is_left=False,
        rival=lesson.rival,
    )


def _ended(lesson: Lesson, place: Place, is_left: bool) -> LessonPanel:
    count = len(lesson.steps) - place.passed
    number = min(place.number + 1 - place.passed, count)
    is_whole = place.number == len(lesson.steps)
    return LessonPanel(
        step=place.number,
        number=number,
        count=count,
        says="" if is_left else lesson.ends if is_whole else ENDED_BEFORE,
        rule="",
        rule_url="",
        at=(),
        otherwise="",
        can_take_back=False,
        next="",
        is_over=True,
        is_left=is_left,
        rival=lesson.rival,
    )


def _otherwise(step: LessonStep, place: Place, way_on: str) -> str:
    if place.strayed is not None:
        return "" if step.is_free else step.otherwise or TOO_EARLY
    if place.is_done_before:
        return DONE_BEFORE
    return CANT_BE_DONE if way_on == WITHOUT else ""


def _way_on(lesson: Lesson, place: Place, board: Board) -> str:
    """Return what the button says that goes on without the move that the step waits for."""
    waits = lesson.steps[place.number].waits
    if waits is None or (place.is_done_before and place.strayed is None):
        return NEXT
    return WITHOUT if board.my_turn and _cant_be_done(waits, board) else ""


def _cant_be_done(waits: Waits, board: Board) -> bool:
    """Return whether none of the moves that the step waits for is open to the learner, who has to decide."""
    return not any(is_wanted(waits, msgspec.json.decode(offer.move)) for offer in board.legal)
