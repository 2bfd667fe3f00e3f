"""What people say about rules: HTML whose links lead somewhere, and the people whom it names with an @."""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from django.contrib.auth.models import User

from rules.document.books import Book
from rules.document.cards import find_card, likely_card, unread_links
from rules.document.errors import BadText
from rules.document.markup import plain
from rules.wiki.models import Edition
from rules.wiki.rendering import render_comment
from rules.wiki.stored_books import stored_book
from scrapsite.common.players import LONGEST_NAME, players_named

MOST_IN_COMMENT = 10
MOST_SIGNS = 100

_LINK = re.compile(r'<a href="(rule|card):([^"]*)">')
# What was quoted was said by somebody else, and code means nobody.
_UNMEANT = re.compile(r"<(blockquote|code|pre)>.*?</\1>", re.DOTALL)
_SIGN = re.compile(r"(?<![\w@.-])@(?=\w)")


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


def people_in(html: str, author: User) -> list[User]:
    """Return the people whom a comment of *author* names: accounts, not guests, and not themselves.

    *Raises:* BadText when they are too many.
    """
    said = plain(_UNMEANT.sub(" ", html))
    places = [sign.end() for sign in _SIGN.finditer(said)]
    if len(places) > MOST_SIGNS:
        raise BadText(f"A comment has at most {MOST_SIGNS} names with an @.", "text/mentions")
    wanted = [tuple(_names_at(said, place)) for place in places]
    by_name = players_named(name for names in wanted for name in names)
    found = [next((by_name[name] for name in names if name in by_name), None) for names in wanted]
    people = list(dict.fromkeys(user for user in found if user is not None and user != author))
    if len(people) > MOST_IN_COMMENT:
        raise BadText(
            f"A comment can mention {MOST_IN_COMMENT} people; this one names {len(people)}.", "text/mentions"
        )
    return people


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


def _names_at(said: str, place: int) -> Iterator[str]:
    """Yield what could be a name at *place*, the longest first. A name ends where a word does."""
    rest = said[place : place + LONGEST_NAME + 1]
    for end in range(min(len(rest), LONGEST_NAME), 0, -1):
        is_inside_word = end < len(rest) and rest[end - 1].isalnum() and rest[end].isalnum()
        if not is_inside_word and not rest[end - 1].isspace():
            yield rest[:end]
