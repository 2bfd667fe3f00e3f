"""The queue of reports. Only moderators may see it, because it has words that are hidden from others."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.safestring import SafeString

from rules.document.books import Book
from rules.talk.models import Report
from rules.talk.words import address_of
from rules.wiki.linking import comment_html
from rules.wiki.models import Rulebook
from rules.wiki.permissions import may
from rules.wiki.stored_books import books_at
from scrapsite.common.players import author_name

MOST_OPEN, MOST_SETTLED = 100, 20


@dataclass(frozen=True, slots=True)
class Reported:
    """A report and its comment. *state:* of the comment: shown, hidden or deleted."""

    pk: int
    reason: str
    reporter: str
    created_at: datetime
    comment_pk: int
    author: str
    html: SafeString
    state: str
    url: str
    where: str
    settled_at: datetime | None
    settled_by: str


@dataclass(frozen=True, slots=True)
class Queue:
    """The reports of some rulebooks: open ones, oldest first, and those settled last."""

    open: tuple[Reported, ...]
    settled: tuple[Reported, ...]
    waiting: int


def moderated(user: User) -> list[Rulebook]:
    """Return the rulebooks that *user* moderates."""
    return [rulebook for rulebook in Rulebook.objects.all() if may(user, "moderate", rulebook)]


def open_reports(rulebooks: Sequence[Rulebook]) -> Queue:
    """Return the queue of *rulebooks*."""
    reports = Report.objects.filter(comment__thread__edition__rulebook__in=rulebooks).select_related(
        "comment__author__profile",
        "comment__thread__edition__rulebook",
        "reporter__profile",
        "settled_by__profile",
    )
    waiting = reports.filter(settled_at=None).order_by("created_at", "pk")
    settled = reports.exclude(settled_at=None).order_by("-settled_at", "-pk")
    return Queue(_all(waiting[:MOST_OPEN]), _all(settled[:MOST_SETTLED]), waiting.count())


def _all(reports: QuerySet[Report]) -> tuple[Reported, ...]:
    rows = list(reports)
    books = books_at(row.comment.thread.edition_id for row in rows)
    return tuple(_reported(row, books[row.comment.thread.edition_id]) for row in rows)


def _reported(report: Report, book: Book) -> Reported:
    comment = report.comment
    thread = comment.thread
    return Reported(
        pk=report.pk,
        reason=report.reason,
        reporter=author_name(report.reporter),
        created_at=report.created_at,
        comment_pk=comment.pk,
        author=author_name(comment.author),
        html=comment_html(book, comment.html),
        state="deleted" if comment.deleted_at else "hidden" if comment.hidden_at else "shown",
        url=address_of(thread, comment),
        where=f"{thread.edition}, {thread.anchor}",
        settled_at=report.settled_at,
        settled_by=author_name(report.settled_by) if report.settled_at else "",
    )
