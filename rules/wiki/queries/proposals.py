"""What the pages of proposals show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.safestring import SafeString

from rules.document.books import Book
from rules.document.diffing import Change, Difference, compare
from rules.document.merging import changed_keys
from rules.wiki.actions.drafting import EDITABLE
from rules.wiki.actions.proposals import OPEN
from rules.wiki.actions.reviewing import needs_another
from rules.wiki.checks import checked_book
from rules.wiki.citations import Cited, citations
from rules.wiki.linking import book_address, comment_html
from rules.wiki.models import Edition, Proposal, ProposalStatus, Review, Revision, Rulebook, Verdict
from rules.wiki.permissions import may
from rules.wiki.program import CheckedWords, unconfirmed
from rules.wiki.queries.claims import newly_unchecked
from rules.wiki.queries.drafts import book_of_proposal
from rules.wiki.stored_books import blocks_from_json, book_of
from rules.wiki.updating import Update, update_of
from scrapsite.common.players import author_name, display_name

A_PAGE = 25
STATES = {
    "draft": "Draft",
    "open": "Waiting for review",
    "asked": "Changes asked for",
    "accepted": "Accepted",
    "declined": "Declined",
    "withdrawn": "Withdrawn",
}


_SAYS = {
    Verdict.COMMENT: "commented",
    Verdict.ACCEPT: "accepted it",
    Verdict.ASK: "asked for changes",
    Verdict.DECLINE: "declined it",
}


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal that waits for a decision. *touched:* keys of the blocks it changes; most are anchors."""

    pk: int
    summary: str
    author: str
    submitted_at: datetime
    touched: frozenset[str]

    @property
    def url(self) -> str:
        """Its page."""
        return reverse("rules:proposal_detail", args=[self.pk])


@dataclass(frozen=True, slots=True)
class ProposalLine:
    """A proposal in a list. *since:* when it was submitted, or begun if it wasn't yet."""

    pk: int
    summary: str
    status: str
    state: str
    author: str
    book: str
    since: datetime
    reviews: int


@dataclass(frozen=True, slots=True)
class Said:
    """A review of a proposal. *verdict:* a value of `models.Verdict`. *mentioned:* the names in it."""

    pk: int
    author: str
    verdict: str
    label: str
    html: SafeString
    at: datetime
    mentioned: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Touched:
    """A paragraph that a proposal changes and that the program or its tests cite."""

    change: Change
    cited: Cited


@dataclass(frozen=True, slots=True)
class ProposalPage:
    """A proposal as a whole. *update:* how it merges; None while it is decided, or its base is in force.

    *may_edit:* its author may change it now; *may_decide:* so may the viewer accept or decline.
    *needs_another:* the viewer wrote it, so another editor has to accept it.
    *asked:* the paragraphs of which whoever accepts it has to say what it means for the game.
    *claimed:* those of which they may say that the source says so.
    """

    proposal: Proposal
    state: str
    author: str
    decided_by: str
    reason: SafeString
    difference: Difference
    base_url: str
    touched: tuple[Touched, ...]
    said: tuple[Said, ...]
    update: Update | None
    is_own: bool
    may_edit: bool
    may_update: bool
    may_withdraw: bool
    may_review: bool
    may_decide: bool
    needs_another: bool
    verdicts: tuple[tuple[str, str, str], ...]
    asked: tuple[CheckedWords, ...]
    claimed: tuple[CheckedWords, ...]


def open_proposals(edition: Edition) -> tuple[OpenProposal, ...]:
    """Return the edition's proposals that wait for a decision, the newest first."""
    return _open_ones(Q(edition=edition))


def open_proposals_at(book: Book, anchor: str) -> tuple[OpenProposal, ...]:
    """Return those of the book's edition that change the paragraph at *anchor*."""
    of_book = Q(edition__rulebook__game=book.game, edition__slug=book.edition)
    return tuple(one for one in _open_ones(of_book) if anchor in one.touched)


def _open_ones(which: Q) -> tuple[OpenProposal, ...]:
    found = (
        Proposal.objects.filter(which, status__in=OPEN)
        .select_related("author__profile")
        .defer("blocks", "reason", "reason_html")
        .order_by("-submitted_at", "-pk")
    )
    return tuple(_open(proposal) for proposal in found)


def visible_to(user: User | AnonymousUser) -> QuerySet[Proposal]:
    """Return the proposals that *user* may see: what was submitted, and one's own."""
    found = Q(submitted_at__isnull=False)
    if user.is_authenticated:
        found |= Q(author=user)
    return Proposal.objects.filter(found)


def proposal_lines(
    user: User | AnonymousUser, game: str, state: str, *, mine: bool, page: str
) -> Page[ProposalLine]:
    """Return a page of the proposals that *user* may see, the latest first.

    *state:* a key of `STATES`; empty for all that wait to be decided, or for all of one's own.
    """
    found = visible_to(user)
    if mine and user.is_authenticated:
        found = Proposal.objects.filter(author=user)
    elif state not in STATES:
        found = found.filter(status__in=OPEN)
    if state in STATES:
        found = found.filter(status=state)
    if game:
        found = found.filter(edition__rulebook__game=game)
    since = Coalesce("submitted_at", "created_at")
    rows = (
        found.select_related("edition__rulebook", "author__profile")
        .defer("blocks", "reason", "reason_html")
        .annotate(since=since, count=Count("reviews"))
        .order_by("-since", "-pk")
    )
    chosen: Page[Any] = Paginator(rows, A_PAGE).get_page(page)
    chosen.object_list = [_in_list(row) for row in chosen.object_list]
    return chosen


def rulebooks() -> tuple[tuple[str, str], ...]:
    """Return slug and title of every game with rules that can be changed."""
    found = Rulebook.objects.filter(editions__head__isnull=False).distinct()
    return tuple(found.values_list("game", "title"))


def proposal_page(user: User | AnonymousUser, proposal: Proposal) -> ProposalPage:
    """Return what the page of a proposal shows to *user*. Load it with `full`."""
    rulebook, head = proposal.edition.rulebook, proposal.edition.head
    base = book_of(proposal.base)
    difference = compare(base, book_of_proposal(proposal))
    is_own = user.is_authenticated and proposal.author_id == user.pk
    is_open = proposal.status in OPEN
    may_decide = is_open and may(user, "edit", rulebook)
    undecided = is_open or proposal.status in EDITABLE
    waits_for_another = may_decide and is_own and isinstance(user, User) and needs_another(user, proposal)
    update = update_of(proposal, head) if undecided and head and head != proposal.base else None
    may_accept = may_decide and not waits_for_another
    after = _after(proposal, head, update) if may_accept else None
    return ProposalPage(
        proposal=proposal,
        state=state_of(proposal),
        author=author_name(proposal.author),
        decided_by=author_name(proposal.decided_by) if proposal.decided_at else "",
        reason=comment_html(base, proposal.reason_html),
        difference=difference,
        base_url=book_address(base),
        touched=_touched_law(difference),
        said=_said(proposal),
        update=update,
        is_own=is_own,
        may_edit=is_own and proposal.status in EDITABLE,
        may_update=undecided and (is_own or may_decide),
        may_withdraw=is_own and is_open,
        may_review=proposal.submitted_at is not None and may(user, "discuss", rulebook),
        may_decide=may_decide,
        needs_another=waits_for_another,
        verdicts=_verdicts(proposal, may_decide, may_accept=not waits_for_another),
        asked=unconfirmed(*after) if after else (),
        claimed=newly_unchecked(*after) if after else (),
    )


def full(user: User | AnonymousUser) -> QuerySet[Proposal]:
    """Return the proposals that *user* may see, with all that their pages need."""
    return visible_to(user).select_related(
        "edition__rulebook", "edition__head", "base__edition__rulebook", "revision__edition__rulebook",
        "author__profile", "decided_by__profile",
    )  # fmt: skip


def _open(proposal: Proposal) -> OpenProposal:
    since = proposal.submitted_at or proposal.created_at
    touched = _touched(proposal.pk, proposal.version, proposal.updated_at)
    return OpenProposal(proposal.pk, proposal.summary, author_name(proposal.author), since, touched)


def _in_list(row: Any) -> ProposalLine:
    return ProposalLine(
        pk=row.pk,
        summary=row.summary or "Draft without a summary",
        status=row.status,
        state=state_of(row),
        author=author_name(row.author),
        book=str(row.edition),
        since=row.since,
        reviews=row.count,
    )


def state_of(proposal: Proposal) -> str:
    """Return in words how far a proposal is. What was withdrawn before anybody could read it is discarded."""
    if proposal.status == ProposalStatus.WITHDRAWN and proposal.submitted_at is None:
        return "Discarded"
    return str(proposal.get_status_display())


def _verdicts(proposal: Proposal, may_decide: bool, *, may_accept: bool) -> tuple[tuple[str, str, str], ...]:
    """Return the verdicts that the user may give now, each with its name and its effect."""
    found = [(Verdict.COMMENT, "Comment without a decision.")]
    if may_decide and proposal.status == ProposalStatus.OPEN:
        if may_accept:
            found.append((Verdict.ACCEPT, "It becomes the next revision, with its author’s name."))
        found.append((Verdict.ASK, "Its author can change it and submit it again."))
    if may_decide:
        found.append((Verdict.DECLINE, "It is closed but can still be read here."))
    return tuple((verdict.value, str(verdict.label), said) for verdict, said in found)


def _touched_law(difference: Difference) -> tuple[Touched, ...]:
    """Return the paragraphs whose words change or go and that are cited."""
    cited = citations(difference.old)
    changes = [
        change
        for change in difference.changes
        if change.old and change.old.anchor in cited and change.kinds & {"reworded", "removed"}
    ]
    found = [Touched(change, cited[change.old.anchor]) for change in changes if change.old]
    return tuple(one for one in found if one.cited.is_named)


def _after(proposal: Proposal, head: Revision | None, update: Update | None) -> tuple[Book, Book] | None:
    """Return the book in force and the one that accepting the proposal would make; None if it makes none."""
    if head is None or proposal.status != ProposalStatus.OPEN or (update and not update.is_clean):
        return None
    new = checked_book(proposal.edition, update.blocks) if update else book_of_proposal(proposal)
    return book_of(head), new


def _said(proposal: Proposal) -> tuple[Said, ...]:
    book = book_of(proposal.base)
    rows = proposal.reviews.select_related("author__profile").prefetch_related("mentions__user__profile")
    return tuple(_one_said(book, row) for row in rows)


def _one_said(book: Book, row: Review) -> Said:
    verdict = Verdict(row.verdict)
    html = comment_html(book, row.html)
    named = tuple(display_name(one.user) for one in row.mentions.all())
    return Said(row.pk, author_name(row.author), verdict.value, _SAYS[verdict], html, row.created_at, named)


@lru_cache(maxsize=512)
def _touched(pk: int, version: int, at: datetime) -> frozenset[str]:
    proposal = Proposal.objects.select_related("base").get(pk=pk)
    return frozenset(changed_keys(blocks_from_json(proposal.base.blocks), blocks_from_json(proposal.blocks)))
