"""What waits for editors and moderators, as news for those who can still do it."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.urls import reverse

from rules.document.books import Book
from rules.talk.models import Report
from rules.talk.queries.follows import place_of
from rules.talk.queries.news import SUBMITTED, News, proposal_address
from rules.wiki.models import Proposal, ProposalStatus, Rulebook
from rules.wiki.permissions import Right, rights_of
from rules.wiki.stored_books import books_at
from scrapsite.common.players import author_name

REPORT = "report"


def work_of(wanted: Iterable[tuple[str, int]], user_id: int | None) -> dict[tuple[str, int], News]:
    """Return the news for *wanted*, pairs of kind and key, that still wait for *user_id* to decide."""
    user = User.objects.filter(pk=user_id or 0).first()
    pairs = set(wanted)
    if user is None or not pairs:
        return {}
    able = _Able(user)
    found = {
        (SUBMITTED, row.pk): _proposal(row)
        for row in _proposals(pairs)
        if able.may("edit", row.edition.rulebook)
    }
    reports = _reports(pairs)
    books = books_at(report.comment.thread.edition_id for report in reports)
    for report in reports:
        thread = report.comment.thread
        if able.may("moderate", thread.edition.rulebook):
            found[REPORT, report.pk] = _report(report, books[thread.edition_id])
    return found


class _Able:
    """The rights of one user, asked for once a rulebook."""

    def __init__(self, user: User) -> None:
        self._user = user
        self._rights: dict[str, frozenset[Right]] = {}

    def may(self, right: Right, rulebook: Rulebook) -> bool:
        if rulebook.game not in self._rights:
            self._rights[rulebook.game] = rights_of(self._user, rulebook.game)
        return right in self._rights[rulebook.game]


def _proposals(pairs: set[tuple[str, int]]) -> Iterable[Proposal]:
    rows = Proposal.objects.filter(
        pk__in=[pk for kind, pk in pairs if kind == SUBMITTED], status=ProposalStatus.OPEN
    )
    return rows.select_related("edition__rulebook", "author__profile").defer("blocks", "reason_html")


def _proposal(row: Proposal) -> News:
    by = author_name(row.author)
    return News(
        at=row.submitted_at or row.created_at,
        kind=SUBMITTED,
        what=f"Proposal to review: {row.summary}",
        by=by,
        excerpt="",
        url=proposal_address(row.pk),
        sentence=f"{by} proposes a change to {row.edition}.",
    )


def _reports(pairs: set[tuple[str, int]]) -> list[Report]:
    rows = Report.objects.filter(pk__in=[pk for kind, pk in pairs if kind == REPORT], settled_at=None)
    return list(rows.select_related("comment__thread__edition__rulebook", "reporter__profile"))


def _report(row: Report, book: Book) -> News:
    place, by = place_of(row.comment.thread, book), author_name(row.reporter)
    return News(
        at=row.created_at,
        kind=REPORT,
        what=f"Report of a comment on {place}",
        by=by,
        excerpt="",
        url=f"{reverse('rules:report_list')}#report-{row.pk}",
        sentence=f"{by} reported a comment on {place}.",
    )
