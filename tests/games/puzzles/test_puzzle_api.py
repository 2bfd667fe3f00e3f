"""Programs read puzzles and solve them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.api.puzzles import PuzzleLineOut, PuzzleOut, SolutionOut, VerdictOut
from games.puzzles.attempts import solved_by
from games.puzzles.data import Puzzle, every, find, puzzles
from games.puzzles.models import SolvedPuzzle
from scrapsite.accounts.tokens import issue_token

pytestmark = pytest.mark.django_db

Call = Callable[..., tuple[int, Any]]


@pytest.fixture
def puzzle() -> Puzzle:
    return next(one for one in puzzles("scrapbots") if one.goal == "wounds")


@pytest.fixture
def program(client: Client, user: Any) -> Call:
    headers = {"Authorization": f"Bearer {issue_token(user)}"}

    def call(method: str, path: str, body: Any = None) -> tuple[int, Any]:
        send = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        answer = client.generic(method, f"/api/v1/puzzles{path}", headers=headers, **send)
        return answer.status_code, answer.json()

    return call


def attempt(program: Call, puzzle: Puzzle, moves: Any) -> tuple[int, Any]:
    return program("POST", f"/{puzzle.slug}/attempt", {"moves": moves})


def test_list_holds_all_puzzles_and_marks_what_is_solved(program: Call, puzzle: Puzzle, user: Any) -> None:
    SolvedPuzzle.objects.create(user=user, puzzle=puzzle.slug)
    status, lines = program("GET", "")
    assert (status, len(lines)) == (200, len(every()))
    assert [line["puzzle"] for line in lines if line["solved"]] == [puzzle.slug]
    PuzzleLineOut.model_validate(lines[0])
    assert {line["game"] for line in program("GET", "?game=scrapbots")[1]} == {"scrapbots"}
    assert program("GET", "?game=nowhere")[1] == []


def test_puzzle_shows_the_table_and_keeps_its_solution(program: Call, puzzle: Puzzle) -> None:
    status, shown = program("GET", f"/{puzzle.slug}")
    PuzzleOut.model_validate(shown)
    assert (status, shown["goal"], shown["solved"]) == (200, puzzle.words, False)
    assert shown["legal"]
    assert "moves" not in shown
    assert puzzle.state not in json.dumps(shown)


def test_puzzle_of_today_is_one_of_them(program: Call) -> None:
    status, shown = program("GET", "/today")
    assert status == 200
    assert find(shown["puzzle"]) in every()


def test_who_gives_up_reads_the_solution(program: Call, puzzle: Puzzle) -> None:
    status, shown = program("GET", f"/{puzzle.slug}/solution")
    SolutionOut.model_validate(shown)
    assert (status, tuple(shown["moves"])) == (200, puzzle.moves)
    assert len(shown["words"]) == len(puzzle.moves)


def test_solution_solves_it_and_is_remembered(program: Call, puzzle: Puzzle, user: Any) -> None:
    status, verdict = attempt(program, puzzle, puzzle.moves)
    VerdictOut.model_validate(verdict)
    assert (status, verdict["solved"], verdict["gained"]) == (200, True, puzzle.amount)
    assert solved_by(user) == {puzzle.slug}
    assert attempt(program, puzzle, puzzle.moves)[1]["solved"]


def test_part_of_the_solution_misses_it(program: Call, puzzle: Puzzle, user: Any) -> None:
    status, verdict = attempt(program, puzzle, puzzle.moves[:-1])
    assert (status, verdict["solved"]) == (200, False)
    assert verdict["gained"] < puzzle.amount
    assert solved_by(user) == frozenset()


@pytest.mark.parametrize(
    ("moves", "status", "code"),
    [
        ([{"type": "fly"}], 422, "move/malformed"),
        ([{"type": "attack", "lane": 0, "attack": 0}] * 40, 422, "move/illegal"),
        ([{"type": "end-turn"}, {"type": "gain-scrap", "card": "scout"}], 422, "move/not-your-turn"),
        ([{}] * 101, 422, "request/invalid"),
        ("attack", 422, "request/invalid"),
    ],
)
def test_moves_that_cannot_be_made_are_refused(
    program: Call, puzzle: Puzzle, user: Any, moves: Any, status: int, code: str
) -> None:
    answered, refused = attempt(program, puzzle, moves)
    assert (answered, refused["code"]) == (status, code)
    assert solved_by(user) == frozenset()


def test_puzzle_is_played_move_by_move_in_a_private_match(program: Call, puzzle: Puzzle) -> None:
    status, match = program("POST", f"/{puzzle.slug}/match")
    assert status == 200
    assert match["terms"]["private"]
    assert (match["seat"], match["to_act"]) == (puzzle.seat, [puzzle.seat])
