"""The shipped rulebooks: files of `rules/text/<game>/<edition>.md`, read into sections and paragraphs.

A paragraph of law has a lasting anchor, given in the file, and a number, given by its place. Terms of the
glossary have anchors too, and go by their word instead of a number.
"""

import hashlib
import re
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from pathlib import Path

from rules.markup import Block, blocks

TEXT = Path(__file__).parent / "text"
RULING = "ruling"

_NAME = re.compile(r"[a-z0-9][a-z0-9.-]*\Z")
_ANCHOR = re.compile(r"[a-z][a-z-]*(-[0-9]+)?\Z")
_RULE_LINK = re.compile(r'<a href="rule:([a-z0-9-]+)">[^<]*</a>')


class BookError(Exception):
    """A shipped file isn't a proper rulebook; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A citable piece of a rulebook. *html:* clean, its links still `rule:` and `card:`.

    *number:* `4.12`; empty for a term. *term:* the word explained; empty for law.
    *section:* title of the section it stands in. *heading:* the nearest title above it.
    """

    anchor: str
    number: str
    html: str
    text: str
    is_ruling: bool
    section: str
    heading: str
    term: str = ""

    @property
    def label(self) -> str:
        """What people call it: its number, or the word it explains."""
        return self.number or self.term


@dataclass(frozen=True, slots=True)
class Note:
    """An example or remark: no law, so it has no anchor. *kind:* `example` or `note`."""

    kind: str
    title: str
    html: str


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
    """One edition of a game's rules. *intro:* clean HTML blocks that stand before the first section.

    *digest:* of the file, to tell whether the text has changed.
    """

    game: str
    edition: str
    title: str
    date: date
    summary: str
    source: str
    credit: str
    licence: str
    intro: tuple[Block, ...]
    sections: tuple[Section, ...]
    digest: str
    by_anchor: dict[str, Paragraph] = field(repr=False)

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


@cache
def games() -> tuple[str, ...]:
    """Return the slugs of the games that have a rulebook, in order."""
    return tuple(sorted(folder.name for folder in TEXT.iterdir() if folder.is_dir()))


@cache
def editions(game: str) -> tuple[Book, ...]:
    """Return the game's books, newest first; empty for a game without any."""
    if game not in games():
        return ()
    books = [book(game, path.stem) for path in (TEXT / game).glob("*.md")]
    return tuple(sorted(books, key=lambda found: found.date, reverse=True))


def book(game: str, edition: str) -> Book:
    """Return the rulebook. *Raises:* KeyError when there is none."""
    path = TEXT / f"{game}/{edition}.md"
    if not (_NAME.match(game) and _NAME.match(edition) and path.is_file()):
        raise KeyError(f"{game}:{edition}")
    return _read(path)


def anchors(game: str, edition: str) -> frozenset[str]:
    """Return everything of the book that can be cited. *Raises:* KeyError when there is no such book."""
    return frozenset(book(game, edition).by_anchor)


def paragraph(game: str, edition: str, anchor: str) -> Paragraph:
    """Return one paragraph. *Raises:* KeyError when the book or the anchor is unknown."""
    return book(game, edition).by_anchor[anchor]


@cache
def _read(path: Path) -> Book:
    source = path.read_text(encoding="utf-8")
    head, body = _front_matter(path, source)
    found = blocks(body)
    intro, sections = _sections(path, _worded(found, _labels(path, found)))
    return Book(
        game=path.parent.name,
        edition=head["edition"],
        title=head["title"],
        date=date.fromisoformat(head["date"]),
        summary=head["summary"],
        source=head["source"],
        credit=head["credit"],
        licence=head["licence"],
        intro=intro,
        sections=sections,
        digest=hashlib.sha256(source.encode()).hexdigest(),
        by_anchor=_by_anchor(sections),
    )


def _front_matter(path: Path, source: str) -> tuple[dict[str, str], str]:
    """Split `key: value` lines between two lines of three dashes from the text below them."""
    parts = source.split("---\n", 2)
    if len(parts) != 3 or parts[0]:
        raise BookError(f"{path.name} has no front matter")
    pairs = (line.split(":", 1) for line in parts[1].splitlines() if line.strip())
    head = {key.strip(): value.strip() for key, value in pairs}
    missing = {"title", "edition", "date", "summary", "source", "credit", "licence"} - head.keys()
    if missing:
        raise BookError(f"{path.name} doesn't say its {', '.join(sorted(missing))}")
    if head["edition"] != path.stem:
        raise BookError(f"{path.name} says it is edition {head['edition']}")
    return head, parts[2]


def _sections(path: Path, found: tuple[Block, ...]) -> tuple[tuple[Block, ...], tuple[Section, ...]]:
    """Cut the blocks at the second-level headings; what stands before the first is the introduction."""
    starts = [place for place, block in enumerate(found) if block.kind == "h2"]
    if not starts:
        raise BookError(f"{path.name} has no sections")
    ends = [*starts[1:], len(found)]
    sections = tuple(
        _section(path, number, found[start], found[start + 1 : end])
        for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1)
    )
    return found[: starts[0]], sections


def _section(path: Path, number: int, heading: Block, body: tuple[Block, ...]) -> Section:
    parts: list[Paragraph | Note | Heading] = []
    nearest = title = heading.text
    count = 0
    for block in body:
        if block.kind == "h3":
            nearest = block.text
            parts.append(Heading(nearest))
        elif block.kind == "note":
            parts.append(Note(min(block.classes, default="note"), block.title, block.html))
        else:
            count += not block.title
            parts.append(_paragraph(block, f"{number}.{count}", title, nearest))
    return Section(heading.anchor, number, title, tuple(parts))


def _paragraph(block: Block, number: str, section: str, heading: str) -> Paragraph:
    return Paragraph(
        anchor=block.anchor,
        number="" if block.title else number,
        html=block.html,
        text=block.text,
        is_ruling=RULING in block.classes,
        section=section,
        heading=heading,
        term=block.title,
    )


def _labels(path: Path, found: tuple[Block, ...]) -> dict[str, str]:
    """Return what each anchor goes by; numbers count in each section. *Raises:* BookError on a bad anchor."""
    labels: dict[str, str] = {}
    section = count = 0
    for block in found:
        if block.kind == "h2":
            section, count = section + 1, 0
        if block.kind in ("h3", "note") or not section:
            continue
        if not _ANCHOR.match(block.anchor):
            raise BookError(f"{path.name}: no proper anchor on “{block.text[:50]}”")
        if block.anchor in labels:
            raise BookError(f"{path.name} uses the anchor {block.anchor} twice")
        count += block.kind not in ("h2", "term")
        labels[block.anchor] = block.title or f"rule {section}.{count}"
    return labels


def _worded(found: tuple[Block, ...], labels: dict[str, str]) -> tuple[Block, ...]:
    """Return the blocks with links to rules saying their numbers. *Raises:* BookError on a dead link."""

    def words(link: re.Match[str]) -> str:
        if link[1] not in labels:
            raise BookError(f"a link leads to the anchor {link[1]}, which is nowhere")
        return f'<a href="rule:{link[1]}">{labels[link[1]]}</a>'

    return tuple(replace(block, html=_RULE_LINK.sub(words, block.html)) for block in found)


def _by_anchor(sections: tuple[Section, ...]) -> dict[str, Paragraph]:
    return {part.anchor: part for section in sections for part in section.paragraphs}
