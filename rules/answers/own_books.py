"""The rulebook in force with other words in some places, for readers who play by a draft of an edition.

Nothing is rendered anew: the words were, when they were written. Books and pages made last are kept.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString

from rules.answers.rewording import block_of, can_reword
from rules.document.books import RULE_LINK, Book, Heading, Note, Paragraph, Section, assemble
from rules.document.cards import find_card
from rules.document.marking import marked
from rules.document.markup import Rendered
from rules.document.provenance import UNSAID
from rules.wiki.linking import (
    Linker,
    book_address,
    comment_html,
    framed,
    link_to_card,
    name_at,
    paragraph_address,
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
_LOST = "Paragraphs that the rulebook has no more"


@dataclass(frozen=True)
class _OwnLinker(Linker):
    """Links a book with other words: to its own pages, and to cards as its reader has them."""

    at: ReadAt

    def page(self, anchor: str) -> str:
        return self.at.rule(anchor)

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
    part = linker.book.by_anchor.get(anchor)
    if part is None:
        lost = (line for line in _lost(base, linker, key) if line.anchor == anchor)
        return next((OwnRule(line, "", "", "") for line in lost), None)
    line = _paragraph(base, linker, part, dict(key), dict(unchecked(base)), set())
    return OwnRule(line, part.section, part.heading, paragraph_address(base, anchor))


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
    linker, words, said = _OwnLinker(book, "book", at), dict(texts), dict(claims)
    sections = [
        OwnSection(
            section.anchor,
            section.number,
            section.title,
            tuple(_lines(base, linker, section, words, said)),
        )
        for section in book.sections
    ]
    if lost := tuple(_lost(base, linker, texts)):
        sections.append(OwnSection("lost-paragraphs", 0, _LOST, lost))
    return OwnBook(
        intro=tuple(framed(linker.linked(block.html)) for block in book.intro),
        sections=tuple(sections),
        url=book_address(base),
        changed=tuple(line for section in sections for line in section.lines if line.is_changed),
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
        _living(block_of(json.loads(words[block.anchor])).rendered, there)
        if block.anchor in words and can_reword(block)
        else block.rendered
        for block in blocks
    ]
    return assemble(base.head, found, revision=base.revision, is_head=base.is_head)


def _living(made: Rendered, there: set[str]) -> Rendered:
    """Return *made* with plain words in the place of links to rules that aren't there any more."""
    html = RULE_LINK.sub(lambda link: link[0] if link[1] in there else link[2], made.html)
    return replace(made, html=html)


def _lost(base: Book, linker: _OwnLinker, texts: _Texts) -> Iterator[OwnLine]:
    for anchor, block in texts:
        if anchor not in linker.book.by_anchor:
            html = _living(block_of(json.loads(block)).rendered, set(base.by_anchor)).html
            yield OwnLine(
                "law", "", framed(linker.linked(html)), anchor, anchor, linker.page(anchor), is_changed=True
            )


def _lines(
    base: Book, linker: _OwnLinker, section: Section, words: Mapping[str, str], claims: Mapping[str, Claim]
) -> Iterator[OwnLine]:
    seen: set[str] = set()
    for part in section.parts:
        if isinstance(part, Heading):
            yield OwnLine("heading", part.title, SafeString(""))
        elif isinstance(part, Note):
            html = framed(linker.linked(part.html, seen=seen))
            has_cards, figure = part.position == COMPONENTS, drawn(linker, part)
            yield OwnLine("note", part.title, html, mark=part.kind, figure=figure, has_cards=has_cards)
        else:
            yield _paragraph(base, linker, part, words, claims, seen)


def _paragraph(
    base: Book,
    linker: _OwnLinker,
    part: Paragraph,
    words: Mapping[str, str],
    claims: Mapping[str, Claim],
    seen: set[str],
) -> OwnLine:
    # The HTML was cleaned by rules.document.markup, and what marks it escapes every word.
    html, anchor = framed(linker.linked(part.html, part.anchor, seen)), part.anchor
    line = OwnLine(
        kind="term" if part.term else "law",
        label=part.label,
        html=html,
        anchor=anchor,
        name=name_at(linker.book, anchor),
        url=linker.page(anchor),
    )
    old = base.by_anchor[anchor]
    if anchor in words and old.html != part.html:
        changed = SafeString(marked(old.html, part.html, base.game))
        return replace(line, is_changed=True, was=comment_html(base, old.html), changed=changed)
    said: Said = UNSAID if part.term else claims.get(anchor, part.provenance)
    if not said.name:
        return line
    where = f"{said.name}: {said.where}" if said.where else said.name
    return replace(line, mark="changed" if isinstance(said, Claim) else said.kind, source=where)
