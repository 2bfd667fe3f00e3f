"""The history of a rulebook: every revision of every edition. Public, and the same for every visitor."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rules.wiki.permissions import may
from rules.wiki.queries.revisions import revisions
from rules.wiki.stored_books import editions_of
from rules.wiki.views.access import rulebook_or_404
from scrapsite.common.public import public_page

A_PAGE = 50


@public_page
def revision_list(request: HttpRequest, game: str) -> HttpResponse:
    """All revisions, the newest first. `?edition=` shows one edition only."""
    rulebook = rulebook_or_404(game)
    editions = editions_of(game)
    wanted = request.GET.get("edition", "")
    edition = next((book.edition for book in editions if book.edition == wanted), "")
    page = Paginator(revisions(game, edition), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "rulebook": rulebook,
        "editions": editions,
        "edition": edition,
        "page": page,
        "may_edit": may(request.user, "edit", rulebook),
    }
    return render(request, "rules/wiki/revision_list.html", context)
