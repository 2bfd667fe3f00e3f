"""Dated rulings: answers that an editor accepted, for the pages of their paragraph and cards."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString

from rules.document.books import Book
from rules.talk.models import Comment, Thread
from rules.talk.queries.standing import ParagraphTexts
from rules.wiki.linking import comment_html, name_at
from rules.wiki.models import Edition, Revision
from rules.wiki.stored_books import editions_of
from scrapsite.common.players import author_name

MOST_IN_SIGHT = 5
_CARD = re.compile(r'href="card:([^"]+)"')


@dataclass(frozen=True, slots=True)
class DatedRuling:
    """A ruling made at *ruled_at* by the editor *by*. *name:* current name of the paragraph.

    *revision:* the number of the one in force at the time. *cards:* slugs of the cards that it names.
    *is_outdated:* the paragraph has changed or been removed since. *url:* the thread of the ruling.
    """

    game: str
    edition: str
    anchor: str
    name: str
    html: SafeString
    ruled_at: datetime
    by: str
    url: str
    revision: int
    cards: frozenset[str]
    is_outdated: bool


@dataclass(frozen=True, slots=True)
class RuledParagraph:
    """A paragraph with its rulings, the newest first. *name:* its current name."""

    name: str
    edition: str
    rulings: tuple[DatedRuling, ...]


@dataclass(frozen=True, slots=True)
class CardRulings:
    """The dated rulings for the page of a card, the newest first.

    *named:* the newest that name the card. *older:* the rest of those. *others:* the rulings on paragraphs
    that name it.
    """

    named: tuple[DatedRuling, ...]
    older: tuple[DatedRuling, ...]
    others: tuple[RuledParagraph, ...]


def rulings_in(book: Book) -> dict[str, tuple[DatedRuling, ...]]:
    """Return the rulings on the paragraphs of *book* by anchor, the newest first."""
    threads = list(ruled([book.game]).filter(edition__slug=book.edition))
    found: dict[str, list[DatedRuling]] = defaultdict(list)
    for ruling in _rulings(threads, {book.edition: book}):
        if ruling.anchor in book.by_anchor:
            found[ruling.anchor].append(ruling)
    return {anchor: tuple(rulings) for anchor, rulings in found.items()}


def rulings_naming(game: str, slug: str) -> tuple[DatedRuling, ...]:
    """Return the rulings that name the card *slug* or are about a paragraph that does, newest first."""
    link = f'href="card:{slug}"'
    books = {book.edition: book for book in editions_of(game)}
    wanted = Q(answer__html__contains=link)
    for book in books.values():
        anchors = [paragraph.anchor for paragraph in book.paragraphs if link in paragraph.html]
        wanted |= Q(edition__slug=book.edition, anchor__in=anchors)
    return tuple(_rulings(list(ruled([game]).filter(wanted)), books))


def rulings_for_card(game: str, slug: str) -> CardRulings:
    """Return the rulings that name the card *slug*, and by paragraph those on paragraphs that do."""
    found = rulings_naming(game, slug)
    named = tuple(ruling for ruling in found if slug in ruling.cards)
    paragraphs: dict[tuple[str, str], list[DatedRuling]] = defaultdict(list)
    for ruling in found:
        if slug not in ruling.cards:
            paragraphs[ruling.edition, ruling.name].append(ruling)
    others = (RuledParagraph(name, edition, tuple(rest)) for (edition, name), rest in paragraphs.items())
    return CardRulings(named[:MOST_IN_SIGHT], named[MOST_IN_SIGHT:], tuple(others))


def ruled(games: Iterable[str]) -> QuerySet[Thread]:
    """Return the threads of *games* with a ruling that everybody may see, the newest ruling first."""
    visible = Thread.objects.filter(
        edition__rulebook__game__in=games,
        ruled_at__isnull=False,
        answer__hidden_at=None,
        answer__deleted_at=None,
        answer__isnull=False,
    )
    return visible.select_related("answer", "edition__rulebook", "resolved_by__profile").order_by(
        "-ruled_at", "-pk"
    )


def _rulings(threads: Sequence[Thread], books: dict[str, Book]) -> list[DatedRuling]:
    """Return the rulings of *threads*, compared with the *books* in force, a mapping by edition."""
    if not threads:
        return []
    history = _History({thread.edition for thread in threads})
    then = {thread.pk: history.in_force(thread) for thread in threads}
    now = {edition: history.numbered(book) for edition, book in books.items()}
    texts = ParagraphTexts({*then.values(), *now.values()}, (thread.anchor for thread in threads))
    return [
        _ruling(
            thread,
            books[thread.edition.slug],
            history.number(then[thread.pk]),
            texts.standing(thread.anchor, then[thread.pk], now[thread.edition.slug]) != "current",
        )
        for thread in threads
        if thread.edition.slug in books
    ]


def _ruling(thread: Thread, book: Book, revision: int, is_outdated: bool) -> DatedRuling:
    answer, ruled_at = cast(Comment, thread.answer), cast(datetime, thread.ruled_at)
    return DatedRuling(
        game=book.game,
        edition=book.edition,
        anchor=thread.anchor,
        name=name_at(book, thread.anchor),
        html=comment_html(book, answer.html),
        ruled_at=ruled_at,
        by=author_name(thread.resolved_by),
        url=reverse("rules:thread_detail", args=(thread.pk,)),
        revision=revision,
        cards=frozenset(_CARD.findall(answer.html)),
        is_outdated=is_outdated,
    )


class _History:
    """The revisions of some editions, for finding the one that an editor ruled on."""

    def __init__(self, editions: set[Edition]) -> None:
        self._slugs = {edition.pk: edition.slug for edition in editions}
        self._moments: dict[int, list[datetime]] = defaultdict(list)
        self._keys: dict[int, list[int]] = defaultdict(list)
        self._numbered: dict[tuple[str, int], int] = {}
        self._numbers: dict[int, int] = {}
        rows = Revision.objects.filter(edition__in=editions).order_by("number")
        for edition, pk, number, at in rows.values_list("edition_id", "pk", "number", "created_at"):
            self._moments[edition].append(at)
            self._keys[edition].append(pk)
            self._numbered[self._slugs[edition], number] = pk
            self._numbers[pk] = number

    def in_force(self, thread: Thread) -> int:
        """Return the key of the revision in force at the ruling of *thread*, or else when it was begun."""
        ruled_at = thread.ruled_at or thread.created_at
        place = bisect_right(self._moments[thread.edition_id], ruled_at)
        return self._keys[thread.edition_id][max(place - 1, 0)]

    def number(self, revision: int) -> int:
        """Return the number of the revision with the key *revision*."""
        return self._numbers[revision]

    def numbered(self, book: Book) -> int:
        """Return the key of *book*'s revision, or 0 if its edition has no rulings."""
        return self._numbered.get((book.edition, book.revision), 0)
