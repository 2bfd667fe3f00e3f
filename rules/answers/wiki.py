"""The rulebooks of the wiki, as `scrapsite.common.rulebook.connect` takes them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.utils.safestring import SafeString

from rules.answers import own_books, rewording
from rules.document.errors import RulesError
from rules.wiki import rendering
from rules.wiki.comment_text import comment_in, people_in
from rules.wiki.linking import comment_html
from rules.wiki.models import Edition
from rules.wiki.permissions import rights_of
from rules.wiki.stored_books import stored_book
from scrapsite.common.rulebook import (
    NO_CARDS,
    BadText,
    Comment,
    Done,
    Names,
    OwnBook,
    OwnRule,
    Paragraph,
    ReadAt,
    Reworded,
    Written,
)


class WikiRulebook:
    """See `scrapsite.common.rulebook.Rulebook`."""

    def paragraphs(self, game: str, edition: str) -> Sequence[Paragraph]:
        return rewording.paragraphs(game, edition)

    def write(self, game: str, edition: str, anchor: str, text: str, cards: Names = NO_CARDS) -> Written:
        with _refusals():
            return rewording.write(game, edition, anchor, text, cards)

    def reworded(
        self, game: str, edition: str, texts: Mapping[str, Written], cards: Names = NO_CARDS
    ) -> Sequence[Reworded]:
        return rewording.reworded(game, edition, texts, cards)

    def own_book(self, game: str, edition: str, texts: Mapping[str, Written], at: ReadAt) -> OwnBook | None:
        return own_books.own_book(game, edition, texts, at)

    def own_rule(
        self, game: str, edition: str, texts: Mapping[str, Written], at: ReadAt, anchor: str, in_panel: bool
    ) -> OwnRule | None:
        return own_books.own_rule(game, edition, texts, at, anchor, in_panel)

    def source(self, written: Written) -> str:
        return rewording.source(written)

    def propose(
        self,
        author: User,
        game: str,
        edition: str,
        texts: Mapping[str, Written],
        summary: str,
        reason: str,
        done: Done,
    ) -> None:
        with _refusals():
            rewording.propose(author, game, edition, texts, summary, reason, done)

    def may_discuss(self, user: Any, game: str) -> bool:
        return "discuss" in rights_of(user, game)

    def comment(self, author: User, game: str, edition: str, text: str, before: str = "") -> Comment:
        found = Edition.objects.select_related("rulebook").filter(rulebook__game=game, slug=edition).first()
        if found is None:
            raise BadText("This edition has no rulebook.")
        with _refusals():
            html = comment_in(found, text, before)
            return Comment(html, tuple(people_in(html, author)))

    def comment_html(self, game: str, edition: str, html: str) -> SafeString:
        return comment_html(stored_book(game, edition), html)

    def slow_texts(self) -> int:
        return rendering.slow_texts()


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn refusals of the wiki into those that every app knows."""
    try:
        yield
    except RulesError as error:
        raise BadText(error.reason) from error
