"""Beginning a lesson, going on in it, leaving it, and the first match afterwards."""

from contextlib import suppress
from typing import Any

from django.db import transaction
from django.http import Http404

from games import catalog
from games.engine import codec
from games.engine.errors import BadMove, GameError, MatchOver
from games.engine.system import UNDO_RULE, TurnedBack
from games.lessons.data import Lesson, lesson_of
from games.lessons.following import place_in
from games.lessons.marks import goes_on, lesson_in, made_in, mark_of
from games.lessons.models import LessonMark
from games.matches.access import check_seated, match_for
from games.matches.actions.bring import bring_deck
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.undo_requests import turn_back
from games.matches.locked_match import lock
from games.matches.models import Match, Status
from games.positions.playing import begin
from games.replay.practise import begin_practice
from scrapsite.common.errors import Refusal
from scrapsite.server.work.once import Note, forget


def begin_lesson(user: Any, game: str) -> Match:
    """Return the match of the lesson of *game* that *user* hasn't finished, or a new one.

    *Raises:* `Http404` for a game without a lesson, `Full`.
    """
    lesson = check_lesson(game)
    return _unfinished(user, lesson) or _begun(user, lesson)


def check_lesson(game: str) -> Lesson:
    """Return the lesson of *game*. *Raises:* `Http404` for a game without one."""
    lesson = lesson_of(game)
    if lesson is None:
        raise Http404("This game has no tutorial.")
    return lesson


def read_step(match_id: str, user: Any, number: int) -> None:
    """Note that the learner has read step *number*, from 0, or goes on without what it waits for.

    Nothing is noted of a step at which the lesson no longer is, as for a press on an old page.
    *Raises:* `Http404`, `NotSeated`, `MatchOver`, `BadMove` for a step that the lesson doesn't have.
    """
    match = _learners(match_id, user)
    lesson = lesson_in(match)
    if match.status != Status.RUNNING or lesson is None:
        raise MatchOver
    if number >= len(lesson.steps):
        raise BadMove("The tutorial has no such step.")
    with transaction.atomic():
        mark = LessonMark.objects.select_for_update().get(match=match)
        if place_in(lesson, made_in(match), mark.left_at).number == number:
            mark.read = sorted({**mark.left_at, number: match.seq}.items())
            mark.save(update_fields=["read"])


def take_back(match_id: str, user: Any) -> None:
    """Take the match back to where the learner first did something else than the step waits for, if so.

    What others have chosen in secret meanwhile is lost; in a lesson they choose it again.
    *Raises:* `Http404`, `NotSeated`, `MatchOver`, `RulesChanged`.
    """
    _learners(match_id, user)
    with transaction.atomic(durable=True):
        locked = lock(match_id, user)
        seat = locked.taken_seat()
        locked.check_playable()
        match = Match.objects.get(pk=match_id)
        lesson, mark = lesson_in(match), mark_of(match)
        if lesson is None or mark is None:
            raise MatchOver
        strayed = place_in(lesson, made_in(match), mark.left_at).strayed
        if strayed is not None:
            turn_back(locked, seat, strayed, [TurnedBack(UNDO_RULE, seat)])


def leave_lesson(match_id: str, user: Any, *, is_left: bool = True) -> None:
    """Note that the learner skips the rest of the lesson, or with *is_left* False, comes back to it.

    *Raises:* `Http404`, `NotSeated`.
    """
    LessonMark.objects.filter(match=_learners(match_id, user)).update(is_left=is_left)


def first_match(match_id: str, user: Any, note: Note = forget) -> Match:
    """Return a new match of the learner against the bot for beginners. The lesson is given up if it goes on.

    A deck for beginners is brought, where players bring one. *note:* see `once`.
    *Raises:* `Http404`, `NotSeated`, `Full`.
    """
    match = _learners(match_id, user)
    lesson = check_lesson(match.title)
    if match.status == Status.RUNNING:
        with suppress(MatchOver):  # the bot may end it at this moment
            resign(match.pk, user)
    others = catalog.title(lesson.title).seats[0] - 1
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": lesson.rival}] * others]
    made = create_match(user, lesson.title, lesson.edition, {}, seats, note=note)
    _bring_the_easiest(made, user)
    return made


def _bring_the_easiest(match: Match, user: Any) -> None:
    """Bring the deck for a first match, in games whose players bring one. They can still change it."""
    rules = catalog.edition(match.title, match.edition).decks
    if rules is None or rules.easiest is None:
        return
    with suppress(GameError, Refusal):  # without it they choose one at the table
        bring_deck(match.pk, user, None, "brought", rules.easiest.lists)


def _learners(match_id: str, user: Any) -> Match:
    """Return the match of a lesson in which *user* is the learner."""
    match = match_for(user, match_id)
    if not LessonMark.objects.filter(match=match).exists():
        raise Http404("This match is no tutorial.")
    check_seated(user, match)
    return match


def _unfinished(user: Any, lesson: Lesson) -> Match | None:
    going = Match.objects.filter(
        created_by=user, title=lesson.title, status=Status.RUNNING, lesson__is_left=False
    )
    return next((match for match in going.order_by("-created_at") if goes_on(match)), None)


def _begun(user: Any, lesson: Lesson) -> Match:
    title, info = catalog.title(lesson.title), catalog.edition(lesson.title, lesson.edition)
    game, state = begin(lesson.beginning, lesson.edition)
    options = codec.read_options(game.options_type, lesson.options)
    with transaction.atomic(durable=True):
        made = begin_practice(
            user,
            state,
            lesson.seat,
            [lesson.bot] * lesson.seats,
            luck=f"{lesson.title} {lesson.luck}",
            title=lesson.title,
            edition=lesson.edition,
            engine_version=title.engine_version,
            cards_hash=info.cards_hash,
            options=codec.to_json(options),
            name=f"{title.name}: tutorial",
            practice_seq=0,
        )
        LessonMark.objects.create(match=made)
    return made
