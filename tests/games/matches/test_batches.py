"""A batch: several moves that a player makes by one press, and takes back by one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.boards.log import chapters
from games.engine.viewers import seat_viewer
from games.fairness.record import record
from games.matches.actions.play import play_batch
from games.matches.models import Step
from games.matches.queries.fold import Folding
from games.replayer.record import read
from games.replayer.replay import replay
from tests.games.duel import FLIP, PASS, Duel, lay

pytestmark = pytest.mark.django_db


def post(duel: Duel, *moves: Any, seen: int = 0, cid: str = "all", by: Any = None) -> Any:
    client = Client()
    client.force_login(by or duel.mover, backend="django.contrib.auth.backends.ModelBackend")
    fields = {"seen": seen, "client_move_id": cid, "move": json.dumps(list(moves))}
    return client.post(f"/matches/{duel.id}/moves/", fields)


def test_the_moves_of_a_form_are_played_one_after_the_other(duel: Duel) -> None:
    first, second, third = duel.hand()
    assert post(duel, lay(second), lay(first)).status_code == 303
    assert duel.board().view.laid[duel.seat] == (second, first)
    assert duel.hand() == (third,)
    assert duel.steps() == 3


def test_a_batch_that_comes_twice_is_played_once(duel: Duel) -> None:
    first, second, _ = duel.hand()
    for _ in range(2):
        assert post(duel, lay(second), lay(first)).status_code == 303
    assert duel.steps() == 3


@pytest.mark.parametrize("bad", [[], [lay(99)], [{"type": "cheat"}], ["lay"], [[FLIP]], [FLIP] * 61])
@pytest.mark.soak(seconds=0.1, one_in=3)
def test_a_batch_with_a_move_that_is_refused_changes_nothing(duel: Duel, bad: list[Any]) -> None:
    begin = [lay(duel.hand()[0])] if bad else []
    assert post(duel, *begin, *bad).status_code == 422
    assert duel.steps() == 1


def test_a_batch_ends_where_something_is_revealed(duel: Duel) -> None:
    first, second, _ = duel.hand()
    moves = lay(first), FLIP, lay(second)
    answer = play_batch(duel.id, duel.mover, 0, "all", moves)
    assert duel.board().view.laid[duel.seat] == (first,)
    assert play_batch(duel.id, duel.mover, 0, "all", moves) == answer
    assert duel.steps() == 3


def test_nobody_learns_what_is_coming_by_a_batch_that_is_refused_after_it(duel: Duel) -> None:
    """Or else a coin could be looked at beforehand: refused moves leave no trace."""
    assert post(duel, FLIP, lay(99)).status_code == 303
    assert duel.steps() == 2


def test_one_undo_takes_a_whole_batch_back_and_nothing_before_it(duel: Duel) -> None:
    first, second, third = duel.hand()
    duel.play(lay(first))
    before = duel.state()
    play_batch(duel.id, duel.mover, 1, "all", [lay(second), lay(third)])
    seen = duel.match.seq
    answer = duel.undo(seen=seen, cid="back")
    assert duel.state() == before
    assert duel.undo(seen=seen, cid="back") == answer
    assert answer.seq == duel.match.seq == seen + 2
    duel.undo()
    assert duel.hand() == (first, second, third)


def test_the_log_tells_in_one_line_that_a_batch_was_taken_back(duel: Duel) -> None:
    """One press is one deed for the player; the steps stay what the record says."""
    first, second, third = duel.hand()
    play_batch(duel.id, duel.mover, 0, "all", [lay(first), lay(second), lay(third)])
    duel.undo()
    duel.play(lay(first))
    duel.undo()
    log = duel.board(duel.mover).log
    told = [line.text for chapter in chapters(log) for line in chapter.lines if "took" in line.text]
    name = duel.board(duel.mover).seats[duel.seat].name
    assert told == [f"{name} took the last move back.", f"{name} took back 3 moves."]  # newest first
    assert [line.event["type"] for line in log].count("move-taken-back") == 4


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_a_short_log_tells_of_all_moves_that_a_press_took_back(duel: Duel, steps: int) -> None:
    """The log of a board begins at any step. Cut in the middle, it said that fewer moves were taken back."""
    first, second, third = duel.hand()
    play_batch(duel.id, duel.mover, 0, "all", [lay(first), lay(second), lay(third)])
    duel.undo()
    board = Folding(duel.match, seat_viewer(duel.seat)).board(steps)
    told = [line.text for chapter in chapters(board.log) for line in chapter.lines if "took" in line.text]
    assert told == [f"{board.seats[duel.seat].name} took back 3 moves."]


def test_what_a_batch_revealed_stays_and_what_came_before_it_too(duel: Duel) -> None:
    play_batch(duel.id, duel.mover, 0, "all", [lay(duel.hand()[0]), FLIP])
    assert not duel.board(duel.mover).can_undo


def test_a_batch_that_was_taken_back_can_be_checked_like_any_moves(duel: Duel) -> None:
    first, second, _ = duel.hand()
    play_batch(duel.id, duel.mover, 0, "all", [lay(first), lay(second)])
    duel.undo()
    play_batch(duel.id, duel.mover, duel.match.seq, "again", [lay(second), lay(first), PASS])
    duel.finish()
    replay(read(record(duel.match).encode()))


def test_the_id_of_a_batch_cant_be_taken_by_a_client(duel: Duel) -> None:
    """Single moves whose ids look alike are taken back one by one."""
    first, second, _ = duel.hand()
    duel.play(lay(first), cid="all")
    duel.play(lay(second), cid="all.1")
    duel.undo()
    assert duel.board().view.laid[duel.seat] == (first,)
    assert post(duel, lay(second), seen=3, cid="all~1").status_code == 422
    assert Step.objects.filter(match_id=duel.id, client_move_id__contains="~").count() == 0
