"""Proposals on their way: submitted, withdrawn, brought up to date with the text in force."""

from django.contrib.auth.models import User
from django.db import transaction
from django.dispatch import Signal
from django.urls import reverse
from django.utils import timezone

from rules.document.errors import BadText, Outdated, Refused
from rules.document.text_limits import check_text
from rules.wiki.actions.drafting import STALE, require_own
from rules.wiki.audit import note
from rules.wiki.comment_text import comment_in
from rules.wiki.models import Edition, Proposal, ProposalStatus, Revision
from rules.wiki.permissions import may, require
from rules.wiki.stored_books import blocks_to_json
from rules.wiki.updating import Update, update_of
from scrapsite.common.versions import bump_data_version
from scrapsite.server.work.once import Note, forget

LONGEST_SUMMARY = 300
OPEN = (ProposalStatus.OPEN, ProposalStatus.CHANGES_ASKED)
# Sent in the transaction, with the *proposal* or the *review*.
proposal_submitted = Signal()
proposal_reviewed = Signal()
proposal_withdrawn = Signal()

_PROPOSALS = Proposal.objects.select_related("edition__rulebook", "author__profile")


def submit(user: User, proposal: Proposal, version: int, summary: str, reason: str) -> None:
    """Show the proposal to everybody and ask for a review. *Raises:* BadText, Outdated, Refused."""
    require_own(user, proposal)
    summary = _checked_summary(summary)
    reason_html = comment_in(proposal.edition, reason, proposal.reason_html) if reason.strip() else ""
    seen, seen_head = read(proposal.pk)
    _require_unchanged(user, seen, version)
    update = update_of(seen, seen_head)
    with transaction.atomic():
        locked, head = lock(proposal.pk)
        _require_unchanged(user, locked, version)
        _take_in(locked, update if head == seen_head else update_of(locked, head))
        locked.summary, locked.reason, locked.reason_html = summary, reason, reason_html
        _open(user, locked)


def submit_new(user: User, proposal: Proposal, note_done: Note = forget) -> None:
    """Store a *proposal* that never was a draft, and ask for a review. *note_done:* see `once`.

    *Raises:* BadText, Refused.
    """
    require(user, "discuss", proposal.edition.rulebook)
    proposal.summary = _checked_summary(proposal.summary)
    if proposal.reason.strip():
        proposal.reason_html = comment_in(proposal.edition, proposal.reason)
    with transaction.atomic():
        edition = Edition.objects.select_for_update(of=("self",)).get(pk=proposal.edition_id)
        _, head = _with_head(edition, proposal)
        _take_in(proposal, update_of(proposal, head))
        _open(user, proposal)
        note_done(proposal.pk)


@transaction.atomic
def withdraw(user: User, proposal: Proposal) -> None:
    """Take the proposal back; its author may go on changing it. *Raises:* Refused."""
    locked, _ = lock(proposal.pk)
    if locked.author_id != user.pk:
        raise Refused("Only its author can withdraw a proposal.", "rules/needs-author")
    if locked.status not in (ProposalStatus.DRAFT, *OPEN):
        raise Refused("This proposal isn’t open any more.", "rules/not-open")
    locked.status = ProposalStatus.WITHDRAWN
    store(locked)
    if locked.submitted_at is not None:
        record(user, "withdrawn", locked)
    proposal_withdrawn.send(Proposal, proposal=locked)


@transaction.atomic
def bring_up_to_date(user: User, proposal: Proposal, version: int, update: Update) -> None:
    """Store the *update*, made of the proposal at that *version*. *Raises:* Outdated, Refused."""
    locked, head = lock(proposal.pk)
    require_may_update(user, locked)
    if locked.version != version or head != update.head:
        raise Outdated("The proposal or the rulebook was changed again in the meantime. Look at it again.")
    if not update.is_clean:
        raise Refused("You still have to decide something.", "rules/conflicts")
    locked.base, locked.blocks = head, blocks_to_json(update.blocks)
    store(locked)
    if locked.submitted_at is not None:
        record(user, "updated", locked)


def require_may_update(user: User, proposal: Proposal) -> None:
    """*Raises:* Refused unless the proposal is undecided and *user* is its author or may review it."""
    if proposal.status not in (ProposalStatus.DRAFT, ProposalStatus.WITHDRAWN, *OPEN):
        raise Refused("This proposal has already been decided on.", "rules/not-open")
    if proposal.author_id == user.pk:
        require(user, "discuss", proposal.edition.rulebook)
    elif proposal.status not in OPEN or not may(user, "edit", proposal.edition.rulebook):
        raise Refused("Only its author and editors can bring a proposal up to date.", "rules/needs-author")


def lock(pk: int) -> tuple[Proposal, Revision]:
    """Return the proposal and the revision in force, both held until the end of the transaction.

    The edition is held first, as in publishing, so that nobody waits for each other.
    """
    edition = Edition.objects.select_for_update(of=("self",)).get(proposals__pk=pk)
    return _with_head(edition, _PROPOSALS.select_for_update(of=("self",)).get(pk=pk))


def read(pk: int) -> tuple[Proposal, Revision]:
    """Return the proposal and the revision in force, for what takes long and is done before `lock`."""
    return _with_head(Edition.objects.get(proposals__pk=pk), _PROPOSALS.get(pk=pk))


def store(proposal: Proposal) -> None:
    """Save the proposal as its next version, and refresh the public pages that show it."""
    proposal.version += 1
    proposal.save()
    transaction.on_commit(bump_data_version)


def record(user: User, what: str, proposal: Proposal, more: str = "") -> None:
    """Record in the audit trail what *user* did to the proposal."""
    said = f"{proposal}{f', {more}' if more else ''}"
    page = reverse("rules:proposal_detail", args=[proposal.pk])
    note(user, f"proposal/{what}", proposal.edition.rulebook, said, page)


def _open(user: User, proposal: Proposal) -> None:
    """Store the proposal as one that waits for a review, and tell those who review."""
    proposal.status = ProposalStatus.OPEN
    proposal.submitted_at = timezone.now()
    proposal.decided_at = proposal.decided_by = None
    store(proposal)
    record(user, "submitted", proposal)
    proposal_submitted.send(Proposal, proposal=proposal)


def _with_head(edition: Edition, proposal: Proposal) -> tuple[Proposal, Revision]:
    if edition.head is None:
        raise Refused("This edition has no text yet.")
    return proposal, edition.head


def _require_unchanged(user: User, proposal: Proposal, version: int) -> None:
    require_own(user, proposal)
    if proposal.version != version:
        raise Outdated(STALE)


def _take_in(proposal: Proposal, update: Update) -> None:
    """Give the proposal the updated text. *Raises:* Refused on conflicts or if nothing changes."""
    if not update.is_clean:
        raise Refused(
            "The rulebook was changed in the same places in the meantime. Bring your draft up to date first.",
            "rules/conflicts",
        )
    proposal.base, proposal.blocks = update.head, blocks_to_json(update.blocks)
    if proposal.blocks == update.head.blocks:
        raise Refused("There are no changes to submit. Change something first.", "rules/no-change")


def _checked_summary(summary: str) -> str:
    summary = " ".join(summary.split())
    if not summary:
        raise BadText("Say in a few words what you change.", "text/no-summary")
    if len(summary) > LONGEST_SUMMARY:
        raise BadText(f"The summary has at most {LONGEST_SUMMARY} characters.", "text/long")
    check_text(summary)
    return summary
