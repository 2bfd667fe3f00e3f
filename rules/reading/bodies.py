"""The text of a whole book as finished HTML, made once and kept while nothing at its paragraphs changes.

It is the same for everybody: what only some readers may do is on the page around it.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from rules.document.books import Book
from rules.reading.text import Line, reading, said_now
from rules.talk.queries.rulings import DatedRuling, rulings_in
from rules.talk.queries.threads import thread_counts
from rules.wiki.program import Standing, changes, usual_standings
from rules.wiki.queries.claims import Claim, unchecked

_KEPT = 48

Rulings = tuple[DatedRuling, ...]


def body(book: Book) -> SafeString:
    """Return the chapters of *book*, with the rulings on its paragraphs and how many threads each has."""
    threads, rulings, changed = thread_counts(book), rulings_in(book), changes(book)
    kept = (tuple(found.items()) for found in (threads, rulings, changed, unchecked(book)))
    return _body(book, *kept)


@lru_cache(maxsize=_KEPT)
def _body(
    book: Book,
    threads: tuple[tuple[str, int], ...],
    rulings: tuple[tuple[str, Rulings], ...],
    changed: tuple[tuple[str, Standing], ...],
    claims: tuple[tuple[str, Claim], ...],
) -> SafeString:
    found, counts, ruled = reading(book), dict(threads), dict(rulings)
    stands, unproved = usual_standings(book) | dict(changed), dict(claims)
    chapters = [
        replace(
            chapter,
            lines=tuple(said_now(_marked(line, counts, ruled, stands), unproved) for line in chapter.lines),
        )
        for chapter in found.chapters
    ]
    context = {"book": book, "intro": found.intro, "chapters": chapters}
    return SafeString(_squeezed(render_to_string("rules/reading/_body.html", context)))


def _marked(
    line: Line,
    threads: Mapping[str, int],
    rulings: Mapping[str, Rulings],
    stands: Mapping[str, Standing],
) -> Line:
    """Return *line* with its threads and rulings, and how it stands to the program."""
    anchor = getattr(line.part, "anchor", "")
    if not anchor:
        return line
    return replace(
        line,
        threads=threads.get(anchor, 0),
        rulings=rulings.get(anchor, ()),
        standing=stands.get(anchor),
    )


def _squeezed(html: str) -> str:
    """Return *html* without indentation and empty lines."""
    return "\n".join(line for part in html.splitlines() if (line := part.strip()))
