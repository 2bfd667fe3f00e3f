"""What of a rulebook is enforced and tested, for everybody to see."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.reading.coverage import coverage
from rules.wiki.stored_books import editions_of, stored_book
from scrapsite.common.limits import limited
from scrapsite.common.public import public_page


@require_safe
@public_page
@limited("heavy-pages")
def coverage_detail(request: HttpRequest, game: str, edition: str) -> HttpResponse:
    """Every paragraph of law with the tests, events and refusals that cite it."""
    try:
        book = stored_book(game, edition)
    except KeyError:
        raise Http404("No such edition.") from None
    context = {"book": book, "editions": editions_of(game), "coverage": coverage(book)}
    return render(request, "rules/reading/coverage_detail.html", context)
