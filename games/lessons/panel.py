"""What a lesson says beside the board."""

from dataclasses import dataclass

import msgspec

from games.engine.viewers import Viewer
from games.lessons.data import Lesson, LessonStep
from games.lessons.following import Place, is_wanted, place_in
from games.lessons.marks import lesson_in, made_in, mark_of
from games.matches.models import Match, Status
from games.matches.queries.board import Board
from scrapsite.common.links import rule_url


@dataclass(frozen=True, slots=True)
class LessonPanel:
    """The words of the step reached. *number*, *count:* which one it is, from 1, of how many; steps that a
    move did along with others aren't counted. *step:* its place in the lesson, from 0.

    *otherwise:* what is said of the learner's last move if the step waits for another, or empty.
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
    place = place_in(lesson, made_in(match), mark.read)
    if mark.is_left or place.number == len(lesson.steps) or match.status != Status.RUNNING:
        return _ended(lesson, place, mark.is_left)
    step = lesson.steps[place.number]
    return LessonPanel(
        step=place.number,
        number=place.number + 1 - place.passed,
        count=len(lesson.steps) - place.passed,
        says=step.says,
        rule=step.rule,
        rule_url=rule_url(lesson.title, lesson.edition, step.rule),
        at=step.at,
        otherwise=step.otherwise if place.has_strayed or place.is_overtaken else "",
        next=_way_on(step, place, board),
        is_over=False,
        is_left=False,
        rival=lesson.rival,
    )


def _ended(lesson: Lesson, place: Place, is_left: bool) -> LessonPanel:
    count = len(lesson.steps) - place.passed
    number = min(place.number + 1 - place.passed, count)
    says = "" if is_left else lesson.ends
    return LessonPanel(place.number, number, count, says, "", "", (), "", "", True, is_left, lesson.rival)


def _way_on(step: LessonStep, place: Place, board: Board) -> str:
    """Return what the button says that goes on without the move that the step waits for."""
    if step.waits is None:
        return "Next"
    if place.is_overtaken or (board.my_turn and _cant_be_done(step, board)):
        return "Go on without it"
    return ""


def _cant_be_done(step: LessonStep, board: Board) -> bool:
    """Return whether none of the moves that the step waits for is open to the learner now."""
    waits = step.waits
    if waits is None or not waits.moves:
        return False
    return not any(is_wanted(waits, msgspec.json.decode(offer.move)) for offer in board.legal)
