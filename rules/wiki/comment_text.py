"""What people say about rules, as HTML whose links to rules and cards lead somewhere."""

import re
from difflib import get_close_matches

from rules.document.books import Book
from rules.document.cards import find_card, likely_card, unread_links
from rules.document.errors import BadText
from rules.wiki.models import Edition
from rules.wiki.rendering import render_comment
from rules.wiki.stored_books import stored_book

_LINK = re.compile(r'<a href="(rule|card):([^"]*)">')


def comment_in(edition: Edition, source: str, before: str = "") -> str:
    """Return the clean HTML of a comment on the text in force of *edition*.

    *before:* HTML that it takes the place of, whose dead links may stay. *Raises:* BadText, also for a link
    to a rule or a card that there isn't.
    """
    html = render_comment(source)
    book = stored_book(edition.rulebook.game, edition.slug)
    known = set(_LINK.findall(before))
    for scheme, name in _LINK.findall(html):
        if (scheme, name) not in known:
            _require(book, scheme, name)
    require_read(book.game, html)
    return html


def require_read(game: str, html: str, place: int | None = None) -> None:
    """*Raises:* BadText for what was meant as a link to a rule or a card, but isn't written as one.

    *place:* of the block in its book, which the error carries on.
    """
    for scheme, name in unread_links(html):
        near = likely_card(game, name) if scheme == "card" else ""
        raise BadText(f"“[[{scheme}:{name}]]” isn’t a link.{_hint(scheme, near)}", "text/no-link", place)


def no_card(game: str, slug: str, place: int | None = None) -> BadText:
    """Return the error for a link to a card that no edition of the game has."""
    near = _hint("card", likely_card(game, slug))
    return BadText(f"There is no card “{slug}” in any edition of this game.{near}", "text/no-card", place)


def _require(book: Book, scheme: str, name: str) -> None:
    if scheme == "card" and find_card(book.game, name) is None:
        raise no_card(book.game, name)
    if scheme == "rule" and name not in book.by_anchor:
        near = get_close_matches(name, book.by_anchor, n=1, cutoff=0.6)
        hint = _hint("rule", near[0] if near else "")
        raise BadText(f"This edition has no rule “{name}”.{hint}", "text/no-rule")


def _hint(scheme: str, near: str) -> str:
    return f" Did you mean [[{scheme}:{near}]]?" if near else ""
