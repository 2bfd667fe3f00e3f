"""The page of differences between two versions of a rulebook."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from rules.reading.differences import BadVersion, book_at, choices, comparison, usual_pair
from rules.wiki.linking import version_of
from rules.wiki.stored_books import editions_of
from scrapsite.common.limits import limited
from scrapsite.common.public import public_page


@public_page
@limited("heavy-pages")
def revision_compare(request: HttpRequest, game: str) -> HttpResponse:
    """What changed from one edition or revision of a rulebook to another, and a form to choose them."""
    if not editions_of(game):
        raise Http404("No such rulebook.")
    usual = usual_pair(game)
    asked_from, asked_to = (
        request.GET.get(side, usual[place]).strip() for place, side in enumerate(("from", "to"))
    )
    context: dict[str, Any] = {
        "game": game,
        "title": editions_of(game)[0].title,
        "choices": choices(game),
        "asked_from": asked_from,
        "asked_to": asked_to,
    }
    try:
        old, new = book_at(game, asked_from), book_at(game, asked_to)
    except BadVersion as error:
        known = {choice.value for _, versions in context["choices"] for choice in versions}
        context["asked_from"] = asked_from if asked_from in known else usual[0]
        context["asked_to"] = asked_to if asked_to in known else usual[1]
        return render(
            request, "rules/reading/revision_compare.html", context | {"mistake": str(error)}, status=404
        )
    context |= {"asked_from": version_of(old), "asked_to": version_of(new)}
    if len(context["choices"]) == len(context["choices"][0][1]) == 1:
        return render(request, "rules/reading/revision_compare.html", context | {"only": old})
    context["comparison"] = comparison(old, new, request.GET.get("kind", ""))
    return render(request, "rules/reading/revision_compare.html", context)
