"""What pages of other apps show of a rulebook, so that those apps need not import it."""

from dataclasses import dataclass

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString

from rules import books, reading
from rules.books import Book, Note
from rules.linking import Linker

register = template.Library()


@dataclass(frozen=True, slots=True)
class Mention:
    """A place of a rulebook that names a card. *label:* its number, or the title of the example."""

    label: str
    heading: str
    url: str
    is_ruling: bool


@register.simple_tag
def with_terms(game: str, edition: str, words: str) -> SafeString:
    """Return plain *words* with those the edition's glossary explains linked to it."""
    escaped = escape(words)
    book = _book(game, edition)
    return SafeString(Linker(book, "alone").linked(escaped) if book else escaped)


@register.simple_tag
def mentions(game: str, edition: str, slug: str) -> tuple[Mention, ...]:
    """Return where the edition's rulebook names the card *slug*."""
    book = _book(game, edition)
    return _mentions(book, f'href="card:{slug}"') if book else ()


@register.simple_tag
def rule_heading(game: str, edition: str, anchor: str) -> str:
    """Return the number and heading of a paragraph, such as `4.17 Attacking`; empty when there is none."""
    book = _book(game, edition)
    found = book.by_anchor.get(anchor) if book else None
    return f"{found.label} {found.heading}" if found else ""


def _book(game: str, edition: str) -> Book | None:
    try:
        return books.book(game, edition)
    except KeyError:
        return None


def _mentions(book: Book, link: str) -> tuple[Mention, ...]:
    """Return the paragraphs and examples that hold *link*; an example is read at the law above it."""
    found: list[Mention] = []
    for section in book.sections:
        law = section.anchor
        for part in section.parts:
            if isinstance(part, books.Heading):
                continue
            is_law = not isinstance(part, Note)
            law = part.anchor if is_law else law
            if link in part.html:
                label = f"Rule {part.label}" if is_law else part.title
                heading = part.heading if is_law else section.title
                url = reading.paragraph_address(book, law)
                found.append(Mention(label, heading, url, is_law and part.is_ruling))
    return tuple(found)
