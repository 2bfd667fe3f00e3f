"""The blocks of a book, and the pairing of the blocks of two books.

A paragraph is identified by its anchor, whatever its words, place or number. Examples, titles and the
introduction have no anchor; they are identified by their words, or else by their place
(`rules.document.blocks.keys`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.document.blocks import Block, keys
from rules.document.books import Book, Heading, Note, Paragraph
from rules.document.markup import EXAMPLE, NOTE, Rendered, position_of
from rules.document.provenance import UNSAID, Provenance

Part = Literal["intro", "chapter", "heading", "law", "term", "note"]

_RENDERED_KINDS = {"intro": "p", "chapter": "h2", "heading": "h3", "law": "p", "term": "term", "note": "note"}


@dataclass(frozen=True, slots=True)
class BookBlock:
    """A block in its place in a book.

    *at:* its own anchor, or the nearest above it, where it can be read. *number:* empty for all but law and
    chapters. *title:* of a chapter, heading or example, or the word a term explains. *shown:* of an example
    or remark, which of them it is and what is drawn at it, in words.
    """

    key: str
    part: Part
    anchor: str
    at: str
    number: str
    title: str
    html: str
    provenance: Provenance
    chapter: str
    place: int
    shown: str = ""

    @property
    def label(self) -> str:
        """What people call it."""
        return self.number or self.title


def book_blocks(book: Book) -> tuple[BookBlock, ...]:
    """Return all blocks of *book* in reading order."""
    parts = list(_parts(book))
    names = keys(
        [Block("", Rendered(_RENDERED_KINDS[block.part], block.html, block.anchor)) for block in parts]
    )
    named = enumerate(zip(names, parts, strict=True))
    return tuple(replace(block, key=key, place=place) for place, (key, block) in named)


def _parts(book: Book) -> Iterator[BookBlock]:
    """Yield all blocks of *book* in order, still without keys and places."""
    for rendered in book.intro:
        shown = _shown(EXAMPLE if EXAMPLE in rendered.classes else rendered.kind, position_of(rendered))
        yield BookBlock("", "intro", "", "", "", rendered.title, rendered.html, UNSAID, "", 0, shown)
    for section in book.sections:
        at = chapter = section.anchor
        yield BookBlock("", "chapter", at, at, str(section.number), section.title, "", UNSAID, chapter, 0)
        for part in section.parts:
            if isinstance(part, Paragraph):
                at = part.anchor
                kind: Part = "term" if part.term else "law"
                yield BookBlock(
                    "", kind, at, at, part.number, part.term, part.html, part.provenance, chapter, 0
                )
            elif isinstance(part, Note):
                shown = _shown(part.kind, part.position)
                yield BookBlock("", "note", "", at, "", part.title, part.html, UNSAID, chapter, 0, shown)
            elif isinstance(part, Heading):
                yield BookBlock("", "heading", "", at, "", part.title, "", UNSAID, chapter, 0)


def _shown(kind: str, position: str) -> str:
    """Return which kind of note it is and what is drawn at it, in words; empty for what is no note."""
    words = {EXAMPLE: "an example", NOTE: "a remark"}.get(kind, "")
    return f"{words} that shows “{position}”" if position else words


def paired(was: Sequence[BookBlock], now: Sequence[BookBlock]) -> list[tuple[BookBlock, BookBlock]]:
    """Return pairs of the same block in the old and the new book, in the order of the new one.

    It pairs blocks by their anchors first, then by equal words, then by place.
    """
    partner: dict[str, BookBlock] = {}
    taken: set[str] = set()
    by_anchor = {block.anchor: block for block in was if block.anchor}
    nameless = [block for block in was if not block.anchor]
    for block in now:
        if block.anchor in by_anchor:
            partner[block.key] = by_anchor[block.anchor]
    same: dict[tuple[str, str, str], list[BookBlock]] = {}
    for block in reversed(nameless):
        same.setdefault((block.part, block.title, block.html), []).append(block)
    for block in now:
        if not block.anchor and (alike := same.get((block.part, block.title, block.html))):
            partner[block.key] = alike.pop()
            taken.add(partner[block.key].key)
    left = {(block.part, block.key): block for block in nameless if block.key not in taken}
    for block in now:
        if not block.anchor and block.key not in partner and (block.part, block.key) in left:
            partner[block.key] = left[block.part, block.key]
    return [(partner[block.key], block) for block in now if block.key in partner]
