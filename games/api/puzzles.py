"""The API for puzzles: turns with one way to reach a goal."""

from typing import Annotated, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Query, Router, Schema
from pydantic import Field

from games.api.schemas import MatchOut
from games.api.tools import OF_A_MATCH, OF_A_MOVE, show_match
from games.engine import codec
from games.engine.viewers import seat_viewer
from games.puzzles.attempts import begin_attempt, solved_by, try_moves
from games.puzzles.data import Puzzle, every, find, of_day
from games.puzzles.pages import solution_words
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.accounts.models import Scope
from scrapsite.common import limits
from scrapsite.common.api import SIGNED_IN, Incoming, player, to_json

router = Router(tags=["puzzles"], auth=TokenOrSession(Scope.PLAY))

MOST_MOVES = 100


class Trying(Incoming):
    """*moves:* those of the turn, in order, each as in `legal`. The end of the turn can be left out."""

    moves: Annotated[list[dict[str, Any]], Field(max_length=MOST_MOVES)]


class PuzzleLineOut(Schema):
    """A puzzle in the list. *goal:* as a sentence. *level:* `easy`, `medium` or `hard`. *solved:* by you."""

    puzzle: Annotated[str, Field(examples=["scrapbots-1"])]
    game: str
    edition: str
    goal: str
    level: str
    solved: bool


class PuzzleOut(PuzzleLineOut):
    """A puzzle. *seat:* the one you take; it has to gain *amount* within its turn, which has just begun.

    *view:* the table as that seat sees it. *legal:* its first moves.
    """

    seat: int
    amount: int
    view: dict[str, Any]
    legal: list[dict[str, Any]]


class SolutionOut(Schema):
    """The moves that solve a puzzle. *words:* the same moves in words."""

    puzzle: str
    moves: list[dict[str, Any]]
    words: list[str]


class VerdictOut(Schema):
    """*gained:* what the moves gain for sure of the *amount*, with coins on tails and whatever is hidden."""

    puzzle: str
    solved: bool
    gained: int
    amount: int
    words: str


@router.get("/puzzles", response={200: list[PuzzleLineOut], **SIGNED_IN})
def list_puzzles(request: HttpRequest, game: str = Query("", max_length=40)) -> HttpResponse:
    """List the puzzles of a game, or of all games. *game:* its slug."""
    user = player(request)
    limits.check("reads", request, user)
    solved = solved_by(user)
    return to_json([_line(one, one.slug in solved) for one in every() if game in ("", one.title)])


@router.get("/puzzles/today", response={200: PuzzleOut, **SIGNED_IN})
def read_puzzle_of_day(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day, which begins at midnight UTC."""
    return _show(request, of_day(timezone.now().date()))


@router.get("/puzzles/{puzzle}", response={200: PuzzleOut, **OF_A_MATCH})
def read_puzzle(request: HttpRequest, puzzle: str) -> HttpResponse:
    """Show a puzzle, without its solution."""
    return _show(request, _found(puzzle))


@router.get("/puzzles/{puzzle}/solution", response={200: SolutionOut, **OF_A_MATCH})
def read_puzzle_solution(request: HttpRequest, puzzle: str) -> HttpResponse:
    """Give up and show the solution."""
    limits.check("reads", request, player(request))
    found = _found(puzzle)
    return to_json({"puzzle": found.slug, "moves": found.moves, "words": solution_words(found)})


@router.post("/puzzles/{puzzle}/attempt", response={200: VerdictOut, **OF_A_MOVE})
def attempt_puzzle(request: HttpRequest, puzzle: str, body: Trying) -> HttpResponse:
    """Try to solve a puzzle with all moves at once. That you have solved it is remembered.

    A move that isn't legal is refused, and nothing is remembered.
    """
    user = player(request)
    found = _found(puzzle)
    limits.check("moves", request, user)
    verdict = try_moves(user, found, body.moves)
    return to_json(
        {
            "puzzle": found.slug,
            "solved": verdict.is_solved,
            "gained": verdict.gained,
            "amount": found.amount,
            "words": found.words_of_gain(verdict.gained),
        }
    )


@router.post("/puzzles/{puzzle}/match", response={200: MatchOut, **OF_A_MATCH})
def begin_puzzle_match(request: HttpRequest, puzzle: str) -> HttpResponse:
    """Begin a private match against bots with a puzzle, to play it move by move. It ends earlier attempts."""
    user = player(request)
    found = _found(puzzle)
    limits.check("matches", request, user)
    return show_match(user, begin_attempt(user, found))


def _found(slug: str) -> Puzzle:
    puzzle = find(slug)
    if puzzle is None:
        raise Http404
    return puzzle


def _show(request: HttpRequest, puzzle: Puzzle) -> HttpResponse:
    user = player(request)
    limits.check("reads", request, user)
    game, state = puzzle.game, puzzle.begin()
    shown = _line(puzzle, puzzle.slug in solved_by(user)) | {
        "seat": puzzle.seat,
        "amount": puzzle.amount,
        "view": game.view(state, seat_viewer(puzzle.seat)),
        "legal": [codec.to_plain(move) for move in game.legal(state, puzzle.seat)],
    }
    return to_json(shown)


def _line(puzzle: Puzzle, is_solved: bool) -> dict[str, Any]:
    return {
        "puzzle": puzzle.slug,
        "game": puzzle.title,
        "edition": puzzle.edition,
        "goal": puzzle.words,
        "level": puzzle.level_name,
        "solved": is_solved,
    }
