"""The page of the analysis of a finished match."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games import catalog
from games.analysis.asking import analysis_of, ask
from games.analysis.models import Analysis
from games.analysis.page import page_of, progress_of
from games.matches import access
from games.matches.models import Match
from games.matches.queries.people import people_of, seat_names
from games.matches.refusals import player_of, shows_refusals
from scrapsite.common import limits
from scrapsite.common.requests import is_fragment, whole_number


@require_http_methods(["GET", "HEAD", "POST"])
@shows_refusals
def match_analysis(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the analysis, about the seat `?seat=`, or how far it is. A POST has it made.

    A visitor who isn't signed in becomes a guest by that.
    """
    match = access.match_for(request.user, match_id)
    found = analysis_of(match)
    if request.method == "POST":
        return _ask(request, match)
    if is_fragment(request):
        return _progress(request, match, found)
    own = access.seat_of(request.user, match).seat
    seats = people_of(match)
    context: dict[str, Any] = {
        "match": match,
        "title": catalog.title(match.title),
        "names": seat_names(seats),
        "analysis": found,
    }
    if found is not None and found.stage == Analysis.Stage.DONE:
        context["page"] = page_of(match, found, _seat(request, match, own), own)
    elif found is not None and found.is_under_way:
        context["progress"] = progress_of(match, found)
    return render(request, "games/analysis/match_analysis.html", context)


def _ask(request: HttpRequest, match: Match) -> HttpResponse:
    limits.check("analyses", request)
    ask(match, player_of(request))
    response = redirect("games:match_analysis", match.pk)
    response.status_code = 303
    return response


def _progress(request: HttpRequest, match: Match, found: Analysis | None) -> HttpResponse:
    """Return how far it is; have the page loaded anew when it is no longer under way."""
    if found is None or not found.is_under_way:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "_progress.html", {"progress": progress_of(match, found)})


def _seat(request: HttpRequest, match: Match, own: int) -> int:
    """Return the seat that the address asks for; without one the reader's own, or the first."""
    wanted = request.GET.get("seat", "")
    seat = whole_number(wanted) if wanted else max(own, 0)
    if seat is None or seat >= len(match.bots):
        raise Http404("There is no such seat.")
    return seat
