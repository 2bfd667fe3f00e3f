"""Plays lessons: what their steps ask for, through the service, with the bots' answers."""

from __future__ import annotations

from typing import Any

import msgspec

from games.lessons.actions import read_step
from games.lessons.data import Lesson, LessonStep, lesson_of
from games.lessons.following import Place, is_wanted, place_in
from games.lessons.marks import made_in
from games.lessons.models import LessonMark
from games.lessons.panel import LessonPanel
from games.match_page import fold
from games.match_page.fold import MatchPage
from games.matches import access
from games.matches.actions.bots import play_for_bot
from games.matches.actions.play import play_move
from games.matches.models import Match


class Learner:
    """Somebody who plays a lesson."""

    def __init__(self, match: Match, user: Any) -> None:
        self.match, self.user = match, user
        self.presses = 0
        found = lesson_of(match.title)
        assert found
        self.lesson: Lesson = found

    def board(self) -> MatchPage:
        self.match.refresh_from_db()
        return fold.board(self.match, access.seat_of(self.user, self.match))

    def panel(self) -> LessonPanel:
        panel = self.board().lesson
        assert panel
        return panel

    def place(self) -> Place:
        self.match.refresh_from_db()
        mark = LessonMark.objects.get(match=self.match)
        return place_in(self.lesson, made_in(self.match), mark.left_at)

    def step(self) -> LessonStep:
        return self.lesson.steps[self.place().number]

    def play(self, **move: Any) -> None:
        self.presses += 1
        play_move(self.match.pk, self.user, self.board().seq, f"lesson-{self.presses}", move)

    def bots(self) -> None:
        while play_for_bot(self.match.pk):
            pass

    def follow(self) -> None:
        """Do what the step asks for: press “Next”, let the bots play, or make a move that it waits for."""
        step = self.step()
        if step.waits is None:
            read_step(self.match.pk, self.user, self.place().number)
        elif not self.board().my_turn:
            self.bots()
        else:
            self.play(**self.wanted(step))

    def wanted(self, step: LessonStep) -> dict[str, Any]:
        """Return the first legal move that the step waits for."""
        assert step.waits
        moves = [msgspec.json.decode(offer.move) for offer in self.board().legal]
        found = next((move for move in moves if is_wanted(step.waits, move)), None)
        assert found, f"none of {step.waits.moves} is open; there are {moves}"
        return found

    def follow_to(self, number: int) -> None:
        """Follow the lesson until it is at that step."""
        for _ in range(200):
            if self.board().status != "running" or self.place().number >= number:
                return
            self.follow()
        raise AssertionError(f"The lesson stays at step {self.place().number}.")
