"""The text of a whole book as finished HTML, made once and kept while nothing at its paragraphs changes.

It is the same for everybody: what only some readers may do is on the page around it.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules.document.books import Book
from rules.reading.text import Line, reading
from rules.talk.queries.rulings import DatedRuling, rulings_in
from rules.talk.queries.threads import thread_counts

_KEPT = 48

Rulings = tuple[DatedRuling, ...]


def body(book: Book) -> SafeString:
    """Return the chapters of *book*, with the rulings on its paragraphs and how many threads each has."""
    return _body(book, tuple(thread_counts(book).items()), tuple(rulings_in(book).items()))


@lru_cache(maxsize=_KEPT)
def _body(
    book: Book, threads: tuple[tuple[str, int], ...], rulings: tuple[tuple[str, Rulings], ...]
) -> SafeString:
    found, counts, ruled = reading(book), dict(threads), dict(rulings)
    chapters = [
        replace(chapter, lines=tuple(_marked(line, counts, ruled) for line in chapter.lines))
        for chapter in found.chapters
    ]
    context = {"book": book, "intro": found.intro, "chapters": chapters}
    return SafeString(_squeezed(render_to_string("rules/reading/_body.html", context)))


def _marked(line: Line, threads: Mapping[str, int], rulings: Mapping[str, Rulings]) -> Line:
    """Return *line* with its threads and rulings."""
    anchor = getattr(line.part, "anchor", "")
    if anchor not in threads and anchor not in rulings:
        return line
    return replace(line, threads=threads.get(anchor, 0), rulings=rulings.get(anchor, ()))


def _squeezed(html: str) -> str:
    """Return *html* without indentation and empty lines."""
    return "\n".join(line for part in html.splitlines() if (line := part.strip()))
