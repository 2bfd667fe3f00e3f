"""The page of differences between two versions of a rulebook."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from rules import shelf
from rules.books import Book
from rules.linking import version_of
from rules.queries.differences import BadVersion, book_at, choices, comparison, usual_pair
from scrapsite.serving.public import public_page


@public_page
def revision_compare(request: HttpRequest, game: str) -> HttpResponse:
    """What changed from one edition or revision of a rulebook to another, and a form to choose them."""
    if not shelf.editions(game):
        raise Http404("No such rulebook.")
    usual = usual_pair(game)
    asked_from, asked_to = (
        request.GET.get(side, usual[place]).strip() for place, side in enumerate(("from", "to"))
    )
    context: dict[str, Any] = {
        "game": game,
        "title": shelf.editions(game)[0].title,
        "choices": choices(game),
        "asked_from": asked_from,
        "asked_to": asked_to,
    }
    try:
        old, new = _book(game, "from", asked_from), _book(game, "to", asked_to)
    except BadVersion as error:
        return render(request, "rules/revision_compare.html", context | {"mistake": str(error)}, status=404)
    context |= {"asked_from": version_of(old), "asked_to": version_of(new)}
    context["comparison"] = comparison(old, new, request.GET.get("kind", ""))
    return render(request, "rules/revision_compare.html", context)


def _book(game: str, side: str, version: str) -> Book:
    try:
        return book_at(game, version)
    except BadVersion as error:
        raise BadVersion(f"{error} Choose what to compare {side}.") from None
