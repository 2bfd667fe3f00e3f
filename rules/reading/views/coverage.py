"""What of a rulebook the program enforces, for everybody to see, and checks of it, for editors to make."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from rules.document.errors import BadText
from rules.reading.checks import check_page
from rules.reading.coverage import coverage
from rules.wiki.actions import program_checks
from rules.wiki.citations import cited_files
from rules.wiki.models import CheckVerdict
from rules.wiki.permissions import may
from rules.wiki.stored_books import editions_of, stored_book
from rules.wiki.views.access import edition_or_404, members_only, rulebook_or_404, see, shows_refusals
from rules.wiki.views.drafts import member
from scrapsite.common import limits
from scrapsite.common.limits import limited
from scrapsite.common.public import public_page
from scrapsite.common.requests import whole_number

_SAID = {
    CheckVerdict.HOLDS: "Confirmed: the game does what the paragraph says.",
    CheckVerdict.SOURCE: "Confirmed: the source says so.",
    CheckVerdict.FOLLOW: "Noted: the program must follow. The edition isn’t confirmed until it does.",
}


@require_safe
@public_page
@limited("heavy-pages")
def coverage_detail(request: HttpRequest, game: str, edition: str) -> HttpResponse:
    """Every paragraph of law, by how it stands to the program."""
    try:
        book = stored_book(game, edition)
    except KeyError:
        raise Http404("No such edition.") from None
    context = {"book": book, "editions": editions_of(game), "coverage": coverage(book)}
    return render(request, "rules/reading/coverage_detail.html", context)


@require_safe
@public_page
@limited("heavy-pages")
def program_check(request: HttpRequest, game: str, edition: str, anchor: str) -> HttpResponse:
    """One paragraph: what cites it, what has changed since it was checked, and who said what of it."""
    row = edition_or_404(game, edition)
    try:
        page = check_page(stored_book(game, edition), anchor)
    except KeyError:
        raise Http404("No such paragraph.") from None
    context = {"page": page, "book": page.book, "may_edit": may(request.user, "edit", row.rulebook)}
    return render(request, "rules/reading/program_check.html", context)


@require_POST
@members_only
@shows_refusals
def program_check_create(request: HttpRequest, game: str, edition: str, anchor: str) -> HttpResponse:
    """Say that the game does what a changed paragraph says or must follow, or that the source says so."""
    row = edition_or_404(game, edition)
    said = request.POST.get("verdict", "")
    if said not in CheckVerdict.values:
        raise BadText("Choose what the change means for the game.", "text/undecided")
    verdict, seen = CheckVerdict(said), whole_number(request.POST.get("seen", ""))
    limits.check("edits", request)
    try:
        program_checks.check(member(request), row, anchor, seen or 0, verdict, request.POST.get("note", ""))
    except KeyError:
        raise Http404("No such paragraph.") from None
    return see(request, reverse("rules:program_check", args=[game, edition, anchor]), _SAID[verdict])


@require_safe
@limited("heavy-pages")
def source_detail(request: HttpRequest, game: str, path: str) -> HttpResponse:
    """A file that cites rules of this game, line by line; to everybody but editors the page isn't there."""
    rulebook = rulebook_or_404(game)
    file = Path(settings.BASE_DIR, path)
    if not may(request.user, "edit", rulebook) or path not in cited_files(game) or not file.is_file():
        raise Http404("No such file.")
    context = {"rulebook": rulebook, "path": path, "lines": file.read_text("utf-8").splitlines()}
    return render(request, "rules/reading/source_detail.html", context)
