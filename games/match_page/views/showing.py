"""How the pages of a match are shown: whole, or as a fragment for htmx, with a notice after a refusal."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString

from games.boards.drawing import MOVE_ID, draw, filled
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
    """Return the board as a fragment with which open pages replace theirs.

    It includes the tab's title and the header's count, which change with the board.
    """
    return render(
        request, "games/match_page/_board_answer.html", _shown(request, match, notice), status=status
    )


def _shown(request: HttpRequest, match: Match, notice: Notice | None) -> dict[str, Any]:
    """Return the context of the templates.

    *changed_at:* lets pages notice changes that make no step. It is empty while a match runs: then steps are
    enough, and it would show those who watch with a delay when steps are made.
    """
    changed_at = "" if match.status == Status.RUNNING else match.updated_at.isoformat()
    board = replace(board_for(request, match), client_move_id=MOVE_ID)
    shown = {"board": board, "notice": notice, "changed_at": changed_at, "user": request.user}
    html = draw("games/match_page/_board.jinja", {**shown, "request": request})
    return {"board": board, "notice": notice, "board_html": SafeString(filled(html, request))}


def board_for(request: HttpRequest, match: Match) -> fold.MatchPage:
    """Return the board as the visitor sees it, with what the address picks up (`pick`) or tells (`tell`)."""
    viewer = access.seat_of(request.user, match)
    whole_log, since = request.GET.get("log") == "all", whole_number(request.GET.get("since", ""))
    board = fold.board(match, viewer, whole_log=whole_log, since=since)
    told = whole_number(request.GET.get("tell", ""), high=99_999)
    narrated = story(match, viewer) if told is not None else None
    picked = request.GET.get("pick", "")[:_LONGEST_PICK]
    return replace(board, picked=picked, story=narrated, narrated=told if narrated and told else 0)


def show_after(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the answer to a successful change: a fresh fragment for htmx, else a redirect to the page."""
    if is_fragment(request):
        return show_match(request, access.match_for(request.user, match_id))
    response = redirect("games:match_detail", match_id)
    response.status_code = 303
    return response
