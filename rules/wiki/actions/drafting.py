"""Drafts: begun from a paragraph or a whole book, and changed block by block.

Every change names the version of the draft that its author saw. What was changed meanwhile in another window
is never overwritten: the change is refused then, and the page shows both texts.
"""

from collections.abc import Callable
from typing import Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from rules.document import arranging
from rules.document.arranging import Blocks
from rules.document.block_fields import BlockFields
from rules.document.errors import Outdated, Refused
from rules.wiki import drafts
from rules.wiki.models import Edition, Proposal, ProposalStatus
from rules.wiki.permissions import require
from rules.wiki.stored_books import blocks_from_json, blocks_to_json

Step = Literal["up", "down", "out", "back"]

EDITABLE = (ProposalStatus.DRAFT, ProposalStatus.CHANGES_ASKED, ProposalStatus.WITHDRAWN)
STALE = "This draft was changed in another window in the meantime. Nothing is lost: compare them below."
_NOT_EDITABLE = {
    ProposalStatus.OPEN: "It is waiting for review. Withdraw it first, and then you can edit it again.",
    ProposalStatus.ACCEPTED: "It was accepted. Start a new draft for further changes.",
    ProposalStatus.DECLINED: "It was declined. Start a new draft for further changes.",
}


@transaction.atomic
def begin_draft(user: User, edition: Edition) -> Proposal:
    """Return the user's draft for *edition*. If there is none, begin one with the text in force.

    A draft in which nothing was changed yet follows the text in force. *Raises:* Refused.
    """
    require(user, "discuss", edition.rulebook)
    locked = Edition.objects.select_for_update().get(pk=edition.pk)
    head = locked.head
    if head is None:
        raise Refused("This edition has no text yet.")
    draft = (
        Proposal.objects.select_related("base")
        .filter(edition=edition, author=user, status=ProposalStatus.DRAFT)
        .first()
    )
    if draft is None:
        return Proposal.objects.create(edition=edition, base=head, author=user, blocks=head.blocks)
    if draft.base != head and draft.blocks == draft.base.blocks:
        Proposal.objects.filter(pk=draft.pk, version=draft.version).update(
            base=head, blocks=head.blocks, version=F("version") + 1, updated_at=timezone.now()
        )
        draft.refresh_from_db()
    return draft


def change_block(user: User, draft: Proposal, version: int, key: str, words: BlockFields) -> None:
    """Give the block *key* other words. *Raises:* BadText, Outdated, Refused, KeyError for no such block."""
    _change(user, draft, version, lambda blocks: drafts.with_fields(draft.edition, blocks, key, words))


def add_block(user: User, draft: Proposal, version: int, below: str, words: BlockFields) -> None:
    """Put a new block below the block *below*. *Raises:* BadText, Outdated, Refused, KeyError."""
    if version != draft.version:
        if any(block.source == words.source for block in blocks_from_json(draft.blocks)):
            return
        raise Outdated(STALE)
    _change(user, draft, version, lambda blocks: drafts.with_added(draft.edition, blocks, below, words))


def change_chapter(user: User, draft: Proposal, version: int, key: str, text: str) -> None:
    """Write the chapter of the block *key* anew. *Raises:* BadText, Outdated, Refused, KeyError."""
    _change(user, draft, version, lambda blocks: drafts.with_chapter(draft.edition, blocks, key, text))


def arrange(user: User, draft: Proposal, version: int, step: Step, key: str) -> None:
    """Move a block up or down, take it out, or undo what was done to it.

    *key:* for `back` as `merging.aligned` has it. *Raises:* BadText, Outdated, Refused, KeyError.
    """

    def made(blocks: Blocks) -> Blocks:
        if step == "out":
            return drafts.without(draft.edition, blocks, key)
        if step == "back":
            return drafts.checked(
                draft.edition, arranging.restored(blocks_from_json(draft.base.blocks), blocks, key)
            )
        return drafts.checked(draft.edition, arranging.moved(blocks, key, step))

    if version != draft.version:
        raise Outdated(STALE)
    _change(user, draft, version, made)


def require_own(user: User, proposal: Proposal) -> None:
    """*Raises:* Refused when *user* may not change the text of *proposal* now."""
    require(user, "discuss", proposal.edition.rulebook)
    if proposal.author_id != user.pk:
        raise Refused("Only its author can change a proposal.", "rules/needs-author")
    if proposal.status not in EDITABLE:
        raise Refused(_NOT_EDITABLE[ProposalStatus(proposal.status)], "rules/not-draft")


def _change(user: User, draft: Proposal, version: int, made: Callable[[Blocks], Blocks]) -> None:
    """Store what *made* makes of the draft's text, unless it says so already."""
    require_own(user, draft)
    wanted = blocks_to_json(made(blocks_from_json(draft.blocks)))
    if wanted == draft.blocks:
        return
    unchanged = Proposal.objects.filter(pk=draft.pk, version=version, status__in=EDITABLE)
    if not unchanged.update(blocks=wanted, version=F("version") + 1, updated_at=timezone.now()):
        raise Outdated(STALE)


def delete_drafts(user: User) -> None:
    """Delete what only *user*, who leaves, could see: all drafts, also those that were discarded."""
    Proposal.objects.filter(author=user, submitted_at=None).delete()
