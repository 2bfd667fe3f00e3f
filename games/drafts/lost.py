"""The page for what is played by a draft edition that the site can't make any more.

A title's bounds may change after a revision was saved. Its matches, their boards and replays all need the
edition, so one middleware answers for all of their addresses.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.drafts.errors import LostEdition
from games.matches.models import Match
from scrapsite.common.errors import http_status
from scrapsite.common.requests import is_fragment

_PAGE, _PART = "games/workshop/edition_lost.html", "games/workshop/_edition_lost.html"


class LostEditions:
    """Middleware that turns a `LostEdition` into a page that says so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the answer of the view."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page if *error* says that an edition is lost."""
        if not isinstance(error, LostEdition):
            return None
        found: dict[str, Any] = request.resolver_match.kwargs if request.resolver_match else {}
        context = {"error": error, "match": _match(str(found.get("match_id", "")))}
        template = _PART if is_fragment(request) else _PAGE
        return render(request, template, context, status=http_status(error))


def _match(match_id: str) -> Match | None:
    """Return the match that the address names; its view has let the visitor in already."""
    return Match.objects.filter(pk=match_id).first() if match_id else None
