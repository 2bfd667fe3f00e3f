"""Reviews of proposals: what anyone may say, and what editors decide."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from rules.document.block_fields import quoted
from rules.document.errors import BadText, Outdated, Refused
from rules.wiki.actions.drafting import STALE
from rules.wiki.actions.proposals import OPEN, lock, proposal_reviewed, read, record, store
from rules.wiki.actions.publishing import Origin, ReadyText, get_ready, publish_ready
from rules.wiki.comment_text import comment_in, people_in
from rules.wiki.models import CheckVerdict, Proposal, ProposalStatus, Review, Revision, RevisionKind, Verdict
from rules.wiki.permissions import able, require
from rules.wiki.updating import update_of
from scrapsite.server.work.once import Note, forget

_SAID = {Verdict.ASK: "changes-asked", Verdict.DECLINE: "declined"}
_BECOMES = {Verdict.ASK: ProposalStatus.CHANGES_ASKED, Verdict.DECLINE: ProposalStatus.DECLINED}


@dataclass(frozen=True, slots=True)
class Said:
    """What whoever accepts says of the paragraphs that change; see `review`."""

    checks: Mapping[str, CheckVerdict]
    sourced: Collection[str]


def review(
    user: User,
    proposal: Proposal,
    version: int,
    verdict: Verdict,
    words: str,
    checks: Mapping[str, CheckVerdict] | None = None,
    sourced: Collection[str] = (),
    note_done: Note = forget,
) -> Review:
    """Comment on a proposal or decide on it. Accepting publishes it.

    *version:* the one that was read: nobody accepts what they haven't seen. *checks:* what accepting means
    for the game, by the anchors of the paragraphs that it goes by. *sourced:* the anchors of those that
    they have compared with the source. *note_done:* see `once`. *Raises:* BadText, Outdated, Refused.
    """
    html = comment_in(proposal.edition, words) if words.strip() else ""
    if not html and verdict != Verdict.ACCEPT:
        raise BadText("Write a comment.", "text/empty")
    people = people_in(html, user)
    seen, seen_head = read(proposal.pk)
    _require_may(user, seen, verdict, version)
    said = Said(checks or {}, sourced)
    ready = _merged(user, seen, seen_head, said) if verdict == Verdict.ACCEPT else None
    with transaction.atomic():
        locked, head = lock(proposal.pk)
        _require_may(user, locked, verdict, version)
        if ready is not None:
            _accept(user, locked, ready if head == seen_head else _merged(user, locked, head, said))
        elif verdict in _BECOMES:
            _decide(user, locked, _BECOMES[verdict])
            record(user, _SAID[verdict], locked)
        else:
            record(user, "reviewed", locked)
        made = Review.objects.create(proposal=locked, author=user, verdict=verdict, source=words, html=html)
        proposal_reviewed.send(Review, review=made, mentioned=people)
        note_done(made.pk)
        return made


def _require_may(user: User, proposal: Proposal, verdict: Verdict, version: int) -> None:
    require(user, "discuss", proposal.edition.rulebook)
    if proposal.submitted_at is None:
        raise Refused("This proposal hasn’t been submitted yet.", "rules/not-open")
    if verdict == Verdict.COMMENT:
        return
    require(user, "edit", proposal.edition.rulebook)
    if proposal.status not in OPEN or (proposal.status != ProposalStatus.OPEN and verdict != Verdict.DECLINE):
        said = f"This proposal isn’t waiting for review: {proposal.get_status_display().lower()}."
        raise Refused(said, "rules/not-open")
    if proposal.version != version:
        raise Outdated(f"{STALE.partition('.')[0]}. Read it again before you decide.")
    if verdict == Verdict.ACCEPT and needs_another(user, proposal):
        raise Refused("You wrote it yourself, so another editor has to accept it.", "rules/own-proposal")


def needs_another(user: User, proposal: Proposal) -> bool:
    """Return whether *user* wrote the proposal and somebody else can accept it."""
    return proposal.author_id == user.pk and any(able("edit", proposal.edition.rulebook, besides=user.pk))


def _merged(user: User, proposal: Proposal, head: Revision, said: Said) -> ReadyText:
    """Return the proposal merged into the text in force. *Raises:* Refused when that isn't clean."""
    update = update_of(proposal, head)
    if not update.is_clean:
        raise Refused(_conflicts(update.trouble, [d.key for d in update.disputes]), "rules/conflicts")
    origin = Origin(
        RevisionKind.PROPOSAL,
        proposal.author,
        proposal.summary,
        published_by=user,
        verdicts=said.checks,
        sourced=said.sourced,
    )
    return get_ready(proposal.edition, head, update.blocks, origin)


def _accept(user: User, proposal: Proposal, ready: ReadyText) -> None:
    """Publish the proposal's merged text."""
    proposal.revision = publish_ready(proposal.edition, ready)
    _decide(user, proposal, ProposalStatus.ACCEPTED)
    own = "their own, " if proposal.author_id == user.pk else ""
    record(user, "accepted", proposal, f"{own}as {proposal.revision}")


def _conflicts(trouble: str, keys: list[str]) -> str:
    where = f" at {quoted(keys[:5])}" if keys else " in the order of paragraphs"
    why = f"It can’t be merged automatically: the rulebook was changed in the meantime{where}. {trouble}"
    return f"{why.strip()} Bring it up to date first."


def _decide(user: User, proposal: Proposal, status: ProposalStatus) -> None:
    proposal.status = status
    proposal.decided_at, proposal.decided_by = timezone.now(), user
    store(proposal)
