"""What a paragraph's page and a card's page show of the talk about rules."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.template import RequestContext

from rules.document.books import Book
from rules.talk.queries.follows import is_followed
from rules.talk.queries.rulings import CardRulings, rulings_for_card
from rules.talk.queries.thread_lists import Wanted
from rules.talk.queries.thread_pages import Powers, powers_of
from rules.talk.queries.threads import MOST_AT_PARAGRAPH, Elsewhere, ThreadView, threads_at, threads_elsewhere

register = template.Library()


@dataclass(frozen=True, slots=True)
class TalkAt:
    """The talk at a paragraph. *more:* query of the list with all of it; empty when this is all.

    *powers:* of the one who looks. *may_rule:* they may give a ruling, on words in force. *is_followed:* they
    follow the paragraph.
    """

    threads: tuple[ThreadView, ...]
    more: str
    elsewhere: tuple[Elsewhere, ...]
    powers: Powers
    may_rule: bool
    is_followed: bool


@register.simple_tag(takes_context=True)
def talk_at(context: RequestContext, book: Book, anchor: str) -> TalkAt:
    """Return the talk at a paragraph of *book*."""
    user: Any = context["request"].user
    threads, powers = threads_at(book, anchor), powers_of(user, book.game)
    has_more = len(threads) == MOST_AT_PARAGRAPH
    return TalkAt(
        threads=threads,
        more=Wanted(edition=book.edition, anchor=anchor).query if has_more else "",
        elsewhere=threads_elsewhere(book, anchor),
        powers=powers,
        may_rule=powers.may_edit and book.is_head,
        is_followed=is_followed(user, book.game, anchor),
    )


@register.simple_tag
def dated_rulings(game: str, slug: str) -> CardRulings:
    """Return the dated rulings that name a card, or are on a paragraph that does."""
    return rulings_for_card(game, slug)
