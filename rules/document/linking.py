"""Puts addresses on the links of a rulebook, and links the words its glossary explains.

`rule:` and `card:` links are made by `rules.document.markup`; a card's name comes from the catalogue.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Literal
from urllib.parse import urlencode

from django.urls import reverse

from games import catalog
from games.engine.cards import Card
from rules.document.books import Book, BookError, Paragraph

Where = Literal["book", "alone", "panel", "card"]

# What turns a link into one that changes the side panel of a match page and nothing else of it.
PANEL_TARGET = "#panel-body"

_LINK = re.compile(r'<a href="(rule|card):([a-z0-9-]+)">([^<]*)</a>')
_TAG = re.compile(r"(<[^>]+>)")


@dataclass(frozen=True)
class Linker:
    """Links the texts of one book.

    *where:* `book` links inside the page of the whole book; `alone` links to the pages of single paragraphs,
    for a paragraph that is shown away from its book; `panel` does the same for a match page's side panel,
    which other rules replace and which cards leave by a new tab.
    """

    book: Book
    where: Where

    def linked(self, html: str, own: str = "", seen: set[str] | None = None) -> str:
        """Return *html* with all links in place.

        *own:* anchor of the paragraph itself, which isn't linked to. *seen:* anchors of terms that need no
        link any more; those linked now are added.
        """
        seen = set() if seen is None else seen
        addressed = _LINK.sub(lambda found: self._resolved(*found.groups()), html)
        return self._with_terms(addressed, {own}, seen)

    def address(self, anchor: str) -> str:
        """Return where *anchor* can be read."""
        if self.where == "book":
            return f"#{anchor}"
        return paragraph_address(self.book, anchor)

    def _resolved(self, scheme: str, name: str, words: str) -> str:
        if scheme == "rule":
            return f'<a class="rule-ref" {self._towards(name)}>{words}</a>'
        card = _card(self.book, name)
        return card_link(card, in_new_tab=self.where == "panel")

    def _towards(self, anchor: str) -> str:
        """Return the attributes of a link to *anchor*."""
        address = self.address(anchor)
        if self.where == "panel":
            return f'href="{address}" hx-get="{address}" hx-target="{PANEL_TARGET}"'
        return f'href="{address}"'

    def _term(self, term: Paragraph) -> str:
        """Return the attributes of a link that explains *term*."""
        described = {"book": explanation_id(term.anchor), "card": f"word-{term.anchor}"}.get(self.where)
        tip = "" if self.where == "book" else f' data-tip="{escape(term.text)}"'
        tip += f' aria-describedby="{described}"' if described else ""
        return f'class="term tip" {self._towards(term.anchor)}{tip}'

    def _with_terms(self, html: str, own: set[str], seen: set[str]) -> str:
        terms, pattern = _vocabulary(self.book)
        depth = 0
        pieces: list[str] = []

        def link(found: re.Match[str]) -> str:
            term = terms[_key(found[1])]
            if term.anchor in own or term.anchor in seen:
                return found[0]
            seen.add(term.anchor)
            return f"<a {self._term(term)}>{found[0]}</a>"

        for piece in _TAG.split(html):
            if piece.startswith("<"):
                depth += piece.startswith("<a ") - (piece == "</a>")
                pieces.append(piece)
            else:
                pieces.append(piece if depth else pattern.sub(link, piece))
        return "".join(pieces)


def book_address(book: Book, anchor: str = "") -> str:
    """Return the page of a book, at a paragraph if one is given."""
    if book.is_head:
        page = reverse("rules:book_detail", args=(book.game, book.edition))
    else:
        page = reverse("rules:revision_detail", args=(book.game, book.edition, book.revision))
    return f"{page}#{anchor}" if anchor else page


def paragraph_address(book: Book, anchor: str) -> str:
    """Return the page of one paragraph."""
    if book.is_head:
        return reverse("rules:paragraph_detail", args=(book.game, book.edition, anchor))
    return reverse("rules:paragraph_in_revision", args=(book.game, book.edition, book.revision, anchor))


def compare_address(old: Book, new: Book) -> str:
    """Return the page of the differences between two books of one game."""
    page = reverse("rules:revision_compare", args=(old.game,))
    return f"{page}?{urlencode({'from': version_of(old), 'to': version_of(new)})}"


def card_address(game: str, slug: str, edition: str) -> str:
    """Return the page of a card in one edition."""
    return f"{reverse('cards:card_detail', args=(game, slug))}?edition={edition}"


def card_link(card: Card, words: str = "", *, in_new_tab: bool = False) -> str:
    """Return a link to the page of *card* that can show its face. *words:* HTML, its name where empty."""
    address = f'href="{card_address(card.game, card.slug, card.edition)}"'
    face = f'data-face="{face_address(card.game, card.slug, card.edition)}"'
    tab = ' target="_blank" rel="noopener"' if in_new_tab else ""
    return f'<a class="card-link tip" {address} {face}{tab}>{words or escape(card.name)}</a>'


def face_address(game: str, slug: str, edition: str) -> str:
    """Return where the face of a card in one edition can be fetched."""
    return f"{reverse('cards:card_face', args=(game, slug))}?edition={edition}"


def explanation_id(anchor: str) -> str:
    """Return the id of a term's explanation in the page of its book; no anchor has a full stop."""
    return f"{anchor}.says"


def find_card(game: str, slug: str, edition: str = "") -> Card | None:
    """Return a game's card in *edition* or, where that lacks it, in the newest edition that has it."""
    titles = {title.slug: title for title in catalog.titles()}
    editions = titles[game].editions.values() if game in titles else ()
    ordered = sorted(editions, key=lambda found: found.slug != edition)
    return next((card for found in ordered for card in found.cards if card.slug == slug), None)


def missing_cards(game: str, html: str) -> tuple[str, ...]:
    """Return the slugs of cards that *html* links to and no edition has."""
    slugs = dict.fromkeys(name for scheme, name, _ in _LINK.findall(html) if scheme == "card")
    return tuple(slug for slug in slugs if find_card(game, slug) is None)


def version_of(book: Book) -> str:
    """Return how pages that compare books name one: `3.4` for what is in force, `3.4:1` for a revision."""
    return book.edition if book.is_head else f"{book.edition}:{book.revision}"


def _card(book: Book, slug: str) -> Card:
    """Return the card in the book's edition or, where that lacks it, in the newest that has it.

    *Raises:* BookError when no edition has such a card.
    """
    card = find_card(book.game, slug, book.edition)
    if card is None:
        raise BookError(f"The rules of {book.game} {book.edition} link to the card {slug}, which is nowhere.")
    return card


@lru_cache(maxsize=256)
def _vocabulary(book: Book) -> tuple[dict[str, Paragraph], re.Pattern[str]]:
    """Return the terms by word (first letter small) and what finds them in a text.

    A term written with a capital is a word of the game and only found so; others may begin a sentence.
    Common endings belong to the word.
    """
    terms = {_key(term.term): term for term in book.terms}
    words = sorted((_spelling(term.term) for term in book.terms), key=len, reverse=True)
    return terms, re.compile(rf"\b({'|'.join(words) or '(?!)'})(?:s|d|ed|ing)?\b")


def _key(word: str) -> str:
    return word[:1].lower() + word[1:]


def _spelling(word: str) -> str:
    first = word[0]
    return re.escape(word) if first.isupper() else f"[{first}{first.upper()}]{re.escape(word[1:])}"
