"""What an editing form of a draft says and what comes of it, for its page and for the preview alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import quote, urlencode

from django.http import Http404
from django.urls import reverse

from rules.document import arranging, block_fields
from rules.document.arranging import Blocks
from rules.document.block_fields import BlockFields, fields_of
from rules.document.provenance import LONGEST_WHERE, MEANINGS, NAMES, RULING, UNSAID, Provenance
from rules.wiki import drafts
from rules.wiki.models import Proposal
from rules.wiki.queries.drafts import (
    Preview,
    book_of_proposal,
    chapter_text,
    label_of,
    offered_kinds,
    previews,
)
from rules.wiki.stored_books import blocks_from_json
from scrapsite.common.requests import plain_lines

Mode = Literal["block", "added", "chapter"]
_PAGES = {"block": "block_edit", "added": "block_add", "chapter": "chapter_edit"}


@dataclass(frozen=True, slots=True)
class Editor:
    """A form that changes a block, adds one below it, or writes its chapter anew.

    *key:* of the block. *label:* what people call it. *words:* as they are stored, or as they were filled in.
    """

    draft: Proposal
    mode: Mode
    key: str
    label: str
    words: BlockFields
    version: int

    @property
    def action(self) -> str:
        """The address that the form is sent to."""
        return reverse(f"rules:{_PAGES[self.mode]}", args=[self.draft.pk, self.key])

    @property
    def back(self) -> str:
        """The page of the draft, at the block."""
        page = reverse("rules:proposal_edit", args=[self.draft.pk])
        return f"{page}?{urlencode({'at': self.key})}#at-{quote(self.key, safe='~')}"

    @property
    def called(self) -> str:
        """The label of the block, with “rule” before the number of a rule."""
        return f"rule {self.label}" if self.label.replace(".", "").isdigit() else self.label

    @property
    def kind_name(self) -> str:
        """The name of the kind of text in it."""
        return block_fields.KINDS[self.words.kind]

    @property
    def has_title(self) -> bool:
        return self.mode != "chapter" and self.words.kind in block_fields.TITLED

    @property
    def has_text(self) -> bool:
        return self.mode == "chapter" or self.words.kind in block_fields.WORDED

    @property
    def has_provenance(self) -> bool:
        return self.mode != "chapter" and self.words.kind == block_fields.LAW

    @property
    def provenances(self) -> tuple[tuple[str, str, str], ...]:
        """What a paragraph may say of where it comes from: key, name and meaning."""
        return tuple((kind, name, MEANINGS[kind]) for kind, name in NAMES.items())

    @property
    def longest_where(self) -> int:
        """How many characters the section of the source may have."""
        return LONGEST_WHERE

    @property
    def has_anchor(self) -> bool:
        return self.mode == "added" and self.words.kind in block_fields.ANCHORED

    @property
    def kinds(self) -> tuple[tuple[str, str], ...]:
        """The kinds of blocks that may be added here, each with its name."""
        return offered_kinds(blocks_from_json(self.draft.blocks), self.key)


def editor_of(draft: Proposal, mode: Mode, key: str, kind: str = "") -> Editor:
    """Return the form as it is first shown. *kind:* of the block to add. *Raises:* Http404."""
    blocks = blocks_from_json(draft.blocks)
    try:
        label = label_of(book_of_proposal(draft), blocks, key)
        words = _words(draft, blocks, mode, key, kind)
    except KeyError:
        raise Http404("No such block.") from None
    return Editor(draft, mode, key, label, words, draft.version)


def filled_in(editor: Editor, said: Mapping[str, str]) -> Editor:
    """Return the form as it was filled in. What has no field in it stays as it was."""
    words = editor.words
    title = said.get("title", "") if editor.has_title else words.title
    anchor = said.get("anchor", "").strip().removeprefix("#") if editor.has_anchor else words.anchor
    if editor.has_anchor and not anchor:
        anchor = _anchor_for(editor, title)
    words = replace(
        words,
        text=plain_lines(said.get("text", "")) if editor.has_text else words.text,
        title=title,
        anchor=anchor,
        provenance=_provenance(editor, said),
    )
    return replace(editor, words=words)


def result_of(editor: Editor) -> tuple[Preview, ...]:
    """Return how what is written would read. *Raises:* BadText."""
    draft, words, key = editor.draft, editor.words, editor.key
    blocks = blocks_from_json(draft.blocks)
    place = arranging.place_of(blocks, key)
    if editor.mode == "block":
        made = drafts.with_fields(draft.edition, blocks, key, words)
        return previews(draft, made, place, place + 1)
    if editor.mode == "added":
        made = drafts.with_added(draft.edition, blocks, key, words)
        at = next(at for at, block in enumerate(made) if at >= len(blocks) or block != blocks[at])
        return previews(draft, made, at, at + 1)
    start, end = arranging.chapter_of(blocks, place)
    made = drafts.with_chapter(draft.edition, blocks, key, words.text)
    return previews(draft, made, start, end + len(made) - len(blocks))


def _words(draft: Proposal, blocks: Blocks, mode: Mode, key: str, kind: str) -> BlockFields:
    if mode == "chapter":
        return BlockFields(block_fields.CHAPTER, chapter_text(blocks, key))
    if mode == "block":
        return fields_of(blocks[arranging.place_of(blocks, key)])
    offered = [name for name, _ in offered_kinds(blocks, key)]
    kind = kind if kind in offered else offered[0]
    anchor = drafts.next_anchor(draft.edition, blocks, key, kind) if kind == block_fields.LAW else ""
    ours = Provenance(RULING) if kind == block_fields.LAW else UNSAID
    return BlockFields(kind, anchor=anchor, provenance=ours)


def _provenance(editor: Editor, said: Mapping[str, str]) -> Provenance:
    was = editor.words.provenance
    if not editor.has_provenance:
        return was
    return Provenance(said.get("provenance", was.kind), " ".join(said.get("where", was.where).split()))


def _anchor_for(editor: Editor, title: str) -> str:
    blocks = blocks_from_json(editor.draft.blocks)
    return drafts.next_anchor(editor.draft.edition, blocks, editor.key, editor.words.kind, title)
