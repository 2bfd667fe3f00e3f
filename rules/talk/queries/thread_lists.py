"""The threads of a game, filtered by kind, state, edition, paragraph and words, page by page."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, QuerySet

from rules.talk.models import Comment, Thread, ThreadKind
from rules.talk.queries.threads import ThreadView, thread_views, visible_threads
from rules.wiki.queries.vocabulary import words_in
from rules.wiki.stored_books import editions_of
from scrapsite.common.fulltext.finding import read_query, runs
from scrapsite.common.fulltext.index import Run, TextIndex
from scrapsite.common.fulltext.spelling import respelled

_INDEX = TextIndex("rules_talk", "rules_comment")
A_PAGE = 25
# How many comments are read for the words that a misspelled search could have meant.
MOST_READ = 500
STATES = {"open": "Open", "resolved": "Resolved"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """The filter of the list of threads. Empty fields match all."""

    kind: str = ""
    state: str = ""
    edition: str = ""
    anchor: str = ""
    q: str = ""

    @property
    def query(self) -> str:
        """The filter as a query string, without the page."""
        named = {"kind": self.kind, "state": self.state, "edition": self.edition, "anchor": self.anchor}
        named["q"] = self.q
        return urlencode({name: value for name, value in named.items() if value})


@dataclass(frozen=True, slots=True)
class Talk:
    """One page of threads, the latest first. *page:* Django's page object.

    *mistake:* why the words can't be searched for, empty if they can. *shown_for:* what was searched for
    instead, because no thread says what was asked; empty for nothing else.
    """

    threads: tuple[ThreadView, ...]
    page: Page[int]
    mistake: str = ""
    shown_for: str = ""


def talk_of(game: str, wanted: Wanted, number: str = "1") -> Talk:
    """Return a page of the game's threads. An invalid *number* gives the nearest page.

    Where no thread says what is asked for, words that are nearly spelled so are looked for instead.
    """
    threads = _filtered(game, wanted)
    asked, mistake = read_query(wanted.q)
    if mistake:
        return _page(threads.none(), number, mistake)
    found = threads.filter(Exists(_saying(asked))) if asked else threads
    if not asked or found.exists():
        return _page(found, number)
    meant = respelled(wanted.q, _words_said(game), words_in(editions_of(game)))
    other = threads.filter(Exists(_saying(runs(meant)))) if meant else threads.none()
    return _page(other, number, shown_for=meant) if other.exists() else _page(found, number)


def _filtered(game: str, wanted: Wanted) -> QuerySet[Thread]:
    """Return the threads that fit all but the words asked for."""
    threads = visible_threads(game)
    if wanted.kind in ThreadKind.values:
        threads = threads.filter(kind=wanted.kind)
    if wanted.state in STATES:
        threads = threads.filter(resolved_at__isnull=wanted.state == "open")
    if wanted.edition:
        threads = threads.filter(edition__slug=wanted.edition)
    if wanted.anchor:
        threads = threads.filter(anchor=wanted.anchor)
    return threads


def _page(threads: QuerySet[Thread], number: str, mistake: str = "", shown_for: str = "") -> Talk:
    ordered = threads.order_by("-updated_at", "-pk")
    page = Paginator(ordered.values_list("pk", flat=True), A_PAGE).get_page(number)
    return Talk(thread_views(ordered.filter(pk__in=list(page.object_list))), page, mistake, shown_for)


def _saying(asked: Sequence[Run]) -> QuerySet[Comment]:
    """Return the comments of the outer query's thread that say everything asked for and may be read."""
    found = Comment.objects.filter(thread=OuterRef("pk"), hidden_at=None, deleted_at=None)
    return found.filter(pk__in=_INDEX.keys(("words",), asked))


def _words_said(game: str) -> Counter[str]:
    """Return how often each word stands in the newest comments that may be read."""
    found = Comment.objects.filter(thread__edition__rulebook__game=game, hidden_at=None, deleted_at=None)
    texts = found.order_by("-pk").values_list("words", flat=True)[:MOST_READ]
    return Counter(word for text in texts for word in text.split())
