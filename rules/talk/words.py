"""What people say about rules, made ready to show: its links, its authors, and the words it quotes."""

import re

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString

from rules.document.books import Book, Paragraph
from rules.document.linking import Linker, card_link, find_card, paragraph_address
from rules.document.markup import plain
from rules.wiki import current as shelf
from rules.wiki.errors import BadText
from rules.wiki.models import Comment, Thread
from scrapsite.common.players import display_name

_LINK = re.compile(r'<a href="(rule|card):([^"]*)">(.*?)</a>', re.DOTALL)
_TABLE = re.compile(r"(<table>.*?</table>)", re.DOTALL)
_SCROLLER = r'<div class="scroller" tabindex="0" role="region" aria-label="Table">\1</div>'


def author_name(user: User | None) -> str:
    """Return the name of who wrote something; None is a deleted account. Load `profile` with the user."""
    return "somebody who left" if user is None else display_name(user)


def address_of(thread: Thread, comment: Comment | None = None) -> str:
    """Return the page of *thread*, at one of its comments if one is given."""
    page = reverse("rules:thread_detail", args=(thread.pk,))
    return f"{page}#comment-{comment.pk}" if comment else page


def shown(book: Book, html: str) -> SafeString:
    """Return a comment's *html* for a page: linked, and a wide table scrolls by itself."""
    return SafeString(_TABLE.sub(_SCROLLER, linked(book, html)))


def linked(book: Book, html: str) -> str:
    """Return a comment's clean *html* with its links in place; what they don't find becomes plain words."""
    return _LINK.sub(lambda found: _resolved(book, *found.groups()), html)


def name_at(book: Book | None, anchor: str) -> str:
    """Return what a citation calls a paragraph: `rule 4.2`, `“Lane”`, or its anchor where it is gone."""
    paragraph = book.by_anchor.get(anchor) if book else None
    if paragraph is None:
        return f"the former “{anchor}”"
    return f"“{paragraph.term}”" if paragraph.term else f"rule {paragraph.number}"


def shown_in(thread: Thread, html: str) -> SafeString:
    """Return a comment's *html*, linked as the book in force is. Load `edition__rulebook` with *thread*."""
    return shown(shelf.book(thread.edition.rulebook.game, thread.edition.slug), html)


def words_of(book: Book, paragraph: Paragraph) -> str:
    """Return the words of *paragraph* as readers see them, with the names of cards and numbers of rules."""
    return plain(Linker(book, "alone").linked(paragraph.html, paragraph.anchor))


def exact_quote(book: Book, paragraph: Paragraph, wanted: str) -> str:
    """Return the words that are quoted, spaces evened out. *Raises:* BadText if it doesn't say them."""
    quote = " ".join(wanted.split())
    if quote and quote not in words_of(book, paragraph):
        raise BadText(
            "These words aren't in the paragraph as it stood. Quote a run of its words, exactly.",
            "text/misquoted",
        )
    return quote


def _resolved(book: Book, scheme: str, name: str, words: str) -> str:
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
