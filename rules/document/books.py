"""Rulebooks: blocks of text read as sections and paragraphs.

A paragraph of law has a lasting anchor, given in the text, and a number, given by its place. Terms of the
glossary have anchors too, and go by their word instead of a number.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from html import escape

from rules.document.blocks import claim_digest
from rules.document.cards import find_card
from rules.document.markup import EXAMPLE, NOTE, Rendered, plain, position_of
from rules.document.provenance import CLARIFICATION, LONGEST_WHERE, RULING, SOURCE, Provenance, provenance_of

# Words that addresses use in places where an edition or an anchor can be.
RESERVED = frozenset(
    "audit booklet comments compare coverage follow following history proposals reports revisions search "
    "source talk threads".split()
)
LONGEST_ANCHOR = 80
LONGEST_TITLE = 200

_ANCHOR = re.compile(r"[a-z][a-z-]*(-[0-9]+)?\Z")
# Links before a book is linked: to an anchor with its words, and to a card.
RULE_LINK = re.compile(r'<a href="rule:([a-z0-9-]+)">([^<]*)</a>')
CARD_LINK = re.compile(r'<a href="card:([a-z0-9-]+)">[^<]*</a>')


class BookError(Exception):
    """A text isn't a proper rulebook. The message says why. *place:* index of the block at fault, from 0."""

    def __init__(self, message: str, place: int | None = None) -> None:
        super().__init__(message)
        self.place = place


@dataclass(frozen=True, slots=True)
class Head:
    """The title and texts of an edition. *date:* when its rules came out; None if nobody knows."""

    game: str
    edition: str
    title: str
    date: date | None
    summary: str
    source: str
    credit: str
    licence: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A citable block of a rulebook. *html:* clean, its links still `rule:` and `card:`.

    *number:* `4.12`; empty for a term. *term:* the word explained; empty for law.
    *section:* title of the section it stands in. *heading:* the nearest title above it.
    """

    anchor: str
    number: str
    html: str
    text: str
    provenance: Provenance
    section: str
    heading: str
    term: str = ""

    @property
    def is_ruling(self) -> bool:
        """Whether this site decided it."""
        return self.provenance.kind == RULING

    @property
    def claim(self) -> str:
        """A digest of its words and of what it says about their source; empty where it names none."""
        said = self.provenance
        if self.term or said.kind not in (SOURCE, CLARIFICATION):
            return ""
        return claim_digest(self.html, said.kind, said.where)

    @property
    def label(self) -> str:
        """What people call it: its number, or the word it explains."""
        return self.number or self.term


@dataclass(frozen=True, slots=True)
class Note:
    """An example or remark. It isn't law, so it has no anchor. *kind:* `example` or `note`.

    *position:* the name of the position that it is about, empty for none. *text:* its words without markup.
    """

    kind: str
    title: str
    html: str
    position: str = ""

    @property
    def text(self) -> str:
        return plain(self.html)


@dataclass(frozen=True, slots=True)
class Heading:
    """A title inside a section."""

    title: str


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered chapter. *parts:* in reading order."""

    anchor: str
    number: int
    title: str
    parts: tuple[Paragraph | Note | Heading, ...]

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        return tuple(part for part in self.parts if isinstance(part, Paragraph))


@dataclass(frozen=True, eq=False)
class Book:
    """One revision of one edition of a game's rules. *intro:* clean HTML blocks before the first section.

    *revision:* its number within the edition, 0 for a file that was never loaded.
    *is_head:* it is the one in force.
    """

    head: Head
    intro: tuple[Rendered, ...]
    sections: tuple[Section, ...]
    by_anchor: dict[str, Paragraph] = field(repr=False)
    revision: int = 0
    is_head: bool = True

    @property
    def game(self) -> str:
        return self.head.game

    @property
    def edition(self) -> str:
        return self.head.edition

    @property
    def title(self) -> str:
        return self.head.title

    @property
    def date(self) -> date | None:
        return self.head.date

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        return tuple(self.by_anchor.values())

    @property
    def terms(self) -> tuple[Paragraph, ...]:
        """The glossary, in its order."""
        return tuple(paragraph for paragraph in self.paragraphs if paragraph.term)

    def section_of(self, anchor: str) -> Section:
        """Return the section that holds *anchor*. *Raises:* KeyError."""
        paragraph = self.by_anchor[anchor]
        return next(section for section in self.sections if paragraph in section.parts)


def assemble(head: Head, found: Sequence[Rendered], *, revision: int = 0, is_head: bool = True) -> Book:
    """Return the book made of these blocks.

    *Raises:* BookError on a bad anchor, a dead link or no chapters.
    """
    intro, sections = _sections(_worded(head, found, _labels(found)))
    return Book(head, intro, sections, _by_anchor(sections), revision, is_head)


def _sections(found: Sequence[Rendered]) -> tuple[tuple[Rendered, ...], tuple[Section, ...]]:
    """Split the blocks at second-level headings. The introduction is what comes before the first."""
    starts = [place for place, block in enumerate(found) if block.kind == "h2"]
    if not starts:
        raise BookError("The book has no chapters.")
    ends = [*starts[1:], len(found)]
    sections = tuple(
        _section(number, found[start], found[start + 1 : end])
        for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1)
    )
    return tuple(found[: starts[0]]), sections


def _section(number: int, heading: Rendered, body: Sequence[Rendered]) -> Section:
    parts: list[Paragraph | Note | Heading] = []
    nearest = title = heading.text
    count = 0
    for block in body:
        if block.kind == "h3":
            nearest = block.text
            parts.append(Heading(nearest))
        elif block.kind == "note":
            parts.append(_note(block))
        else:
            count += not block.title
            parts.append(_paragraph(block, f"{number}.{count}", title, nearest))
    return Section(heading.anchor, number, title, tuple(parts))


def part_of_introduction(block: Rendered) -> Note | Heading | None:
    """Return the remark or title that a block of an introduction is; None for other words."""
    if block.kind == "note":
        return _note(block)
    return Heading(block.text) if block.kind == "h3" else None


def _note(block: Rendered) -> Note:
    kind = EXAMPLE if EXAMPLE in block.classes else NOTE
    return Note(kind, block.title, block.html, position_of(block))


def _paragraph(block: Rendered, number: str, section: str, heading: str) -> Paragraph:
    return Paragraph(
        anchor=block.anchor,
        number="" if block.title else number,
        html=block.html,
        text=block.text,
        provenance=_provenance(block),
        section=section,
        heading=heading,
        term=block.title,
    )


def _provenance(block: Rendered) -> Provenance:
    """Return what the marks of the block say. A term explains what the rules say, so it follows from them."""
    return Provenance(CLARIFICATION) if block.title else provenance_of(block)


def _labels(found: Sequence[Rendered]) -> dict[str, str]:
    """Return the label of each anchor, numbered within sections. *Raises:* BookError on a bad anchor."""
    labels: dict[str, str] = {}
    section = count = 0
    for place, block in enumerate(found):
        if block.kind == "h2":
            section, count = section + 1, 0
        _check_title(block, place)
        if block.kind in ("h3", "note") or not section:
            if block.anchor:
                raise BookError(f"“{block.text[:50]}” can't have an anchor: it isn't a rule.", place)
            continue
        _check_anchor(block, place)
        if block.anchor in labels:
            raise BookError(f"The anchor {block.anchor} is used twice.", place)
        count += block.kind not in ("h2", "term")
        number = f"chapter {section}" if block.kind == "h2" else f"rule {section}.{count}"
        labels[block.anchor] = block.title or number
    return labels


def _check_title(block: Rendered, place: int) -> None:
    title = block.text if block.kind in ("h2", "h3") else block.title
    if len(title) > LONGEST_TITLE:
        raise BookError(f"The title “{title[:50]}…” is longer than {LONGEST_TITLE} characters.", place)
    if len(block.where) > LONGEST_WHERE:
        said = f"The section of the source “{block.where[:50]}…” is longer than {LONGEST_WHERE} characters."
        raise BookError(said, place)


def _check_anchor(block: Rendered, place: int) -> None:
    if not _ANCHOR.match(block.anchor):
        raise BookError(f"There is no proper anchor on “{block.text[:50]}”.", place)
    if len(block.anchor) > LONGEST_ANCHOR:
        raise BookError(f"The anchor {block.anchor[:50]}… has more than {LONGEST_ANCHOR} characters.", place)
    if block.anchor in RESERVED:
        raise BookError(
            f"{block.anchor} can't be an anchor: addresses use the word for something else.", place
        )


def with_card_names(html: str, game: str, edition: str) -> str:
    """Return *html* with the names of cards as the words of links, as far as there are such cards."""

    def words(link: re.Match[str]) -> str:
        card = find_card(game, link[1], edition)
        return f'<a href="card:{link[1]}">{escape(card.name)}</a>' if card else link[0]

    return CARD_LINK.sub(words, html)


def _worded(head: Head, found: Sequence[Rendered], labels: dict[str, str]) -> tuple[Rendered, ...]:
    """Return the blocks with the numbers of rules and the names of cards as the words of links.

    *Raises:* BookError on a dead link to a rule.
    """
    return tuple(_worded_block(head, block, labels, place) for place, block in enumerate(found))


def _worded_block(head: Head, block: Rendered, labels: dict[str, str], place: int) -> Rendered:
    def words(link: re.Match[str]) -> str:
        if link[1] not in labels:
            raise BookError(
                f"A link points to the anchor “{link[1]}”, which doesn’t exist in this edition.", place
            )
        return f'<a href="rule:{link[1]}">{labels[link[1]]}</a>'

    html = RULE_LINK.sub(words, block.html)
    return replace(block, html=with_card_names(html, head.game, head.edition))


def _by_anchor(sections: tuple[Section, ...]) -> dict[str, Paragraph]:
    return {part.anchor: part for section in sections for part in section.paragraphs}
