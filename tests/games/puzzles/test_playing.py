"""A puzzle is played at the table: the goal stands above the board, and the turn solves it or doesn't."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.engine import codec
from games.engine.viewers import seat_viewer
from games.match_page import fold
from games.matches.actions.play import play_move
from games.matches.actions.terms import LONGEST_NAME
from games.matches.actions.undo import undo_move
from games.matches.models import Match, Status
from games.matches.tasks import play_bot_turn
from games.puzzles.attempts import begin_attempt, judge, name_of, solved_by
from games.puzzles.data import Puzzle, every, find, puzzles
from games.puzzles.models import SolvedPuzzle
from games.titles.junkyard.moves import SetProgram
from games.titles.scrapbots.moves import BuildScrapbot, EndTurn, GainScrap

pytestmark = pytest.mark.django_db


@pytest.fixture
def puzzle() -> Puzzle:
    return next(one for one in puzzles("scrapbots") if one.goal == "wounds")


def play(match: Match, user, *moves) -> None:
    for move in moves:
        match.refresh_from_db()
        play_move(match.pk, user, match.seq, f"move-{match.seq}", codec.to_plain(move))
    match.refresh_from_db()


def stage(match: Match, puzzle: Puzzle) -> str:
    panel = fold.board(match, seat_viewer(puzzle.seat)).puzzle
    assert panel is not None
    return panel.stage


@pytest.mark.parametrize(
    "puzzle",
    [min(puzzles(title), key=lambda one: len(one.moves)) for title in ("scrapbots", "junkyard", "scrapyard")],
    ids=lambda one: one.slug,
)
def test_solution_solves_the_puzzle_and_is_remembered(puzzle, user):
    match = begin_attempt(user, puzzle)
    assert stage(match, puzzle) == "open"
    play(match, user, *puzzle.solution())
    assert stage(match, puzzle) == "solved"
    assert solved_by(user) == {puzzle.slug}
    play(match, user, SetProgram("done") if puzzle.title == "junkyard" else EndTurn())
    assert stage(match, puzzle) == "solved"
    assert SolvedPuzzle.objects.count() == 1


@pytest.mark.parametrize("puzzle", [one for one in puzzles("scrapbots") if one.goal == "win"])
def test_win_on_the_right_way_solves_a_puzzle_even_if_luck_shortens_it(puzzle, user):
    match = begin_attempt(user, puzzle)
    for move in puzzle.solution():
        if match.status == Status.RUNNING:
            play(match, user, move)
    assert match.status == Status.FINISHED
    assert stage(match, puzzle) == "solved"
    assert solved_by(user) == {puzzle.slug}


@pytest.fixture
def duel() -> Puzzle:
    return puzzles("scrap-knights")[0]


def test_right_act_solves_a_duel_whatever_is_answered(duel, user):
    match = begin_attempt(user, duel)
    assert stage(match, duel) == "open"
    play(match, user, *duel.solution())
    assert stage(match, duel) == "solved"
    assert solved_by(user) == {duel.slug}


def test_opponent_who_chooses_first_ends_no_duel(duel, user):
    match = begin_attempt(user, duel)
    play_bot_turn.func(match.pk)
    match.refresh_from_db()
    assert match.seq > 0
    assert stage(match, duel) == "open"
    play(match, user, *duel.solution())
    assert stage(match, duel) == "solved"


def test_other_act_misses_a_duel_even_if_nothing_answers_it_yet(duel, user):
    match = begin_attempt(user, duel)
    other = next(move for move in duel.game.legal(duel.begin(), duel.seat) if [move] != duel.solution())
    play(match, user, other)
    assert stage(match, duel) == "missed"
    assert solved_by(user) == frozenset()


def test_turn_that_ends_without_the_goal_misses_the_puzzle(puzzle, user):
    match = begin_attempt(user, puzzle)
    play(match, user, EndTurn())
    assert stage(match, puzzle) == "missed"
    assert solved_by(user) == frozenset()


def test_move_that_was_taken_back_does_not_count(puzzle, user):
    match = begin_attempt(user, puzzle)
    wasted = next(
        move
        for move in puzzle.game.legal(puzzle.begin(), puzzle.seat)
        if isinstance(move, GainScrap | BuildScrapbot)
    )
    play(match, user, wasted)
    undo_move(match.pk, user, match.seq, "undo-1")
    play(match, user, *puzzle.solution())
    assert solved_by(user) == {puzzle.slug}


def test_next_attempt_ends_the_one_before(puzzle, user):
    first, second = begin_attempt(user, puzzle), begin_attempt(user, puzzle)
    first.refresh_from_db()
    assert first.status == Status.FINISHED
    assert second.status == Status.RUNNING


def test_no_attempt_has_a_longer_name_than_a_match_may_have(user):
    """PostgreSQL refused to store the names of 34 puzzles, so that they couldn't be begun."""
    assert max(len(name_of(puzzle)) for puzzle in every()) <= LONGEST_NAME
    goal = "Salvage cards worth 6 points this round, all of…"
    assert begin_attempt(user, puzzles("junkyard")[0]).name == f"Puzzle 1: {goal}"


def test_moves_that_are_not_legal_are_left_out(puzzle):
    assert judge(puzzle, [puzzle.solution()[-1]] * 40).gained < puzzle.amount
    assert judge(puzzle, puzzle.solution()).is_solved


def test_other_matches_have_no_goal(scrapbots_duel):
    assert fold.board(Match.objects.get(pk=scrapbots_duel.id), seat_viewer(0)).puzzle is None


def test_visitor_starts_a_puzzle_and_sees_its_goal_above_the_board(puzzle):
    client = Client(HTTP_SEC_FETCH_SITE="same-origin", HTTP_ORIGIN="http://testserver")
    page = client.get(f"/puzzles/{puzzle.slug}/").content.decode()
    assert puzzle.words in page
    started = client.post(f"/puzzles/{puzzle.slug}/start/")
    assert started.status_code == 303
    board = client.get(started["Location"]).content.decode()
    assert puzzle.words in board
    assert "Start again" in board


@pytest.mark.parametrize("title", ["scrapbots", "junkyard", "scrapyard", "scrap-knights"])
def test_page_of_a_puzzle_shows_its_table_and_the_whole_solution(title):
    puzzle = puzzles(title)[0]
    page = Client().get(f"/puzzles/{puzzle.slug}/")
    assert page.status_code == 200
    assert page.content.decode().count("<li>") >= len(puzzle.moves)
    assert "tell=1" not in page.content.decode(), "there is no match yet whose last round could be told"


def test_cards_in_the_field_of_a_puzzle_are_reached_by_tab():
    """No key of the match page leads to them there, nor in a replay."""
    page = Client().get(f"/puzzles/{puzzles('scrapyard')[0].slug}/").content.decode()
    cards = re.findall(r'<a class="plot__press[^>]*>', page)
    assert cards
    assert all('tabindex="0"' in card for card in cards)


def test_list_marks_what_a_player_has_solved(puzzle, user):
    SolvedPuzzle.objects.create(user=user, puzzle=puzzle.slug)
    client = Client()
    assert "✓ solved" not in client.get("/puzzles/").content.decode()
    client.force_login(user)
    assert client.get("/puzzles/").content.decode().count("✓ solved") == 1


def test_page_of_today_leads_to_a_puzzle():
    answer = Client().get("/puzzles/today/")
    assert find(answer["Location"].split("/")[-2]) in every()
