"""What an editing form of a draft says and what comes of it, for its page and for the preview alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import quote, urlencode

from django.http import Http404
from django.urls import reverse

from rules.document import arranging
from rules.document import block_text as wording
from rules.document.arranging import Pieces
from rules.document.block_text import Wording, wording_of
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
from rules.wiki.stored_books import pieces_of

Mode = Literal["piece", "added", "chapter"]
_PAGES = {"piece": "piece_edit", "added": "piece_add", "chapter": "chapter_edit"}


@dataclass(frozen=True, slots=True)
class Editor:
    """A form that changes a piece, adds one below it, or writes its chapter anew.

    *key:* of the piece. *label:* what people call it. *words:* as they are stored, or as they were filled in.
    """

    draft: Proposal
    mode: Mode
    key: str
    label: str
    words: Wording
    version: int

    @property
    def action(self) -> str:
        """Where the form goes."""
        return reverse(f"rules:{_PAGES[self.mode]}", args=[self.draft.pk, self.key])

    @property
    def back(self) -> str:
        """The page of the draft, at the piece."""
        page = reverse("rules:proposal_edit", args=[self.draft.pk])
        return f"{page}?{urlencode({'at': self.key})}#at-{quote(self.key, safe='~')}"

    @property
    def kind_name(self) -> str:
        """What is written in it."""
        return wording.KINDS[self.words.kind]

    @property
    def has_title(self) -> bool:
        return self.mode != "chapter" and self.words.kind in wording.TITLED

    @property
    def has_text(self) -> bool:
        return self.mode == "chapter" or self.words.kind in wording.WORDED

    @property
    def has_ruling(self) -> bool:
        return self.mode != "chapter" and self.words.kind == wording.LAW

    @property
    def has_anchor(self) -> bool:
        return self.mode == "added" and self.words.kind in wording.ANCHORED

    @property
    def kinds(self) -> tuple[tuple[str, str], ...]:
        """The kinds of pieces that may be added here, each with its name."""
        return offered_kinds(pieces_of(self.draft.pieces), self.key)


def editor_of(draft: Proposal, mode: Mode, key: str, kind: str = "") -> Editor:
    """Return the form as it is first shown. *kind:* of the piece to add. *Raises:* Http404."""
    pieces = pieces_of(draft.pieces)
    try:
        label = label_of(book_of_proposal(draft), pieces, key)
        words = _words(draft, pieces, mode, key, kind)
    except KeyError:
        raise Http404("No such piece.") from None
    return Editor(draft, mode, key, label, words, draft.version)


def filled_in(editor: Editor, said: Mapping[str, str]) -> Editor:
    """Return the form with what somebody wrote into it. What it has no field for stays as it was."""
    words = editor.words
    title = said.get("title", "") if editor.has_title else words.title
    anchor = said.get("anchor", "").strip().removeprefix("#") if editor.has_anchor else words.anchor
    if editor.has_anchor and not anchor:
        anchor = _anchor_for(editor, title)
    words = replace(
        words,
        text=said.get("text", "").replace("\r\n", "\n") if editor.has_text else words.text,
        title=title,
        anchor=anchor,
        is_ruling=editor.has_ruling and "is_ruling" in said,
    )
    return replace(editor, words=words)


def result_of(editor: Editor) -> tuple[Preview, ...]:
    """Return how what is written would read. *Raises:* BadText."""
    draft, words, key = editor.draft, editor.words, editor.key
    pieces = pieces_of(draft.pieces)
    place = arranging.place_of(pieces, key)
    if editor.mode == "piece":
        made = drafts.with_wording(draft.edition, pieces, key, words)
        return previews(draft, made, place, place + 1)
    if editor.mode == "added":
        made = drafts.with_added(draft.edition, pieces, key, words)
        at = next(at for at, piece in enumerate(made) if at >= len(pieces) or piece != pieces[at])
        return previews(draft, made, at, at + 1)
    start, end = arranging.chapter_of(pieces, place)
    made = drafts.with_chapter(draft.edition, pieces, key, words.text)
    return previews(draft, made, start, end + len(made) - len(pieces))


def _words(draft: Proposal, pieces: Pieces, mode: Mode, key: str, kind: str) -> Wording:
    if mode == "chapter":
        return Wording(wording.CHAPTER, chapter_text(pieces, key))
    if mode == "piece":
        return wording_of(pieces[arranging.place_of(pieces, key)])
    offered = [name for name, _ in offered_kinds(pieces, key)]
    kind = kind if kind in offered else offered[0]
    anchor = drafts.next_anchor(draft.edition, pieces, key, kind) if kind == wording.LAW else ""
    return Wording(kind, anchor=anchor)


def _anchor_for(editor: Editor, title: str) -> str:
    pieces = pieces_of(editor.draft.pieces)
    return drafts.next_anchor(editor.draft.edition, pieces, editor.key, editor.words.kind, title)
