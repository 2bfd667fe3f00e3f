"""The rulebook in force with other words in some places, for readers who play by a draft of an edition.

Nothing is rendered anew: the words were, when they were written. Books and pages made last are kept.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString

from rules.answers.addresses import Place, addresses, places
from rules.answers.rewording import block_of, published_at
from rules.document.books import RULE_LINK, Book, Heading, Note, Paragraph, Section, assemble
from rules.document.cards import find_card
from rules.document.marking import marked
from rules.document.markup import NOTE, Rendered
from rules.document.provenance import UNSAID
from rules.wiki.linking import (
    Linker,
    book_address,
    comment_html,
    framed,
    link_to_card,
)
from rules.wiki.models import Revision
from rules.wiki.queries.claims import Claim, Said, unchecked
from rules.wiki.queries.figures import COMPONENTS, drawn
from rules.wiki.stored_books import blocks_from_json, stored_book
from scrapsite.common.rulebook import OwnBook, OwnLine, OwnRule, OwnSection, ReadAt, Written

# Texts by anchor, each with its block as JSON: what a book is kept by.
_Texts = tuple[tuple[str, str], ...]
_Claims = tuple[tuple[str, Claim], ...]

_KEPT = 16
_NOTHING = SafeString("")
_LOST = "Paragraphs that are no longer in the rulebook"


@dataclass(frozen=True)
class _OwnLinker(Linker):
    """Links a book with other words: to its own pages, and to cards as its reader has them.

    Chapters have no pages of their own; away from the book, links to them lead to those published.
    """

    at: ReadAt

    def page(self, anchor: str) -> str:
        return super().page(anchor) if self._is_chapter(anchor) else self.at.rule(anchor)

    def card(self, slug: str) -> str:
        found, is_in_panel = self.at.card(slug), self.where == "panel"
        if found is not None:
            return link_to_card(escape(found.name), found.url, found.face, in_new_tab=is_in_panel)
        if find_card(self.book.game, slug, self.book.edition) is None:
            return escape(slug.replace("-", " ").title())
        return super().card(slug)


def own_book(game: str, edition: str, texts: Mapping[str, Written], at: ReadAt) -> OwnBook | None:
    """See `scrapsite.common.rulebook.Rulebook.own_book`."""
    base = _base(game, edition)
    return _read(base, _key_of(texts), at, tuple(unchecked(base).items())) if base else None


def own_rule(
    game: str, edition: str, texts: Mapping[str, Written], at: ReadAt, anchor: str, in_panel: bool
) -> OwnRule | None:
    """See `scrapsite.common.rulebook.Rulebook.own_rule`."""
    base = _base(game, edition)
    if base is None:
        return None
    key = _key_of(texts)
    linker = _OwnLinker(_assembled(base, key), "panel" if in_panel else "alone", at)
    place = places(linker.book).get(anchor)
    if place is None:
        lost = (line for line in _lost(base, linker, key) if line.anchor == anchor)
        return next((OwnRule(line, "", "", "") for line in lost), None)
    line = _Reader(base, linker, key, dict(unchecked(base))).line(place, set())
    heading = place.part.heading if isinstance(place.part, Paragraph) else place.chapter
    return OwnRule(line, place.chapter, heading, published_at(base, place))


def _base(game: str, edition: str) -> Book | None:
    try:
        return stored_book(game, edition)
    except KeyError:
        return None


def _key_of(texts: Mapping[str, Written]) -> _Texts:
    return tuple((anchor, json.dumps(written.block)) for anchor, written in sorted(texts.items()))


@lru_cache(maxsize=_KEPT)
def _read(base: Book, texts: _Texts, at: ReadAt, claims: _Claims) -> OwnBook:
    book = _assembled(base, texts)
    linker = _OwnLinker(book, "book", at)
    reader = _Reader(base, linker, texts, dict(claims))
    sections = [
        OwnSection(section.anchor, section.number, section.title, tuple(reader.lines(section)))
        for section in book.sections
    ]
    if lost := tuple(_lost(base, linker, texts)):
        sections.append(OwnSection("lost-paragraphs", 0, _LOST, lost))
    intro = tuple(reader.intro())
    return OwnBook(
        intro=intro,
        sections=tuple(sections),
        url=book_address(base),
        changed=tuple(
            line
            for lines in (intro, *(section.lines for section in sections))
            for line in lines
            if line.is_changed
        ),
    )


@lru_cache(maxsize=_KEPT)
def _assembled(base: Book, texts: _Texts) -> Book:
    """Return the book *base* with *texts* in it, as far as it still has such paragraphs."""
    stored = Revision.objects.values_list("blocks", flat=True).get(
        edition__rulebook__game=base.game, edition__slug=base.edition, number=base.revision
    )
    blocks, words = blocks_from_json(stored), dict(texts)
    there = {block.anchor for block in blocks}
    found = [
        _living(block_of(json.loads(words[address])).rendered, there) if address in words else block.rendered
        for address, block in zip(addresses(blocks), blocks, strict=True)
    ]
    return assemble(base.head, found, revision=base.revision, is_head=base.is_head)


def _living(made: Rendered, there: set[str]) -> Rendered:
    """Return *made* with plain words in the place of links to rules that aren't there any more."""
    html = RULE_LINK.sub(lambda link: link[0] if link[1] in there else link[2], made.html)
    return replace(made, html=html)


def _lost(base: Book, linker: _OwnLinker, texts: _Texts) -> Iterator[OwnLine]:
    there = places(linker.book)
    for anchor, block in texts:
        if anchor not in there:
            html = _living(block_of(json.loads(block)).rendered, set(base.by_anchor)).html
            yield OwnLine(
                "law", "", framed(linker.linked(html)), anchor, anchor, linker.page(anchor), is_changed=True
            )


class _Reader:
    """Makes the lines of a book with other words. *claims:* as `unchecked` has them."""

    def __init__(self, base: Book, linker: _OwnLinker, texts: _Texts, claims: Mapping[str, Claim]) -> None:
        self._base, self._linker, self._claims = base, linker, claims
        self._words, self._was, self._places = dict(texts), places(base), places(linker.book)

    def intro(self) -> Iterator[OwnLine]:
        """Yield what introduces the book."""
        mine = (place for place in self._places.values() if place.section is None)
        for block in self._linker.book.intro:
            is_title = block.kind == "h3"
            yield OwnLine("heading", block.text, _NOTHING) if is_title else self.line(next(mine), set())

    def lines(self, section: Section) -> Iterator[OwnLine]:
        """Yield the parts of a chapter in order."""
        seen: set[str] = set()
        mine = (place for place in self._places.values() if place.section is section)
        for part in section.parts:
            if isinstance(part, Heading):
                yield OwnLine("heading", part.title, _NOTHING)
            else:
                yield self.line(next(mine), seen)

    def line(self, place: Place, seen: set[str]) -> OwnLine:
        """Return a part of the book. *seen:* the terms that were explained above it."""
        # The HTML was cleaned by rules.document.markup, and what marks it escapes every word.
        part, is_rule = place.part, isinstance(place.part, Paragraph)
        html = framed(self._linker.linked(part.html, place.address if is_rule else "", seen))
        line = replace(
            self._paragraph(part, html) if isinstance(part, Paragraph) else self._note(part, html),
            anchor=place.address,
            name=place.name,
            url=self._linker.page(place.address),
        )
        old = self._was[place.address].part
        if place.address not in self._words or old.html == part.html:
            return line
        changed = SafeString(marked(old.html, part.html, self._base.game))
        return replace(
            line,
            mark="" if is_rule else line.mark,
            source="",
            is_changed=True,
            was=comment_html(self._base, old.html),
            changed=changed,
        )

    def _note(self, part: Note | Rendered, html: SafeString) -> OwnLine:
        if isinstance(part, Rendered):
            return OwnLine(
                "note" if part.title else "text", part.title, html, mark=NOTE if part.title else ""
            )
        has_cards, figure = part.position == COMPONENTS, drawn(self._linker, part)
        return OwnLine("note", part.title, html, mark=part.kind, figure=figure, has_cards=has_cards)

    def _paragraph(self, part: Paragraph, html: SafeString) -> OwnLine:
        line = OwnLine("term" if part.term else "law", part.label, html)
        said: Said = UNSAID if part.term else self._claims.get(part.anchor, part.provenance)
        if not said.name:
            return line
        where = f"{said.name}: {said.where}" if said.where else said.name
        return replace(line, mark="changed" if isinstance(said, Claim) else said.kind, source=where)
