"""The text of a whole book as finished HTML, made once and kept while nothing at its paragraphs changes.

It is the same for everybody: what only some readers may do is on the page around it.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules.books import Book
from rules.reading import Line, reading

_KEPT = 48

Threads = frozenset[tuple[str, int]]


def body(book: Book, threads: Mapping[str, int]) -> SafeString:
    """Return the chapters of *book*. *threads:* how many talk of the paragraph at an anchor."""
    return _body(book, frozenset(threads.items()))


@lru_cache(maxsize=_KEPT)
def _body(book: Book, threads: Threads) -> SafeString:
    counts = dict(threads)
    found = reading(book)
    chapters = [
        replace(chapter, lines=tuple(_marked(line, counts) for line in chapter.lines))
        for chapter in found.chapters
    ]
    context = {"book": book, "intro": found.intro, "chapters": chapters}
    return SafeString(_squeezed(render_to_string("rules/_body.html", context)))


def _marked(line: Line, counts: Mapping[str, int]) -> Line:
    """Return *line* with what people have said of it."""
    return replace(line, threads=counts.get(getattr(line.part, "anchor", ""), 0))


def _squeezed(html: str) -> str:
    """Return *html* without the indentation of its lines."""
    return "\n".join(line for part in html.splitlines() if (line := part.strip()))
