"""The booklet of an edition, and its progress while it is being set."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from rules.booklets import tasks
from rules.booklets.job import digest_of
from rules.booklets.length import about_sheets
from rules.document.books import Book
from rules.wiki.stored_books import stored_book
from scrapsite.common.origins import same_origin_post
from scrapsite.common.requests import is_fragment
from scrapsite.common.typesetting import kept
from scrapsite.common.typesetting.answers import file_answer
from scrapsite.common.typesetting.asking import asked, progress_of


@require_safe
def booklet_file(request: HttpRequest, game: str, edition: str) -> HttpResponse:
    """Return the booklet as a PDF, or redirect to its progress if it isn't set."""
    digest = digest_of(_book(game, edition))
    path = kept.find(digest, tasks.FILE)
    if path is None:
        return redirect("rules:booklet_detail", game, edition)
    return file_answer(request, f'"{digest}"', "application/pdf", _name(game, edition), path.read_bytes)


@same_origin_post
@require_http_methods(["GET", "HEAD", "POST"])
def booklet_detail(request: HttpRequest, game: str, edition: str) -> HttpResponse:
    """Show how far the booklet is: a page, or for htmx the part that changes. A POST has it set."""
    book = _book(game, edition)
    digest, file_url = digest_of(book), reverse("rules:booklet_file", args=(game, edition))
    if request.method == "POST":
        return asked(request, digest, lambda: tasks.ask_for(book), file_url)
    sheets = about_sheets(book)
    takes = f"About {sheets} sheet{'s' if sheets > 1 else ''} of A4 or Letter, with two pages on each side."
    shown = {"book": book, "takes": takes, **progress_of(digest, file_url, _name(game, edition))}
    prefix = "_" if is_fragment(request) else ""
    return render(request, f"rules/booklets/{prefix}booklet_detail.html", shown)


def _name(game: str, edition: str) -> str:
    return f"{game}-{edition.replace('.', '-')}-rules.pdf"


def _book(game: str, edition: str) -> Book:
    """Return the rulebook in force. *Raises:* `Http404`."""
    try:
        return stored_book(game, edition)
    except KeyError:
        raise Http404("There is no such rulebook.") from None
