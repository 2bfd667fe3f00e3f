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
from django.utils.safestring import SafeString

from games.engine.cards import Card
from rules.document.books import Book, BookError, Paragraph
from rules.document.cards import find_card
from rules.document.markup import plain
from rules.wiki.shipped import other_senses

Where = Literal["book", "alone", "panel", "card"]

# What turns a link into one that changes the side panel of a match page and nothing else of it.
PANEL_TARGET = "#panel-body"

_IN_NEW_TAB = 'target="_blank" rel="noopener"'
_LINK = re.compile(r'<a href="(rule|card):([a-z0-9-]+)">([^<]*)</a>')
_TAG_OR_CHARACTER = re.compile(r"(<[^>]+>|&#?\w+;)")
_COMMENT_LINK = re.compile(r'<a href="(rule|card):([^"]*)">(.*?)</a>', re.DOTALL)
_TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
_SCROLLER = '<div class="scroller" tabindex="0" role="region" aria-label="Table">{}</div>'


@dataclass(frozen=True)
class Linker:
    """Links the texts of one book.

    *where:* `book` links inside the page of the whole book; `alone` links to the pages of single paragraphs,
    for a paragraph that is shown away from its book; `panel` does the same for a match page's side panel,
    which other rules replace and which cards and chapters leave by a new tab.
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
        return self.page(anchor)

    def _resolved(self, scheme: str, name: str, words: str) -> str:
        if scheme == "rule":
            return f'<a class="rule-ref" {self._towards(name)}>{words}</a>'
        return self.card(name)

    def card(self, slug: str) -> str:
        """Return a link to the card *slug*. *Raises:* BookError if there is no such card."""
        return card_link(_card(self.book, slug), in_new_tab=self.where == "panel")

    def page(self, anchor: str) -> str:
        """Return the page of the paragraph *anchor*, or the place of that chapter in the page of its book."""
        found = book_address if self._is_chapter(anchor) else paragraph_address
        return found(self.book, anchor)

    def _is_chapter(self, anchor: str) -> bool:
        return any(section.anchor == anchor for section in self.book.sections)

    def _towards(self, anchor: str) -> str:
        """Return the attributes of a link to *anchor*."""
        address = self.address(anchor)
        if self.where != "panel":
            return f'href="{address}"'
        if self._is_chapter(anchor):
            return f'href="{address}" {_IN_NEW_TAB}'
        return f'href="{address}" hx-get="{address}" hx-target="{PANEL_TARGET}"'

    def _term(self, term: Paragraph) -> str:
        """Return the attributes of a link that explains *term*."""
        described = {"book": explanation_id(term.anchor), "card": f"word-{term.anchor}"}.get(self.where)
        tip = "" if self.where == "book" else f' data-tip="{escape(term.text)}"'
        tip += f' aria-describedby="{described}"' if described else ""
        return f'class="term tip" {self._towards(term.anchor)}{tip}'

    def _with_terms(self, html: str, own: set[str], seen: set[str]) -> str:
        terms, pattern = _vocabulary(self.book)
        depth = 0
        blocks: list[str] = []

        def link(found: re.Match[str]) -> str:
            term = terms.get(_key(found[1] or ""))
            if term is None or term.anchor in own or term.anchor in seen:
                return found[0]
            seen.add(term.anchor)
            return f"<a {self._term(term)}>{found[0]}</a>"

        for block in _TAG_OR_CHARACTER.split(html):
            if block.startswith("<"):
                depth += block.startswith("<a ") - (block == "</a>")
                blocks.append(block)
            elif block.startswith("&"):
                blocks.append(block)
            else:
                blocks.append(block if depth else pattern.sub(link, block))
        return "".join(blocks)


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
    place = (card.game, card.slug, card.edition)
    return link_to_card(
        words or escape(card.name), card_address(*place), face_address(*place), in_new_tab=in_new_tab
    )


def link_to_card(words: str, address: str, face: str, *, in_new_tab: bool = False) -> str:
    """Return a link to the page of a card. *words:* HTML. *face:* where its face can be fetched."""
    tab = f" {_IN_NEW_TAB}" if in_new_tab else ""
    return f'<a class="card-link tip" href="{address}" data-face="{face}"{tab}>{words}</a>'


def face_address(game: str, slug: str, edition: str) -> str:
    """Return where the face of a card in one edition can be fetched."""
    return f"{reverse('cards:card_face', args=(game, slug))}?edition={edition}"


def explanation_id(anchor: str) -> str:
    """Return the id of a term's explanation in the page of its book; no anchor has a full stop."""
    return f"{anchor}.says"


def version_of(book: Book) -> str:
    """Return how pages that compare books name one: `3.4` for what is in force, `3.4:1` for a revision."""
    return book.edition if book.is_head else f"{book.edition}:{book.revision}"


def name_at(book: Book | None, anchor: str) -> str:
    """Return what a citation calls a paragraph: `rule 4.2`, `“Lane”`, or its anchor where it is gone."""
    paragraph = book.by_anchor.get(anchor) if book else None
    if paragraph is None:
        return f"the former “{anchor}”"
    return f"“{paragraph.term}”" if paragraph.term else f"rule {paragraph.number}"


def words_of(book: Book, paragraph: Paragraph) -> str:
    """Return the words of *paragraph* as readers see them, with the names of cards and numbers of rules."""
    return plain(Linker(book, "alone").linked(paragraph.html, paragraph.anchor))


def comment_html(book: Book, html: str) -> SafeString:
    """Return a comment's clean *html* for a page, with its links in place and its tables in frames."""
    return framed(linked_comment(book, html))


def linked_comment(book: Book, html: str) -> str:
    """Return a comment's clean *html* with its links in place; a dead link becomes plain words."""
    return _COMMENT_LINK.sub(lambda found: _linked_in_comment(book, *found.groups()), html)


def framed(html: str) -> SafeString:
    """Return clean *html* with each table in a frame that scrolls where the table is too wide."""
    return SafeString(_TABLE.sub(lambda table: _SCROLLER.format(table[0]), html))


def _linked_in_comment(book: Book, scheme: str, name: str, words: str) -> str:
    """Return a link of either scheme. A bare one says the rule's number, or the card's name."""
    is_bare = words == name
    if scheme == "rule":
        rule = book.by_anchor.get(name)
        if rule is None:
            return words
        label = escape(rule.term or f"rule {rule.number}")
        address = paragraph_address(book, name)
        return f'<a class="rule-ref" href="{address}">{label if is_bare else words}</a>'
    card = find_card(book.game, name, book.edition)
    if card is None:
        return words
    return card_link(card, "" if is_bare else words)


def _card(book: Book, slug: str) -> Card:
    """Return the card in the book's edition or, where that lacks it, in the newest that has it.

    *Raises:* BookError when no edition has such a card.
    """
    card = find_card(book.game, slug, book.edition)
    if card is None:
        raise BookError(
            f"The rules of {book.game} {book.edition} link to the card “{slug}”, which doesn’t exist."
        )
    return card


@lru_cache(maxsize=256)
def _vocabulary(book: Book) -> tuple[dict[str, Paragraph], re.Pattern[str]]:
    """Return the terms by word (first letter small) and what finds them in a text.

    A term written with a capital is a word of the game and only found so; others may begin a sentence.
    Common endings belong to the word. A phrase that means something else is found as a whole, as no term.
    """
    terms = {_key(term.term): term for term in book.terms}
    words = sorted((_spelling(term.term) for term in book.terms), key=len, reverse=True)
    others = "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in other_senses(book.game))
    term = rf"\b({'|'.join(words) or '(?!)'})(?:s|d|ed|ing)?\b"
    return terms, re.compile(rf"(?i:\b(?:{others})\b)|{term}" if others else term)


def _key(word: str) -> str:
    word = " ".join(word.split())
    return word[:1].lower() + word[1:]


def _spelling(word: str) -> str:
    first, rest = word[0], r"\s+".join(map(re.escape, word[1:].split(" ")))
    return re.escape(first) + rest if first.isupper() else f"[{first}{first.upper()}]{rest}"
