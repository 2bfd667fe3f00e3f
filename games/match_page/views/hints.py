"""Hints on the page of a match: asking for one, and looking whether it has been found."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from games.coaching.asking import ask, shown_hint
from games.match_page.views.showing import show_after, show_board
from games.matches import access
from games.matches.refusals import shows_refusals
from scrapsite.common import limits
from scrapsite.common.requests import is_fragment


@require_http_methods(["GET", "HEAD", "POST"])
@shows_refusals
def match_hint(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask for a hint. A GET shows the board with it, and answers 204 as long as it is looked for."""
    match, people = access.match_and_people(request.user, match_id)
    viewer = access.viewer_of(request.user, people)
    if request.method == "POST":
        limits.check("hints", request)
        ask(match, viewer)
        return show_after(request, match_id)
    if not is_fragment(request):
        return redirect("games:match_detail", match_id)
    hint = shown_hint(match, viewer, people)
    return HttpResponse(status=204) if hint and hint.is_waiting else show_board(request, match, people)
