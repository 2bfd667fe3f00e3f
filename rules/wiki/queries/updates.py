"""The page for bringing a proposal up to date: three texts of each disputed block."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from django.utils.html import escape
from django.utils.safestring import SafeString

from rules.document.block_fields import (
    CHAPTER,
    TITLE,
    TITLED,
    WORDED,
    BlockFields,
    check_fields,
    check_made,
    fields_of,
)
from rules.document.blocks import Block
from rules.document.books import Book
from rules.document.diffing import marked
from rules.document.errors import BadText
from rules.document.markup import Html
from rules.wiki.drafts import rendered
from rules.wiki.linking import comment_html
from rules.wiki.models import Proposal
from rules.wiki.queries.drafts import marked_provenance
from rules.wiki.stored_books import book_of
from rules.wiki.updating import Dispute, Update, disputes_at, settled, update_of

Choice = Literal["published", "proposed", "hand"]
CHOICES: tuple[Choice, ...] = ("published", "proposed", "hand")


@dataclass(frozen=True, slots=True)
class SideView:
    """A block as one side has it. *html:* empty if that side lacks it. *changed:* compared with the base."""

    name: str
    title: str
    html: SafeString
    changed: Html
    is_there: bool


@dataclass(frozen=True, slots=True)
class DisputeView:
    """A block to decide on. *choice:* what was chosen so far. *words:* for editing it by hand."""

    key: str
    label: str
    trouble: str
    base: SideView
    published: SideView
    proposed: SideView
    choice: str
    words: BlockFields
    error: str = ""

    @property
    def has_title(self) -> bool:
        return self.words.kind in TITLED

    @property
    def has_text(self) -> bool:
        return self.words.kind in WORDED


@dataclass(frozen=True, slots=True)
class UpdatePage:
    """All that is to be decided. *order_choice:* published, proposed, or nothing yet."""

    proposal: Proposal
    update: Update
    disputes: tuple[DisputeView, ...]
    order_dispute: bool
    order_choice: str
    trouble: str


@dataclass(frozen=True, slots=True)
class Decisions:
    """What somebody chose: by key of the block, with titles and words for what is edited by hand."""

    choices: Mapping[str, str]
    titles: Mapping[str, str]
    texts: Mapping[str, str]
    order: str = ""


NOTHING = Decisions({}, {}, {})


def update_page(proposal: Proposal, said: Decisions = NOTHING) -> UpdatePage:
    """Return what is to be decided, with what was chosen so far. Load `full` with the proposal."""
    update = update_of(proposal, proposal.edition.head or proposal.base)
    disputes = _disputes(proposal, update, said.choices)
    return _page(proposal, update, disputes, said, {}, update.trouble)


def decided(proposal: Proposal, said: Decisions) -> tuple[Update, UpdatePage]:
    """Return the update after the decisions, and the page for whatever is still open."""
    update = update_of(proposal, proposal.edition.head or proposal.base)
    disputes = _disputes(proposal, update, said.choices)
    chosen: dict[str, Block | None] = {}
    errors: dict[str, str] = {}
    for dispute in disputes:
        try:
            chosen[dispute.key] = _chosen(dispute, said)
        except BadText as error:
            errors[dispute.key] = error.reason
    needs_order = update.order_dispute and said.order not in ("published", "proposed")
    if errors or needs_order:
        return update, _page(proposal, update, disputes, said, errors, update.trouble)
    made = settled(proposal, update.head, chosen, proposed_order=said.order == "proposed")
    troubled = {one.key: one for one in made.disputes}
    everything = (*(troubled.pop(one.key, one) for one in disputes), *troubled.values())
    return made, _page(proposal, update, everything, said, {}, made.trouble)


def _disputes(proposal: Proposal, update: Update, keys: Collection[str]) -> tuple[Dispute, ...]:
    """Return what has to be decided, and what somebody decided in addition."""
    known = {dispute.key for dispute in update.disputes}
    more = disputes_at(proposal, update.head, [key for key in keys if key not in known])
    return (*update.disputes, *more)


def _chosen(dispute: Dispute, said: Decisions) -> Block | None:
    choice = said.choices.get(dispute.key, "")
    if choice == "hand":
        words = _by_hand(dispute, said)
        check_fields(words)
        (block,) = rendered([words.source], [dispute.block])
        check_made(words, block)
        return block
    if choice not in CHOICES:
        raise BadText("Choose one of them.", "text/undecided")
    return dispute.published if choice == "published" else dispute.proposed


def _by_hand(dispute: Dispute, said: Decisions) -> BlockFields:
    words = fields_of(dispute.block)
    title, text = said.titles.get(dispute.key, words.title), said.texts.get(dispute.key, words.text)
    return replace(words, title=title, text=text)


def _page(
    proposal: Proposal,
    update: Update,
    disputes: Collection[Dispute],
    said: Decisions,
    errors: Mapping[str, str],
    trouble: str,
) -> UpdatePage:
    book = book_of(update.head)
    views = tuple(_view(book, one, said, errors.get(one.key, "")) for one in disputes)
    return UpdatePage(proposal, update, views, update.order_dispute, said.order, trouble)


def _view(book: Book, dispute: Dispute, said: Decisions, error: str) -> DisputeView:
    block = dispute.block
    paragraph = book.by_anchor.get(block.anchor)
    label = f"Rule {paragraph.number}" if paragraph and paragraph.number else ""
    return DisputeView(
        key=dispute.key,
        label=label
        or dispute.block.rendered.title
        or dispute.block.anchor
        or dispute.block.rendered.text[:60],
        trouble=dispute.trouble,
        base=_side(book, "Before", dispute.base, dispute.base),
        published=_side(book, "Published now", dispute.base, dispute.published),
        proposed=_side(book, "Proposed", dispute.base, dispute.proposed),
        choice=said.choices.get(dispute.key, ""),
        words=_by_hand(dispute, said),
        error=error,
    )


def _side(book: Book, name: str, base: Block | None, block: Block | None) -> SideView:
    if block is None:
        return SideView(name, "", SafeString(""), Html(""), False)
    words = fields_of(block)
    is_heading = words.kind in (TITLE, CHAPTER)
    html = SafeString("") if is_heading else comment_html(book, block.rendered.html)
    before, after = _html_of(base), _html_of(block)
    changed = marked(before, after, book.game) if base and before != after else Html("")
    return SideView(name, words.title, html, changed, True)


def _html_of(block: Block | None) -> str:
    if block is None:
        return ""
    words = fields_of(block)
    mark = marked_provenance(words.provenance)
    title = f"<p>{escape(words.title)}</p>" if words.title else ""
    html = "" if words.kind in (TITLE, CHAPTER) else block.rendered.html
    return f"{mark}{title}{html}"
