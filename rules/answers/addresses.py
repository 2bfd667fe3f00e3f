"""Addresses of all that has words in a rulebook, by which a paragraph gets other ones. Pure.

Rules and terms have their lasting anchors. A note or an example goes by its title
(`note_the-game-in-brief`), and what introduces the book by its place (`intro_1`). No anchor has an
underscore, so that each address is one thing alone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.text import slugify

from rules.document.block_fields import EXAMPLE, NOTE, WORDED, kind_of
from rules.document.blocks import Block
from rules.document.books import Book, Heading, Note, Paragraph, Section
from rules.document.markup import Rendered

INTRODUCTION = "Introduction"

_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Place:
    """Something with words in a book. *section:* its chapter, None for what introduces the book.

    *name:* as in `rule 4.2`.
    """

    address: str
    part: Paragraph | Note | Rendered
    section: Section | None
    name: str

    @property
    def chapter(self) -> str:
        return self.section.title if self.section else INTRODUCTION


def addresses(blocks: Sequence[Block]) -> tuple[str, ...]:
    """Return the address of each block; empty for one without words, such as a title."""
    kinds = [kind_of(block.rendered) for block in blocks]
    named = _addresses(
        (block.anchor, block.rendered.title if kind in (EXAMPLE, NOTE) else "")
        for block, kind in zip(blocks, kinds, strict=True)
        if kind in WORDED
    )
    return tuple(next(named) if kind in WORDED else "" for kind in kinds)


@lru_cache(maxsize=64)
def places(book: Book) -> Mapping[str, Place]:
    """Return all that has words in *book* by address, in reading order."""
    parts: list[tuple[Paragraph | Note | Rendered, Section | None]] = [
        (block, None) for block in book.intro if kind_of(block) in WORDED
    ]
    for section in book.sections:
        parts += [(part, section) for part in section.parts if not isinstance(part, Heading)]
    named = _addresses((_anchor_of(part), _title_of(part)) for part, _ in parts)
    return {
        address: Place(address, part, section, _name_of(address, part))
        for address, (part, section) in zip(named, parts, strict=True)
    }


def _addresses(parts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the address of each part, which is an anchor and the title of a note; either may be empty."""
    seen: Counter[str] = Counter()
    for anchor, title in parts:
        if anchor:
            yield anchor
            continue
        stem = f"note_{slugify(title)[:_LONGEST].strip('-')}" if title else "intro"
        seen[stem] += 1
        yield f"{stem}_{seen[stem]}" if not title or seen[stem] > 1 else stem


def _anchor_of(part: Paragraph | Note | Rendered) -> str:
    return part.anchor if isinstance(part, Paragraph) else ""


def _title_of(part: Paragraph | Note | Rendered) -> str:
    return "" if isinstance(part, Paragraph) else part.title


def _name_of(address: str, part: Paragraph | Note | Rendered) -> str:
    if isinstance(part, Paragraph):
        return f"“{part.term}”" if part.term else f"rule {part.number}"
    return f"“{part.title}”" if part.title else f"introduction, part {address.rpartition('_')[2]}"
