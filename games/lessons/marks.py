"""Reads a lesson's match: what the learner has read, and what has been played."""

from typing import Any

import msgspec

from games import catalog
from games.engine import codec
from games.engine.protocol import Game
from games.lessons.data import Lesson, lesson_of
from games.lessons.following import Made, next_in_script, place_in
from games.lessons.models import LessonMark
from games.matches.models import Match, Step


def mark_of(match: Match) -> LessonMark | None:
    """Return what is remembered of the lesson in *match*; None for other matches."""
    if match.practice_seq is None:
        return None
    return LessonMark.objects.filter(match=match).first()


def lesson_in(match: Match) -> Lesson | None:
    """Return the lesson that *match* is, or None; also when it can't be gone on with by today's rules."""
    lesson = _by_its_rules(match)
    return lesson if lesson and mark_of(match) else None


def goes_on(match: Match) -> bool:
    """Return whether *match* is a lesson that its learner has neither skipped nor come to the end of."""
    mark = mark_of(match)
    lesson = None if mark is None or mark.is_left else _by_its_rules(match)
    if mark is None or lesson is None:
        return False
    return place_in(lesson, made_in(match), mark.left_at).number < len(lesson.steps)


def made_in(match: Match) -> list[Made]:
    """Return the moves of *match* that still count, in order: those made when it was read."""
    rows = Step.objects.filter(match=match, seq__lte=match.seq).order_by("seq")
    found: dict[int, Made] = {}
    for seq, kind, seat, move, events, undoes in rows.values_list(
        "seq", "kind", "seat", "move", "events", "undoes"
    ):
        if undoes is not None:
            found = {at: made for at, made in found.items() if at < undoes}
        elif kind == Step.Kind.MOVE:
            found[seq] = Made(seat, msgspec.json.decode(move), tuple(msgspec.json.decode(events)), seq)
    return list(found.values())


def scripted_move(match: Match, game: Game[Any], state: Any, seat: int) -> Any | None:
    """Return the move that the script of the lesson in *match* has for *seat*; None if it has none."""
    lesson = lesson_in(match)
    if lesson is None:
        return None
    legal = game.legal(state, seat)
    move = next_in_script(
        lesson, made_in(match), seat, lambda wanted: codec.read_move(game.move_type, wanted) in legal
    )
    return None if move is None else codec.read_move(game.move_type, move)


def _by_its_rules(match: Match) -> Lesson | None:
    """Return the lesson of the game, or None if *match* isn't played by the rules that the lesson teaches."""
    lesson = lesson_of(match.title)
    fits = lesson is not None and lesson.edition == match.edition and catalog.fits(*match.rules)
    return lesson if fits else None
