"""A rulebook as the data that the booklet is set from."""

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from games.pictures.figures import figure
from games.pictures.shapes import PAINTS, TOKENS, as_svg
from rules.booklets.runs import blocks_of
from rules.document.books import Book, Heading, Note, Paragraph, Section, part_of_introduction
from rules.document.markup import Rendered, plain
from rules.wiki.linking import Linker
from rules.wiki.queries.claims import Claim, Said, unchecked
from rules.wiki.queries.figures import Group, components
from scrapsite.common.look import dated
from scrapsite.common.typesetting.look import light_colours

TEMPLATE = Path(__file__).parent / "template" / "booklet.typ"
_KEPT = 12


Claims = tuple[tuple[str, Claim], ...]


def job_of(book: Book) -> dict[str, Any]:
    """Return what the template needs to set *book*."""
    return _job_of(book, tuple(unchecked(book).items()))


def digest_of(book: Book) -> str:
    """Return the name under which the booklet of *book* is kept; it changes with anything visible."""
    return _digest_of(book, tuple(unchecked(book).items()))


@lru_cache(maxsize=_KEPT)
def _job_of(book: Book, claims: Claims) -> dict[str, Any]:
    linker, head = Linker(book, "alone"), book.head
    return {
        "title": head.title,
        "edition": head.edition,
        "date": dated(head.date),
        "revision": book.revision,
        "summary": head.summary,
        "credits": [f"Source: {head.source}.", f"{head.credit.rstrip('.')}.", f"Licence: {head.licence}."],
        "intro": [part for block in book.intro for part in _introduction(linker, block)],
        "chapters": [_chapter(linker, section, dict(claims)) for section in book.sections],
        "colours": {name: light_colours()[name] for name in ("rust", "steel", "edge-strong", "hazard")},
    }


@lru_cache(maxsize=_KEPT)
def _digest_of(book: Book, claims: Claims) -> str:
    told = json.dumps(_job_of(book, claims), sort_keys=True).encode() + TEMPLATE.read_bytes()
    return hashlib.blake2b(told, digest_size=12).hexdigest()


def _chapter(linker: Linker, section: Section, claims: dict[str, Claim]) -> dict[str, Any]:
    return {
        "number": str(section.number),
        "title": section.title,
        "parts": [_part(linker, part, claims) for part in section.parts],
    }


def _introduction(linker: Linker, block: Rendered) -> list[dict[str, Any]]:
    part = part_of_introduction(block)
    return [_part(linker, part, {})] if part else _blocks(linker, block.html)


def _part(linker: Linker, part: Paragraph | Note | Heading, claims: dict[str, Claim]) -> dict[str, Any]:
    if isinstance(part, Heading):
        return {"kind": "heading", "title": part.title}
    blocks = _blocks(linker, part.html)
    if isinstance(part, Note):
        return {
            "kind": part.kind,
            "title": part.title,
            "blocks": blocks,
            "panels": _panels(linker.book, part),
            "groups": _groups(linker.book, part),
        }
    if part.term:
        return {"kind": "term", "title": part.term, "blocks": blocks}
    return {
        "kind": "law",
        "number": part.number,
        "blocks": blocks,
        "mark": _mark(claims.get(part.anchor, part.provenance)),
    }


def _blocks(linker: Linker, html: str) -> list[dict[str, Any]]:
    return blocks_of(linker.linked(html))


def _mark(said: Said) -> str:
    return f"{said.name}: {said.where}" if said.name and said.where else said.name


def _panels(book: Book, note: Note) -> list[dict[str, Any]]:
    found = figure(book.game, book.edition, note.position)
    colours = light_colours()
    paints = {paint: colours[TOKENS.get(paint, paint)] for paint in PAINTS}
    return [
        {
            "svg": as_svg(panel.drawing, "drawing", paints),
            "words": panel.drawing.words,
            "told": [_told(book, told.text, told.rule) for told in panel.told],
        }
        for panel in (found.panels if found else ())
    ]


def _told(book: Book, text: str, anchor: str) -> str:
    paragraph = book.by_anchor.get(anchor)
    return f"{text} (rule {paragraph.number})" if paragraph and paragraph.number else text


def _groups(book: Book, note: Note) -> list[dict[str, Any]]:
    return [
        {
            "name": group.name,
            "count": group.count,
            "cards": _names(group),
        }
        for group in components(book, note)
    ]


def _names(group: Group) -> list[str]:
    """Return what the group's cards are called, those with a number of their own in short."""
    names = [f"{plain(link)} ×{count}" if count > 1 else plain(link) for link, count in group.cards]
    return [f"{names[0]} to {names[-1]}"] if group.is_numbered else names
