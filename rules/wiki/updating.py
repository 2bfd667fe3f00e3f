"""Brings a proposal up to date with the text in force: what merges by itself, and what people must decide."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.document.arranging import Pieces
from rules.document.block_text import LAW, kind_of
from rules.document.blocks import Piece
from rules.document.errors import BadText
from rules.document.merging import ByKey, Merge, aligned, merge, settle
from rules.wiki.checks import checked_book
from rules.wiki.drafts import next_anchor
from rules.wiki.models import Proposal, Revision
from rules.wiki.stored_books import pieces_of


@dataclass(frozen=True, slots=True)
class Dispute:
    """A piece that people have to decide on. None: it isn't there on that side.

    *trouble:* what is wrong with the merged text at this piece; empty when both sides changed it.
    """

    key: str
    base: Piece | None
    published: Piece | None
    proposed: Piece | None
    trouble: str = ""

    @property
    def piece(self) -> Piece:
        """It as any side has it."""
        found = self.proposed or self.published or self.base
        if found is None:
            raise ValueError("A dispute is about a piece.")
        return found


@dataclass(frozen=True, slots=True)
class Update:
    """A proposal's text merged into the *head*. *trouble:* of the merged text, at no piece in particular."""

    head: Revision
    pieces: Pieces
    disputes: tuple[Dispute, ...]
    order_dispute: bool
    trouble: str = ""

    @property
    def is_clean(self) -> bool:
        """Nothing is left for people to decide."""
        return not (self.disputes or self.order_dispute or self.trouble)


def update_of(proposal: Proposal, head: Revision) -> Update:
    """Return *proposal* merged into *head*; its own text where that is what it was made from."""
    if proposal.base_id == head.pk:
        return Update(head, pieces_of(proposal.pieces), (), False)
    base, ours, theirs = _sides(proposal, head)
    return _update(proposal, head, merge(base, ours, theirs))


def settled(
    proposal: Proposal, head: Revision, choices: Mapping[str, Piece | None], *, proposed_order: bool
) -> Update:
    """Return the update with the *choices* made; something may still be wrong with the text.

    *choices:* what disputed pieces are to be, None for none.
    """
    base, ours, theirs = _sides(proposal, head)
    pieces = settle(base, ours, theirs, choices, their_order=proposed_order)
    keys = tuple(aligned(base, pieces))
    return _update(proposal, head, Merge(pieces, (), False, keys))


def dispute_at(proposal: Proposal, head: Revision, key: str, trouble: str = "") -> Dispute:
    """Return what there is to choose from for the piece *key*."""
    base, ours, theirs = _sides(proposal, head)
    was, published, proposed = (_by_key(base, side).get(key) for side in (base, ours, theirs))
    return Dispute(key, was, published, proposed, trouble)


def _update(proposal: Proposal, head: Revision, merged: Merge) -> Update:
    disputes = [Dispute(one.key, one.base, one.ours, one.theirs) for one in merged.conflicts]
    trouble = ""
    try:
        checked_book(proposal.edition, merged.pieces)
    except BadText as error:
        if error.piece is None:
            trouble = error.reason
        elif (key := merged.keys[error.piece]) not in {dispute.key for dispute in disputes}:
            disputes.append(dispute_at(proposal, head, key, error.reason))
    return Update(head, merged.pieces, tuple(disputes), merged.order_conflict, trouble)


def _by_key(base: Sequence[Piece], side: Sequence[Piece]) -> ByKey:
    return dict(zip(aligned(base, side), side, strict=True))


def _sides(proposal: Proposal, head: Revision) -> tuple[Pieces, Pieces, Pieces]:
    base, ours = pieces_of(proposal.base.pieces), pieces_of(head.pieces)
    return base, ours, _renumbered(proposal, base, ours)


def _renumbered(proposal: Proposal, base: Pieces, ours: Pieces) -> Pieces:
    """Return the proposal's text; a new paragraph whose anchor was given away meanwhile has another one."""
    was, old = {piece.anchor for piece in base}, {piece.source for piece in base}
    theirs = pieces_of(proposal.pieces)
    given = {piece.anchor: piece.source for piece in ours if piece.anchor and piece.anchor not in was}
    for piece in theirs:
        is_new = piece.anchor in given and kind_of(piece.block) == LAW
        if is_new and given[piece.anchor] != piece.source:
            spare = next_anchor(proposal.edition, [*ours, *theirs], piece.anchor, LAW)
            theirs = tuple(_renamed(one, piece.anchor, spare, is_own=one.source not in old) for one in theirs)
    return theirs


def _renamed(piece: Piece, old: str, new: str, *, is_own: bool) -> Piece:
    """Return *piece* with the anchor *new* instead of *old*, its own or that of a link."""
    source, block = piece.source, piece.block
    if piece.anchor == old:
        source = re.sub(rf"(\{{:[^}}\n]*#){re.escape(old)}(?![a-z0-9-])", rf"\g<1>{new}", source, count=1)
        block = replace(block, anchor=new)
    if is_own:
        source = source.replace(f"[[rule:{old}]]", f"[[rule:{new}]]")
        block = replace(block, html=block.html.replace(f'"rule:{old}">{old}<', f'"rule:{new}">{new}<'))
    return Piece(source, block)
