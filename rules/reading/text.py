"""What the rulebook pages show: books and paragraphs with their links and marks in place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache

from django.utils.safestring import SafeString

from games import catalog
from games.engine.protocol import Title
from rules.document.blocks import words_digest
from rules.document.books import Book, Heading, Note, Paragraph, Section, part_of_introduction
from rules.document.markup import Rendered
from rules.document.provenance import UNSAID
from rules.talk.queries.rulings import DatedRuling
from rules.wiki.citations import Cited, citations
from rules.wiki.linking import Linker, Where, framed, paragraph_address
from rules.wiki.program import Standing, standings
from rules.wiki.queries.claims import Claim, Said, unchecked
from rules.wiki.queries.figures import DrawnFigure, Group, components, drawn
from rules.wiki.stored_books import all_books


@dataclass(frozen=True, slots=True)
class Line:
    """One part of a section or introduction, ready to show. *kind:* law, term, note, heading or words.

    *url:* the page of the paragraph by itself. *name:* what a citation calls it: `rule 4.2`, `“Lane”`.
    *title_id:* where a heading is found in the page of its book; empty when no paragraph stands below it.
    *said:* where a paragraph comes from. *cited:* who cites it. *standing:* how it stands to the program.
    *threads:* how many talk of it. *rulings:* what editors ruled on it.
    *figure*, *components:* what is drawn or listed at a note.
    """

    kind: str
    part: Paragraph | Note | Heading | Rendered
    html: SafeString
    url: str = ""
    name: str = ""
    title_id: str = ""
    said: Said = UNSAID
    cited: Cited | None = None
    standing: Standing | None = None
    threads: int = 0
    rulings: tuple[DatedRuling, ...] = ()
    figure: DrawnFigure | None = None
    components: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section and its lines."""

    section: Section
    lines: tuple[Line, ...]

    @property
    def titles(self) -> tuple[Line, ...]:
        """The titles inside the section that a link can lead to."""
        return tuple(line for line in self.lines if line.title_id)


@dataclass(frozen=True, slots=True)
class BookGroup:
    """A game's rulebooks, newest first. *name*, *tagline*: the game's, as the lobby has them."""

    game: str
    name: str
    tagline: str
    books: tuple[Book, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole book, ready to show."""

    book: Book
    intro: tuple[Line, ...]
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class Sibling:
    """The same anchor in another edition. *line:* None when that edition has no such paragraph."""

    book: Book
    url: str
    line: Line | None
    has_same_words: bool


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A paragraph to go on to: what it is called and where it is read."""

    label: str
    url: str


def book_groups() -> tuple[BookGroup, ...]:
    """Return all rulebooks by game, in the order of the lobby."""
    known = {title.slug: title for title in catalog.titles()}
    there = all_books()
    order = [*(slug for slug in known if slug in there), *(game for game in there if game not in known)]
    return tuple(_group(game, known.get(game), there[game]) for game in order)


@lru_cache(maxsize=256)
def reading(book: Book) -> Reading:
    """Return *book* with its links in place; a term is linked where each section first uses it."""
    linker = Linker(book, "book")
    intro = tuple(_introduction(linker, block) for block in book.intro)
    chapters = tuple(Chapter(section, _lines(linker, section)) for section in book.sections)
    return Reading(book, intro, chapters)


def _introduction(linker: Linker, block: Rendered) -> Line:
    part = part_of_introduction(block)
    if part is None:
        return Line("words", block, framed(linker.linked(block.html)))
    return _title(part, "") if isinstance(part, Heading) else _line(linker, part, set())


def line_alone(book: Book, paragraph: Paragraph, where: Where = "alone") -> Line:
    """Return *paragraph* with links that work away from its book."""
    line = _line(Linker(book, where), paragraph, set())
    said = unchecked(book).get(paragraph.anchor, paragraph.provenance)
    return replace(line, standing=standings(book)[paragraph.anchor], said=said)


def around(book: Book, paragraph: Paragraph, where: Where = "alone") -> tuple[Line, ...]:
    """Return the other paragraphs and the examples under the same heading."""
    linker, claims = Linker(book, where), unchecked(book)
    return tuple(
        said_now(_line(linker, part, set()), claims)
        for part in _under_heading(book.section_of(paragraph.anchor), paragraph)
        if part is not paragraph
    )


def said_now(line: Line, claims: Mapping[str, Claim]) -> Line:
    """Return *line* with what its paragraph says now about its source. *claims:* from `unchecked`."""
    claim = claims.get(line.part.anchor) if isinstance(line.part, Paragraph) else None
    return replace(line, said=claim) if claim else line


def siblings(editions: Iterable[Book], book: Book, anchor: str) -> tuple[Sibling, ...]:
    """Return what the other *editions* of the game say at *anchor*, in their order."""
    own = book.by_anchor[anchor]
    others = (other for other in editions if other.edition != book.edition)
    return tuple(_sibling(other, own) for other in others)


def neighbours(book: Book, anchor: str) -> tuple[Neighbour | None, Neighbour | None]:
    """Return the paragraphs before and after *anchor*."""
    order = book.paragraphs
    place = order.index(book.by_anchor[anchor])
    return (
        _neighbour(book, order[place - 1]) if place else None,
        _neighbour(book, order[place + 1]) if place + 1 < len(order) else None,
    )


def likely_anchors(book: Book, wanted: str) -> tuple[Line, ...]:
    """Return the paragraphs whose anchors look most like *wanted*."""
    close = get_close_matches(wanted, book.by_anchor, 5, 0.4)
    return tuple(line_alone(book, book.by_anchor[anchor]) for anchor in close)


def _group(game: str, title: Title | None, books: tuple[Book, ...]) -> BookGroup:
    return BookGroup(game, title.name if title else books[0].title, title.tagline if title else "", books)


def _lines(linker: Linker, section: Section) -> tuple[Line, ...]:
    seen: set[str] = set()
    return tuple(
        _title(part, below) if isinstance(part, Heading) else _line(linker, part, seen)
        for part, below in zip(section.parts, _anchors_below(section), strict=True)
    )


def _anchors_below(section: Section) -> list[str]:
    """Return, for each part, the anchor of the paragraph that follows it; empty where a title comes first."""
    found: list[str] = []
    below = ""
    for part in reversed(section.parts):
        found.append(below)
        below = part.anchor if isinstance(part, Paragraph) else "" if isinstance(part, Heading) else below
    return found[::-1]


def _title(part: Heading, below: str) -> Line:
    """Return a title, whose id comes from the paragraph below it. Anchors have no full stop, the id has."""
    return Line("heading", part, SafeString(""), title_id=below and f"{below}.title")


def _line(linker: Linker, part: Paragraph | Note, seen: set[str]) -> Line:
    # The HTML of a part was cleaned by rules.document.markup; what is added here is of our own making.
    if isinstance(part, Note):
        html = framed(linker.linked(part.html, seen=seen))
        figure, listed = drawn(linker, part), components(linker.book, part)
        return Line("note", part, html, figure=figure, components=listed)
    return Line(
        kind="term" if part.term else "law",
        part=part,
        html=framed(linker.linked(part.html, part.anchor, seen)),
        url=paragraph_address(linker.book, part.anchor),
        name=f"“{part.term}”" if part.term else f"rule {part.number}",
        said=part.provenance,
        cited=citations(linker.book)[part.anchor],
    )


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


def _neighbour(book: Book, paragraph: Paragraph) -> Neighbour:
    return Neighbour(paragraph.label, paragraph_address(book, paragraph.anchor))


def _sibling(other: Book, own: Paragraph) -> Sibling:
    paragraph = other.by_anchor.get(own.anchor)
    url = paragraph_address(other, own.anchor)
    if paragraph is None:
        return Sibling(other, url, None, False)
    kinds = paragraph.provenance.kind, own.provenance.kind
    same = kinds[0] == kinds[1] and words_digest(paragraph.html) == words_digest(own.html)
    return Sibling(other, url, line_alone(other, paragraph), same)
