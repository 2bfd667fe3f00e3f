"""The booklet of an edition, and its progress while it is being set."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from rules.booklets import tasks
from rules.booklets.job import digest_of
from rules.document.books import Book
from rules.wiki.stored_books import stored_book
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.requests import is_fragment
from scrapsite.common.typesetting import kept
from scrapsite.common.typesetting.answers import file_answer


@require_safe
def booklet_file(request: HttpRequest, game: str, edition: str) -> HttpResponse:
    """Return the booklet as a PDF, or redirect to its progress until it is set."""
    book = _book(game, edition)
    try:
        path = kept.find(_asked(request, book), tasks.FILE)
    except TooMany as error:
        return limits.refused(request, error)
    if path is None:
        return redirect("rules:booklet_detail", game, edition)
    name = f"{game}-{edition.replace('.', '-')}-rules.pdf"
    return file_answer(request, f'"{path.parent.name}"', "application/pdf", name, path.read_bytes)


@require_safe
def booklet_detail(request: HttpRequest, game: str, edition: str) -> HttpResponse:
    """Show how far the booklet is: a page, or for htmx the part that changes."""
    book = _book(game, edition)
    try:
        digest = _asked(request, book)
    except TooMany as error:
        return limits.refused(request, error)
    context = {"book": book, "is_done": kept.is_done(digest), "progress": kept.progress(digest)}
    prefix = "_" if is_fragment(request) else ""
    return render(request, f"rules/booklets/{prefix}booklet_detail.html", context)


def _asked(request: HttpRequest, book: Book) -> str:
    """Have the booklet set unless it is; return its digest. *Raises:* `TooMany` if it has to be."""
    digest = digest_of(book)
    if kept.is_needed(digest):
        limits.check("exports", request)
        tasks.ask_for(book)
    return digest


def _book(game: str, edition: str) -> Book:
    """Return the rulebook in force. *Raises:* `Http404`."""
    try:
        return stored_book(game, edition)
    except KeyError:
        raise Http404("There is no such rulebook.") from None
