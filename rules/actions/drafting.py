"""Drafts: begun from a paragraph or a whole book, and changed piece by piece."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from rules.errors import Refused
from rules.models import Edition, Proposal, ProposalStatus
from rules.permissions import require


@transaction.atomic
def begin_draft(user: User, edition: Edition) -> Proposal:
    """Return the user's draft for *edition*, a new one of its text in force where there is none.

    A draft in which nothing was changed yet follows the text in force. *Raises:* Refused.
    """
    require(user, "discuss", edition.rulebook)
    locked = Edition.objects.select_for_update(of=("self",)).select_related("head").get(pk=edition.pk)
    head = locked.head
    if head is None:
        raise Refused("This edition has no text yet.")
    draft = (
        Proposal.objects.select_related("base")
        .filter(edition=edition, author=user, status=ProposalStatus.DRAFT)
        .first()
    )
    if draft is None:
        return Proposal.objects.create(edition=edition, base=head, author=user, pieces=head.pieces)
    if draft.base != head and draft.pieces == draft.base.pieces:
        Proposal.objects.filter(pk=draft.pk).update(
            base=head, pieces=head.pieces, version=F("version") + 1, updated_at=timezone.now()
        )
        draft.refresh_from_db()
    return draft
