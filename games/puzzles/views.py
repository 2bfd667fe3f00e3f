"""The list of puzzles, the puzzle of the day, one puzzle, and the beginning of an attempt."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games import catalog
from games.matches.refusals import player_of
from games.puzzles.attempts import begin_attempt, solved_by
from games.puzzles.data import Puzzle, every, find, of_day
from games.puzzles.pages import board_of, following, groups, solution_words
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.origins import same_origin_post
from scrapsite.common.public import public_page


@require_safe
@public_page
def puzzle_list(request: HttpRequest) -> HttpResponse:
    """List all puzzles by game; those that the visitor has solved are marked."""
    shown = {"groups": groups(solved_by(request.user)), "count": len(every())}
    return render(request, "games/puzzles/puzzle_list.html", shown)


@require_safe
def puzzle_today(request: HttpRequest) -> HttpResponse:
    """Lead to the puzzle of the day, which begins at midnight UTC."""
    return redirect("games:puzzle_detail", of_day(timezone.now().date()).slug)


@require_safe
@public_page
def puzzle_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a puzzle: the goal, the table, and the solution behind a press."""
    puzzle = _found(slug)
    shown = {
        "puzzle": puzzle,
        "title": catalog.title(puzzle.title),
        "board": board_of(puzzle),
        "solution": solution_words(puzzle),
        "is_solved": puzzle.slug in solved_by(request.user),
        "following": following(puzzle).slug,
    }
    return render(request, "games/puzzles/puzzle_detail.html", shown)


@same_origin_post
@require_POST
def puzzle_start(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin an attempt. A visitor who isn't signed in becomes a guest."""
    puzzle = _found(slug)
    try:
        limits.check("matches", request)
        match = begin_attempt(player_of(request), puzzle)
    except TooMany as error:
        return limits.refused(request, error)
    response = redirect("games:match_detail", match.pk)
    response.status_code = 303
    return response


def _found(slug: str) -> Puzzle:
    puzzle = find(slug)
    if puzzle is None:
        raise Http404("There is no such puzzle.")
    return puzzle
