"""Brings a proposal up to date with the text in force: what merges by itself, and what people must decide."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.document.arranging import Blocks
from rules.document.block_fields import LAW, kind_of
from rules.document.blocks import Block
from rules.document.errors import BadText
from rules.document.merging import ByKey, Merge, aligned, merge, settle
from rules.wiki.checks import checked_book, reused_anchors
from rules.wiki.drafts import next_anchor
from rules.wiki.models import Proposal, Revision
from rules.wiki.stored_books import blocks_from_json, book_of


@dataclass(frozen=True, slots=True)
class Dispute:
    """A block that people have to decide on. None: it isn't there on that side.

    *trouble:* what is wrong with the merged text at this block; empty when both sides changed it.
    """

    key: str
    base: Block | None
    published: Block | None
    proposed: Block | None
    trouble: str = ""

    @property
    def block(self) -> Block:
        """The block as one of the sides has it."""
        found = self.proposed or self.published or self.base
        if found is None:
            raise ValueError("A dispute is about a block.")
        return found


@dataclass(frozen=True, slots=True)
class Update:
    """A proposal's text merged into the *head*. *trouble:* of the merged text, at no block in particular."""

    head: Revision
    blocks: Blocks
    disputes: tuple[Dispute, ...]
    order_dispute: bool
    trouble: str = ""

    @property
    def is_clean(self) -> bool:
        """Whether people have nothing to decide."""
        return not (self.disputes or self.order_dispute or self.trouble)


def update_of(proposal: Proposal, head: Revision) -> Update:
    """Return *proposal* merged into *head*. If it was made from *head*, that is its own text."""
    if proposal.base_id == head.pk:
        return Update(head, blocks_from_json(proposal.blocks), (), False)
    base, ours, theirs = _sides(proposal, head)
    return _update(proposal, head, merge(base, ours, theirs))


def settled(
    proposal: Proposal, head: Revision, choices: Mapping[str, Block | None], *, proposed_order: bool
) -> Update:
    """Return the update with the *choices* made; something may still be wrong with the text.

    *choices:* what disputed blocks are to be, None for none.
    """
    base, ours, theirs = _sides(proposal, head)
    return _update(proposal, head, settle(base, ours, theirs, choices, their_order=proposed_order))


def disputes_at(
    proposal: Proposal, head: Revision, keys: Collection[str], trouble: str = ""
) -> tuple[Dispute, ...]:
    """Return what there is to choose from for each of the blocks *keys* that a side has."""
    if not keys:
        return ()
    base, ours, theirs = _sides(proposal, head)
    was, published, proposed = (_by_key(base, side) for side in (base, ours, theirs))
    return tuple(
        Dispute(key, was.get(key), published.get(key), proposed.get(key), trouble)
        for key in keys
        if key in was or key in published or key in proposed
    )


def _update(proposal: Proposal, head: Revision, merged: Merge) -> Update:
    disputes = [Dispute(one.key, one.base, one.ours, one.theirs) for one in merged.conflicts]
    trouble = ""
    try:
        checked_book(proposal.edition, merged.blocks)
    except BadText as error:
        if error.block is None:
            trouble = error.reason
        elif (key := merged.keys[error.block]) not in {dispute.key for dispute in disputes}:
            disputes.extend(disputes_at(proposal, head, (key,), error.reason))
    return Update(head, merged.blocks, tuple(disputes), merged.order_conflict, trouble)


def _by_key(base: Sequence[Block], side: Sequence[Block]) -> ByKey:
    return dict(zip(aligned(base, side), side, strict=True))


def _sides(proposal: Proposal, head: Revision) -> tuple[Blocks, Blocks, Blocks]:
    base, ours = blocks_from_json(proposal.base.blocks), blocks_from_json(head.blocks)
    return base, ours, _renumbered(proposal, head, base, ours)


def _renumbered(proposal: Proposal, head: Revision, base: Blocks, ours: Blocks) -> Blocks:
    """Return the proposal's text; a new paragraph whose anchor was given away meanwhile has another one.

    That holds too if the paragraph that got the anchor was taken out again.
    """
    was, old = {block.anchor for block in base}, {block.source for block in base}
    theirs = blocks_from_json(proposal.blocks)
    given = {block.anchor: block.source for block in ours if block.anchor and block.anchor not in was}
    gone = set(reused_anchors(proposal.edition, book_of(head), theirs)) - was
    for block in theirs:
        is_taken = block.anchor in gone or given.get(block.anchor, block.source) != block.source
        if is_taken and kind_of(block.rendered) == LAW:
            spare = next_anchor(proposal.edition, [*ours, *theirs], block.anchor, LAW)
            theirs = tuple(_renamed(one, block.anchor, spare, is_own=one.source not in old) for one in theirs)
    return theirs


def _renamed(block: Block, old: str, new: str, *, is_own: bool) -> Block:
    """Return *block* with the anchor *new* instead of *old*, its own or that of a link."""
    source, rendered = block.source, block.rendered
    if block.anchor == old:
        source = re.sub(rf"(\{{:[^}}\n]*#){re.escape(old)}(?![a-z0-9-])", rf"\g<1>{new}", source, count=1)
        rendered = replace(rendered, anchor=new)
    if is_own:
        source = source.replace(f"[[rule:{old}]]", f"[[rule:{new}]]")
        rendered = replace(
            rendered, html=rendered.html.replace(f'"rule:{old}">{old}<', f'"rule:{new}">{new}<')
        )
    return Block(source, rendered)
