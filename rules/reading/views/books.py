"""The rulebook pages: all books, one book, one paragraph. All are public and the same for everybody."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rules.document.books import Book, Paragraph
from rules.reading import text as reading
from rules.reading.bodies import body
from rules.talk.queries.rulings import rulings_in
from rules.wiki.linking import Where, book_address, compare_address, paragraph_address
from rules.wiki.queries.revisions import RevisionLine, last_with, revision_line, revisions, rewordings
from rules.wiki.stored_books import editions_of, stored_book
from scrapsite.common.limits import limited
from scrapsite.common.public import public_page
from scrapsite.common.requests import is_fragment


@public_page
def book_list(request: HttpRequest) -> HttpResponse:
    """Every game's rulebooks with their editions."""
    return render(request, "rules/reading/book_list.html", {"book_groups": reading.book_groups()})


def book_newest(request: HttpRequest, game: str) -> HttpResponse:
    """Go to the newest edition of a game's rules."""
    found = editions_of(game)
    if not found:
        return _not_found(request, f"There is no rulebook for “{game}”.")
    return redirect("rules:book_detail", game, found[0].edition)


@public_page
@limited("heavy-pages")
def book_detail(request: HttpRequest, game: str, edition: str, revision: int | None = None) -> HttpResponse:
    """One whole rulebook, in force or in an older revision."""
    editions = editions_of(game)
    book = _book(editions, game, edition, revision)
    if book is None:
        return _not_found(request, _no_edition(game, edition, revision))
    made = revisions(game, edition)
    context = {
        "reading": reading.reading(book),
        "body": body(book),
        "editions": editions,
        "revisions": made,
        "address": request.build_absolute_uri(book_address(book)),
        **_standing(book, editions, made),
    }
    return render(request, "rules/reading/book_detail.html", context)


@public_page
def paragraph_detail(
    request: HttpRequest, game: str, edition: str, anchor: str, revision: int | None = None
) -> HttpResponse:
    """One paragraph with its surroundings: a page, or for htmx only the part that goes into a panel."""
    editions = editions_of(game)
    book = _book(editions, game, edition, revision)
    if book is None:
        return _not_found(request, _no_edition(game, edition, revision))
    paragraph = book.by_anchor.get(anchor)
    if paragraph is None:
        return _not_found(request, f"These rules have no paragraph “{anchor}”.", book, anchor)
    if is_fragment(request):
        return render(request, "rules/reading/_paragraph.html", _alone(book, paragraph, "panel"))
    made = revisions(game, edition)
    context = _alone(book, paragraph, "alone") | {
        "siblings": reading.siblings(editions, book, anchor),
        "neighbours": reading.neighbours(book, anchor),
        "rewordings": rewordings(made, anchor),
        **_standing(book, editions, made, anchor),
    }
    return render(request, "rules/reading/paragraph_detail.html", context)


def _alone(book: Book, paragraph: Paragraph, where: Where) -> dict[str, Any]:
    return {
        "book": book,
        "in_panel": where == "panel",
        "line": reading.line_alone(book, paragraph, where),
        "around": reading.around(book, paragraph, where),
        "rulings": rulings_in(book).get(paragraph.anchor, ()),
        "read_on": book_address(book, paragraph.anchor),
    }


def _standing(
    book: Book, editions: Sequence[Book], made: tuple[RevisionLine, ...], anchor: str = ""
) -> dict[str, Any]:
    """Return what a page says about its revision, with links to the one in force."""
    head = next(other for other in editions if other.edition == book.edition)
    is_there = anchor in head.by_anchor
    return {
        "book": book,
        "shown": revision_line(made, book.revision),
        "in_force_url": paragraph_address(head, anchor) if is_there else book_address(head),
        "compare_url": "" if book.is_head else compare_address(book, head),
        "is_gone": bool(anchor) and not is_there,
    }


def _book(editions: Sequence[Book], game: str, edition: str, revision: int | None) -> Book | None:
    """Return the book asked for, or None. *editions:* the game's books in force."""
    if revision is None:
        return next((book for book in editions if book.edition == edition), None)
    try:
        return stored_book(game, edition, revision)
    except KeyError:
        return None


def _no_edition(game: str, edition: str, revision: int | None) -> str:
    which = f"edition “{edition}”" if revision is None else f"revision {revision} of edition “{edition}”"
    return f"There is no {which} of the rules of “{game}”."


def _not_found(request: HttpRequest, said: str, book: Book | None = None, wanted: str = "") -> HttpResponse:
    """Return a 404 that shows what there is instead."""
    context = {
        "said": said,
        "book_groups": reading.book_groups(),
        "book": book,
        "likely": reading.likely_anchors(book, wanted) if book else (),
        "last": last_with(book.game, book.edition, wanted) if book else 0,
        "wanted": wanted,
        "book_url": book_address(book) if book else "",
    }
    return render(request, "rules/reading/not_found.html", context, status=404)
