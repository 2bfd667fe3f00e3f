"""The words of rulebooks, by which misspelled ones are known."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from rules.document.books import Book, Heading, Paragraph
from rules.document.cards import cards_in
from rules.document.marking import said
from scrapsite.common.fulltext.words import words


def words_in(books: Iterable[Book]) -> Counter[str]:
    """Return how often each word stands in *books* and in the names of their cards."""
    return _vocabulary(tuple(books))


@lru_cache(maxsize=16)
def _vocabulary(books: tuple[Book, ...]) -> Counter[str]:
    return sum((_words_of(book) for book in books), Counter())


@lru_cache(maxsize=64)
def _words_of(book: Book) -> Counter[str]:
    texts = [card.name for card in cards_in(book.game, book.edition)]
    for section in book.sections:
        texts.append(section.title)
        for part in section.parts:
            texts.append(part.term if isinstance(part, Paragraph) else part.title)
            texts.append("" if isinstance(part, Heading) else said(part.html, book.game))
    return Counter(word for text in texts for word in words(text))
