"""Words that a search could have meant: those of the rulebooks that are spelled nearly the same."""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from functools import lru_cache

from games import catalog
from rules.document.books import Book, Heading, Paragraph
from rules.document.marking import said
from scrapsite.common.fulltext.words import words

SHORTEST, LONGEST = 4, 30
MOST_CORRECTED = 5
_NEAR = 0.74
_MOST_NEAR = 5
# What stands in quotes is looked for as it stands.
_TOKEN = re.compile(r"[\"“”„«»][^\"“”„«»]*[\"“”„«»]?|[^\W\d_]+")


def respelled(q: str, books: Sequence[Book]) -> str:
    """Return the search *q* with the nearest word of *books* for each that none of them has.

    Return an empty text where nothing is near, or nothing is wrong.
    """
    known = _vocabulary(tuple(books))
    found = list(_TOKEN.finditer(q))
    made, at, corrected = "", 0, 0
    for token in found:
        is_last = token is found[-1]
        better = _better(token[0], known, is_last=is_last) if corrected < MOST_CORRECTED else ""
        corrected += bool(better)
        made += q[at : token.start()] + (better or token[0])
        at = token.end()
    return made + q[at:] if corrected else ""


def _better(token: str, known: Counter[str], *, is_last: bool) -> str:
    """Return the nearest known word, or an empty text. *is_last:* it may be the beginning of a word."""
    word = "".join(words(token))
    if not token[0].isalpha() or not SHORTEST <= len(word) <= LONGEST or word in known:
        return ""
    if is_last and any(one.startswith(word) for one in known):
        return ""
    candidates = [one for one in known if abs(len(one) - len(word)) <= 2]
    near = get_close_matches(word, candidates, n=_MOST_NEAR, cutoff=_NEAR)
    return max(near, key=lambda one: (_likeness(one, word), known[one]), default="")


def _likeness(one: str, word: str) -> tuple[bool, bool]:
    """Return how a candidate is like the word besides its letters: mistakes seldom change the first one."""
    return sorted(one) == sorted(word), one[0] == word[0]


@lru_cache(maxsize=16)
def _vocabulary(books: tuple[Book, ...]) -> Counter[str]:
    """Return how often each word stands in *books* and in the names of their cards."""
    return sum((_words_of(book) for book in books), Counter())


@lru_cache(maxsize=64)
def _words_of(book: Book) -> Counter[str]:
    texts = [card.name for card in catalog.cards(book.game, book.edition)]
    for section in book.sections:
        texts.append(section.title)
        for part in section.parts:
            texts.append(part.term if isinstance(part, Paragraph) else part.title)
            texts.append("" if isinstance(part, Heading) else said(part.html, book.game))
    return Counter(word for text in texts for word in words(text))
