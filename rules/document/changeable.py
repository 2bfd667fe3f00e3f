"""The units of a book that can change by themselves, and how they are known again in another book.

A paragraph is known by its anchor, whatever its words, place or number. Examples, titles and the introduction
have none: they are known by their words, or else by where they stand (`rules.document.blocks.keys`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.document.blocks import Piece, keys
from rules.document.books import Book, Heading, Note, Paragraph
from rules.document.markup import Block

Part = Literal["intro", "chapter", "heading", "law", "term", "note"]

_PIECE_KINDS = {"intro": "p", "chapter": "h2", "heading": "h3", "law": "p", "term": "term", "note": "note"}


@dataclass(frozen=True, slots=True)
class Unit:
    """Something of a book that can change by itself.

    *at:* its own anchor, or the nearest above it, where it can be read. *number:* empty for all but law and
    chapters. *title:* of a chapter, heading or example, or the word a term explains.
    """

    key: str
    part: Part
    anchor: str
    at: str
    number: str
    title: str
    html: str
    is_ruling: bool
    chapter: str
    place: int

    @property
    def label(self) -> str:
        """What people call it."""
        return self.number or self.title


def units(book: Book) -> tuple[Unit, ...]:
    """Return all units of *book* in reading order."""
    parts = list(_parts(book))
    names = keys([Piece("", Block(_PIECE_KINDS[unit.part], unit.html, unit.anchor)) for unit in parts])
    named = enumerate(zip(names, parts, strict=True))
    return tuple(replace(unit, key=key, place=place) for place, (key, unit) in named)


def _parts(book: Book) -> Iterator[Unit]:
    """Yield all units of *book* in order, still without keys and places."""
    for block in book.intro:
        yield Unit("", "intro", "", "", "", block.title, block.html, False, "", 0)
    for section in book.sections:
        at = chapter = section.anchor
        yield Unit("", "chapter", at, at, str(section.number), section.title, "", False, chapter, 0)
        for part in section.parts:
            if isinstance(part, Paragraph):
                at = part.anchor
                kind: Part = "term" if part.term else "law"
                yield Unit("", kind, at, at, part.number, part.term, part.html, part.is_ruling, chapter, 0)
            elif isinstance(part, Note):
                yield Unit("", "note", "", at, "", part.title, part.html, False, chapter, 0)
            elif isinstance(part, Heading):
                yield Unit("", "heading", "", at, "", part.title, "", False, chapter, 0)


def paired(was: Sequence[Unit], now: Sequence[Unit]) -> list[tuple[Unit, Unit]]:
    """Return which unit of the old book is which of the new one, in the order of the new book.

    Anchors come first, then units without one that say the same, then those in the same place.
    """
    partner: dict[str, Unit] = {}
    taken: set[str] = set()
    by_anchor = {unit.anchor: unit for unit in was if unit.anchor}
    nameless = [unit for unit in was if not unit.anchor]
    for unit in now:
        if unit.anchor in by_anchor:
            partner[unit.key] = by_anchor[unit.anchor]
    same: dict[tuple[str, str, str], list[Unit]] = {}
    for unit in reversed(nameless):
        same.setdefault((unit.part, unit.title, unit.html), []).append(unit)
    for unit in now:
        if not unit.anchor and (alike := same.get((unit.part, unit.title, unit.html))):
            partner[unit.key] = alike.pop()
            taken.add(partner[unit.key].key)
    left = {(unit.part, unit.key): unit for unit in nameless if unit.key not in taken}
    for unit in now:
        if not unit.anchor and unit.key not in partner and (unit.part, unit.key) in left:
            partner[unit.key] = left[unit.part, unit.key]
    return [(partner[unit.key], unit) for unit in now if unit.key in partner]
