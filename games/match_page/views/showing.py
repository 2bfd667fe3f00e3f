"""How the pages of a match are shown: whole, or as a fragment for htmx, with a notice after a refusal."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.match_page import fold
from games.matches import access
from games.matches.models import Match, Status
from games.matches.refusals import Notice
from games.replay.story import story
from scrapsite.common.requests import is_fragment, whole_number

_LONGEST_PICK = 40


def show_match(
    request: HttpRequest, match: Match, *, notice: Notice | None = None, status: int = 200
) -> HttpResponse:
    """Return the match as the visitor sees it: a fragment for htmx, else the page."""
    if is_fragment(request):
        return show_board(request, match, notice=notice, status=status)
    return render(
        request, "games/match_page/match_detail.html", _shown(request, match, notice), status=status
    )


def show_board(
    request: HttpRequest, match: Match, *, notice: Notice | None = None, status: int = 200
) -> HttpResponse:
    """Return the board as the fragment that open pages put in place of theirs.

    The tab's title and the header's count come with it, as they change with the board.
    """
    return render(
        request, "games/match_page/_board_answer.html", _shown(request, match, notice), status=status
    )


def _shown(request: HttpRequest, match: Match, notice: Notice | None) -> dict[str, Any]:
    """Return what the templates get.

    *changed_at:* by which pages notice what makes no step. While a match goes on, steps tell of everything,
    and when they were made is no business of those who watch late.
    """
    changed_at = "" if match.status == Status.RUNNING else match.updated_at.isoformat()
    return {"board": board_for(request, match), "notice": notice, "changed_at": changed_at}


def board_for(request: HttpRequest, match: Match) -> fold.MatchPage:
    """Return the board as the visitor sees it, with what its address picks up or narrates."""
    viewer = access.seat_of(request.user, match)
    whole_log, since = request.GET.get("log") == "all", whole_number(request.GET.get("since", ""))
    board = fold.board(match, viewer, whole_log=whole_log, since=since)
    told = whole_number(request.GET.get("tell", ""), high=99_999)
    narrated = story(match, viewer) if told is not None else None
    picked = request.GET.get("pick", "")[:_LONGEST_PICK]
    return replace(board, picked=picked, story=narrated, narrated=told if narrated and told else 0)


def show_after(request: HttpRequest, match_id: str) -> HttpResponse:
    """Answer a change that was carried out: the fresh fragment for htmx, else the way back to the page."""
    if is_fragment(request):
        return show_match(request, access.match_for(request.user, match_id))
    response = redirect("games:match_detail", match_id)
    response.status_code = 303
    return response
