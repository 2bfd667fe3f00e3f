"""What the rulebook pages show: books and paragraphs with their links and marks in place."""

from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from django.utils.safestring import SafeString

from games import catalog
from games.engine.protocol import Title
from rules import shelf
from rules.books import Book, Heading, Note, Paragraph, Section
from rules.citations import enforced
from rules.linking import Linker, Where, paragraph_address


@dataclass(frozen=True, slots=True)
class Line:
    """One part of a section, ready to show. *kind:* law, term, note or heading.

    *url:* the page of the paragraph by itself. *is_enforced:* the game cites it.
    """

    kind: str
    part: Paragraph | Note | Heading
    html: SafeString
    url: str = ""
    is_enforced: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section and its lines."""

    section: Section
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A game's rulebooks, newest first. *name*, *tagline*: the game's, as the lobby has them."""

    game: str
    name: str
    tagline: str
    books: tuple[Book, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole book, ready to show."""

    book: Book
    intro: tuple[SafeString, ...]
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class Sibling:
    """The same anchor in another edition. *line:* None when that edition has no such paragraph."""

    book: Book
    url: str
    line: Line | None
    has_same_words: bool


def shelves() -> tuple[Shelf, ...]:
    """Return all rulebooks by game, in the order of the lobby."""
    known = {title.slug: title for title in catalog.titles()}
    there = shelf.games()
    order = [*(slug for slug in known if slug in there), *(game for game in there if game not in known)]
    return tuple(_shelf(game, known.get(game)) for game in order)


@lru_cache(maxsize=256)
def reading(book: Book) -> Reading:
    """Return *book* with its links in place; a term is linked where each section first uses it."""
    linker = Linker(book, "book")
    intro = tuple(SafeString(linker.linked(block.html)) for block in book.intro)
    chapters = tuple(Chapter(section, _lines(linker, section)) for section in book.sections)
    return Reading(book, intro, chapters)


def line_alone(book: Book, paragraph: Paragraph, where: Where = "alone") -> Line:
    """Return *paragraph* with links that work away from its book."""
    return _line(Linker(book, where), paragraph, set())


def around(book: Book, paragraph: Paragraph, where: Where = "alone") -> tuple[Line, ...]:
    """Return the other paragraphs and the examples under the same heading."""
    linker = Linker(book, where)
    return tuple(
        _line(linker, part, set())
        for part in _under_heading(book.section_of(paragraph.anchor), paragraph)
        if part is not paragraph
    )


def siblings(book: Book, anchor: str) -> tuple[Sibling, ...]:
    """Return what the other editions say at *anchor*, newest first."""
    own = book.by_anchor[anchor]
    return tuple(_sibling(other, own) for other in shelf.editions(book.game) if other is not book)


def neighbours(book: Book, anchor: str) -> tuple[Paragraph | None, Paragraph | None]:
    """Return the paragraphs before and after *anchor*."""
    order = book.paragraphs
    place = order.index(book.by_anchor[anchor])
    return (order[place - 1] if place else None), (order[place + 1] if place + 1 < len(order) else None)


def likely_anchors(book: Book, wanted: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs whose anchors look most like *wanted*."""
    return tuple(book.by_anchor[anchor] for anchor in get_close_matches(wanted, book.by_anchor, 5, 0.4))


def _shelf(game: str, title: Title | None) -> Shelf:
    found = shelf.editions(game)
    return Shelf(game, title.name if title else found[0].title, title.tagline if title else "", found)


def _lines(linker: Linker, section: Section) -> tuple[Line, ...]:
    seen: set[str] = set()
    return tuple(_line(linker, part, seen) for part in section.parts)


def _line(linker: Linker, part: Paragraph | Note | Heading, seen: set[str]) -> Line:
    if isinstance(part, Heading):
        return Line("heading", part, SafeString(""))
    # The HTML of a part was cleaned by rules.markup; the linker adds only links of its own making.
    if isinstance(part, Note):
        return Line("note", part, SafeString(linker.linked(part.html, seen=seen)))
    html = SafeString(linker.linked(part.html, part.anchor, seen))
    is_enforced = part.anchor in enforced(linker.book)
    kind = "term" if part.term else "law"
    return Line(kind, part, html, paragraph_address(linker.book, part.anchor), is_enforced)


def _under_heading(section: Section, paragraph: Paragraph) -> tuple[Paragraph | Note, ...]:
    """Return the run of parts between the headings above and below *paragraph*; a term stands alone."""
    if paragraph.term:
        return (paragraph,)
    run: list[Paragraph | Note] = []
    for part in section.parts:
        if isinstance(part, Heading):
            if paragraph in run:
                break
            run.clear()
        else:
            run.append(part)
    return tuple(run)


def _sibling(other: Book, own: Paragraph) -> Sibling:
    paragraph = other.by_anchor.get(own.anchor)
    url = paragraph_address(other, own.anchor)
    if paragraph is None:
        return Sibling(other, url, None, False)
    same = (paragraph.text, paragraph.is_ruling) == (own.text, own.is_ruling)
    return Sibling(other, url, line_alone(other, paragraph), same)
