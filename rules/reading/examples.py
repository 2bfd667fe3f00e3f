"""Examples and cards that a search finds. There are few, so each is looked at."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString

from rules.document.books import Book, Note, Paragraph
from rules.document.cards import cards_in
from rules.document.marking import said
from rules.wiki.linking import card_address, paragraph_address
from scrapsite.common.fulltext.finding import highlighted, says, spots
from scrapsite.common.fulltext.index import Run

MOST_EXAMPLES, MOST_CARDS = 10, 6


@dataclass(frozen=True, slots=True)
class ExampleHit:
    """An example or note that says everything asked for. *url:* of the rule that it stands below."""

    book: Book
    title: str
    section: str
    html: SafeString
    url: str


@dataclass(frozen=True, slots=True)
class CardHit:
    """A card whose name is asked for. *where:* its game and newest edition."""

    name: str
    where: str
    url: str


def examples_saying(books: Iterable[Book], asked: Sequence[Run]) -> tuple[ExampleHit, ...]:
    """Return the first examples that fit, one of several of the same name in editions of a game."""
    found: dict[tuple[str, str], ExampleHit] = {}
    for book in books:
        for example in _examples(book):
            text = f"{example.title} {example.text}"
            if len(found) < MOST_EXAMPLES and all(says(text, run) for run in asked):
                found.setdefault((book.game, example.title or example.text), _hit(book, example, asked))
    return tuple(found.values())


def cards_called(books: Iterable[Book], asked: Sequence[Run]) -> tuple[CardHit, ...]:
    """Return the first cards of the editions of *books* whose names have everything asked for."""
    found: dict[tuple[str, str], CardHit] = {}
    for book in books:
        for card in cards_in(book.game, book.edition):
            if len(found) < MOST_CARDS and all(says(card.name, run) for run in asked):
                where = f"{book.title} {book.edition}"
                address = card_address(card.game, card.slug, card.edition)
                found.setdefault((card.game, card.slug), CardHit(card.name, where, address))
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Example:
    """*law:* the anchor of the rule above it."""

    title: str
    text: str
    section: str
    law: str


def _hit(book: Book, example: _Example, asked: Sequence[Run]) -> ExampleHit:
    html = highlighted(example.text, [spot for run in asked for spot in spots(example.text, run)])
    url = paragraph_address(book, example.law)
    return ExampleHit(book, example.title, example.section, html, url)


@lru_cache(maxsize=64)
def _examples(book: Book) -> tuple[_Example, ...]:
    return tuple(_examples_of(book))


def _examples_of(book: Book) -> Iterator[_Example]:
    for section in book.sections:
        law = next((part.anchor for part in section.paragraphs), "")
        for part in section.parts:
            if isinstance(part, Paragraph):
                law = part.anchor
            elif isinstance(part, Note) and law:
                yield _Example(part.title, said(part.html, book.game), section.title, law)
