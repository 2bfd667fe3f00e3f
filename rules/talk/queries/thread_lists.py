"""The threads of a game, filtered by kind, state, edition, paragraph and words, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, QuerySet

from rules.talk.models import Comment, ThreadKind
from rules.talk.queries.threads import ThreadView, thread_views, visible_threads
from scrapsite.common.fulltext.finding import read_query
from scrapsite.common.fulltext.index import Run, TextIndex

_INDEX = TextIndex("rules_talk", "rules_comment")
A_PAGE = 25
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

    *mistake:* why the words can't be searched for, empty if they can.
    """

    threads: tuple[ThreadView, ...]
    page: Page[int]
    mistake: str = ""


def talk_of(game: str, wanted: Wanted, number: str = "1") -> Talk:
    """Return a page of the game's threads. An invalid *number* gives the nearest page."""
    threads = visible_threads(game)
    if wanted.kind in ThreadKind.values:
        threads = threads.filter(kind=wanted.kind)
    if wanted.state in STATES:
        threads = threads.filter(resolved_at__isnull=wanted.state == "open")
    if wanted.edition:
        threads = threads.filter(edition__slug=wanted.edition)
    if wanted.anchor:
        threads = threads.filter(anchor=wanted.anchor)
    asked, mistake = read_query(wanted.q)
    if mistake:
        threads = threads.none()
    elif asked:
        threads = threads.filter(Exists(_saying(asked)))
    ordered = threads.order_by("-updated_at", "-pk")
    page = Paginator(ordered.values_list("pk", flat=True), A_PAGE).get_page(number)
    return Talk(thread_views(ordered.filter(pk__in=list(page.object_list))), page, mistake)


def _saying(asked: Sequence[Run]) -> QuerySet[Comment]:
    """Return the comments of the outer query's thread that say everything asked for and may be read."""
    found = Comment.objects.filter(thread=OuterRef("pk"), hidden_at=None, deleted_at=None)
    return found.filter(pk__in=_INDEX.keys(("words",), asked))
