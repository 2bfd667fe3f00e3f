"""What the pages of a draft show: its blocks by chapter, one block to change, and how a change would read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString

from rules.document import arranging, block_fields, markup
from rules.document.arranging import Blocks
from rules.document.block_fields import BlockFields, fields_of
from rules.document.blocks import Block, join, keys
from rules.document.books import Book, Heading, Note, Paragraph, Section
from rules.document.diffing import marked
from rules.document.errors import Refused
from rules.document.markup import Html, Rendered, plain
from rules.document.merging import aligned, moved_keys
from rules.document.provenance import Provenance
from rules.wiki.checks import checked_book, require_publishable
from rules.wiki.citations import enforced
from rules.wiki.linking import Linker, comment_html
from rules.wiki.models import Proposal
from rules.wiki.queries.claims import Claim, Said, unchecked
from rules.wiki.queries.figures import DrawnFigure, Group, components, drawn
from rules.wiki.stored_books import blocks_from_json, book_of
from rules.wiki.updating import Update, update_of

Part = Rendered | Section | Paragraph | Note | Heading

_KEPT = 64
_OFFERED = (
    block_fields.LAW,
    markup.EXAMPLE,
    markup.NOTE,
    block_fields.TITLE,
    block_fields.TERM,
    block_fields.CHAPTER,
)


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A block in the list of a draft. *back:* the key for undoing its change, empty if it has none.

    *states:* any of added, reworded and moved. *label:* its number or title.
    """

    key: str
    kind: str
    label: str
    words: str
    states: tuple[str, ...]
    back: str
    is_enforced: bool

    @property
    def kind_name(self) -> str:
        """The name of its kind."""
        return block_fields.KINDS[self.kind]

    @property
    def name(self) -> str:
        """What people call it in a list."""
        if self.kind == block_fields.LAW:
            return f"rule {self.label}"
        kind = self.kind_name
        return f"{kind} {self.label.removeprefix(f'{kind.capitalize()}: ')}"


@dataclass(frozen=True, slots=True)
class ChapterLines:
    """A chapter of a draft, or its introduction. *key:* of its title or of its first block.

    *is_open:* whether to show it unfolded.
    """

    key: str
    title: str
    lines: tuple[BlockLine, ...]
    is_open: bool = False

    @property
    def changed(self) -> int:
        """The number of changed blocks."""
        return sum(1 for line in self.lines if line.states)


@dataclass(frozen=True, slots=True)
class DraftPage:
    """A draft as a whole. *gone:* what was taken out. *warnings:* why it couldn't be published as it is.

    *update:* how it merges with the text in force; None while that is its base.
    """

    proposal: Proposal
    book: Book
    chapters: tuple[ChapterLines, ...]
    gone: tuple[BlockLine, ...]
    warnings: tuple[str, ...]
    update: Update | None

    @property
    def changed(self) -> tuple[BlockLine, ...]:
        """All changed blocks, and the removed ones."""
        return (*(line for chapter in self.chapters for line in chapter.lines if line.states), *self.gone)


@dataclass(frozen=True, slots=True)
class Preview:
    """How a block would read. *changed:* its words with marks on what is new; empty when nothing is.

    *label:* the number or word it would go by. *figure*, *components:* what is drawn or listed at a note.
    """

    kind: str
    label: str
    title: str
    html: SafeString
    provenance: Said
    changed: Html
    figure: DrawnFigure | None = None
    components: tuple[Group, ...] = ()


def draft_page(proposal: Proposal, at: str = "") -> DraftPage:
    """Return what the page of a draft shows; the chapter of the block *at* is open. Load it with `full`."""
    edition, head = proposal.edition, proposal.edition.head or proposal.base
    base, blocks = blocks_from_json(proposal.base.blocks), blocks_from_json(proposal.blocks)
    book, base_book = book_of_proposal(proposal), book_of(proposal.base)
    warnings = []
    try:
        require_publishable(edition, base_book, book, blocks)
    except Refused as refused:
        warnings.append(refused.reason)
    return DraftPage(
        proposal=proposal,
        book=book,
        chapters=_chapters(_lines(base, blocks, book, base_book), blocks, book, at),
        gone=_gone(base, blocks, base_book),
        warnings=tuple(warnings),
        update=update_of(proposal, head) if head != proposal.base else None,
    )


def chapter_text(blocks: Sequence[Block], key: str) -> str:
    """Return the Markdown of the chapter that holds the block *key*. *Raises:* KeyError."""
    start, end = arranging.chapter_of(blocks, arranging.place_of(blocks, key))
    return join(block.source for block in blocks[start:end])


def label_of(book: Book, blocks: Sequence[Block], key: str) -> str:
    """Return what people call the block *key*: its number, its word or its title. *Raises:* KeyError."""
    return _label(parts_of(book)[arranging.place_of(blocks, key)])


def offered_kinds(blocks: Sequence[Block], below: str) -> tuple[tuple[str, str], ...]:
    """Return the kinds of blocks that may be added below *below*, each with its name. *Raises:* KeyError."""
    start, _ = arranging.chapter_of(blocks, arranging.place_of(blocks, below))
    offered = _OFFERED if blocks[start].rendered.kind == "h2" else (block_fields.TEXT, markup.NOTE)
    return tuple((kind, block_fields.KINDS[kind]) for kind in offered)


def previews(proposal: Proposal, blocks: Blocks, start: int, end: int) -> tuple[Preview, ...]:
    """Return how the blocks from *start* to *end* would read, and how each differs from the base."""
    base, base_book = blocks_from_json(proposal.base.blocks), book_of(proposal.base)
    book = checked_book(proposal.edition, blocks)
    was, claims = dict(zip(keys(base), parts_of(base_book), strict=True)), unchecked(book)
    found = list(zip(aligned(base, blocks), blocks, parts_of(book), strict=True))[start:end]
    return tuple(_preview(book, fields_of(block), was.get(key), part, claims) for key, block, part in found)


def _preview(
    book: Book, words: BlockFields, old: Part | None, part: Part, claims: Mapping[str, Claim]
) -> Preview:
    return Preview(
        kind=words.kind,
        label=_label(part),
        title=words.title,
        html=shown(book, part),
        provenance=claims.get(words.anchor, words.provenance),
        changed=_marked(old, part, book.game),
        figure=drawn(Linker(book, "alone"), part) if isinstance(part, Note) else None,
        components=components(book, part) if isinstance(part, Note) else (),
    )


def shown(book: Book, part: Part) -> SafeString:
    """Return the words of a part of *book* with links that work on any page."""
    html = part.html if isinstance(part, Rendered | Paragraph | Note) else ""
    own = part.anchor if isinstance(part, Paragraph) else ""
    # The HTML was cleaned by rules.document.markup; the linker adds only links of its own making.
    return SafeString(Linker(book, "alone").linked(html, own))


def parts_of(book: Book) -> tuple[Part, ...]:
    """Return the parts of *book* in order, one for each of its blocks."""
    return (*book.intro, *(part for section in book.sections for part in (section, *section.parts)))


def book_of_proposal(proposal: Proposal) -> Book:
    """Return the book that the proposal's text makes."""
    return _book(proposal.pk, proposal.version, proposal.updated_at)


@lru_cache(maxsize=_KEPT)
def _book(pk: int, version: int, at: datetime) -> Book:
    found = Proposal.objects.select_related("edition__rulebook").get(pk=pk)
    return checked_book(found.edition, blocks_from_json(found.blocks))


def _marked(old: Part | None, new: Part, game: str) -> Html:
    before, after = (_html_of(part) for part in (old, new))
    return marked(before, after, game) if before != after else Html("")


def _html_of(part: Part | None) -> str:
    """Return a part's title and words as one HTML."""
    if part is None:
        return ""
    title = part.term if isinstance(part, Paragraph) else part.title
    html = part.html if isinstance(part, Rendered | Paragraph | Note) else ""
    mark = marked_provenance(part.provenance) if isinstance(part, Paragraph) and not part.term else ""
    return f"{mark}<p>{escape(title)}</p>{html}" if title else f"{mark}{html}"


def marked_provenance(said: Provenance) -> str:
    """Return where a paragraph comes from as HTML, for comparing; empty if it doesn't say so."""
    return f"<p>{escape(said.in_full)}</p>" if said.in_full else ""


def _chapters(lines: tuple[BlockLine, ...], blocks: Blocks, book: Book, at: str) -> tuple[ChapterLines, ...]:
    found: list[ChapterLines] = []
    place = 0
    while place < len(blocks):
        start, end = arranging.chapter_of(blocks, place)
        part, within = parts_of(book)[start], lines[start:end]
        title = f"{part.number} {part.title}" if isinstance(part, Section) else "Introduction"
        found.append(ChapterLines(lines[start].key, title, within, at in {line.key for line in within}))
        place = end
    return tuple(found)


def _lines(base: Blocks, blocks: Blocks, book: Book, base_book: Book) -> tuple[BlockLine, ...]:
    was, moved, cited = (
        dict(zip(keys(base), base, strict=True)),
        moved_keys(base, blocks),
        enforced(base_book),
    )
    found = zip(keys(blocks), aligned(base, blocks), blocks, parts_of(book), strict=True)
    return tuple(
        _line(book, key, back, block, part, _states(was.get(back), block, back in moved), cited)
        for key, back, block, part in found
    )


def _gone(base: Blocks, blocks: Blocks, base_book: Book) -> tuple[BlockLine, ...]:
    there, cited = set(aligned(base, blocks)), enforced(base_book)
    found = zip(keys(base), base, parts_of(base_book), strict=True)
    return tuple(
        _line(base_book, key, key, block, part, ("removed",), cited)
        for key, block, part in found
        if key not in there
    )


def _line(
    book: Book,
    key: str,
    back: str,
    block: Block,
    part: Part,
    states: tuple[str, ...],
    cited: frozenset[str],
) -> BlockLine:
    html = part.html if isinstance(part, Rendered | Paragraph | Note) else ""
    words, kind = plain(comment_html(book, html)), block_fields.kind_of(block.rendered)
    return BlockLine(key, kind, _label(part), words, states, back if states else "", block.anchor in cited)


def _states(old: Block | None, block: Block, is_moved: bool) -> tuple[str, ...]:
    if old is None:
        return ("added",)
    reworded = ("reworded",) if old.source != block.source else ()
    return (*reworded, "moved") if is_moved else reworded


def _label(part: Part) -> str:
    if isinstance(part, Paragraph):
        return part.label
    return f"{part.number} {part.title}" if isinstance(part, Section) else part.title
