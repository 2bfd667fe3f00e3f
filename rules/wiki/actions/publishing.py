"""New revisions: the only way in which the text of a rulebook changes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.dispatch import Signal
from django.urls import reverse

from rules.document.blocks import Block
from rules.document.books import Book
from rules.document.books import Paragraph as Named
from rules.document.errors import BadText, Outdated, Refused
from rules.document.marking import said
from rules.wiki.actions.program_checks import Verdicts, asked, record, sourced
from rules.wiki.audit import note
from rules.wiki.checks import checked_book, require_publishable
from rules.wiki.models import CheckVerdict, Edition, Paragraph, Revision, RevisionKind
from rules.wiki.stored_books import blocks_from_json, blocks_to_json, book_of
from scrapsite.common.fulltext.words import plain
from scrapsite.common.versions import bump_data_version

MOST_SUMMARY = 300

# Sent in the transaction, with the *revision* and its *actor*, who is None for the site itself.
revision_published = Signal()


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a new revision comes from. *author:* None for the site itself.

    *published_by:* who accepted it, if not its author. *verdicts:* what they say, by anchor, of changed
    paragraphs that the game goes by; None where nobody is asked. *sourced:* the anchors of those of which
    they say that the source says so.
    """

    kind: RevisionKind
    author: User | None
    summary: str
    returns_to: Revision | None = None
    published_by: User | None = None
    verdicts: Mapping[str, CheckVerdict] | None = None
    sourced: Collection[str] = ()

    @property
    def actor(self) -> User | None:
        """Who publishes it."""
        return self.published_by or self.author


@dataclass(frozen=True, slots=True)
class ReadyText:
    """A text that may follow *base*, checked and cut into rows before anything is locked.

    *number*, *address:* of the revision to be. *verdicts:* on the paragraphs that it changes.
    """

    base: Revision | None
    number: int
    address: str
    blocks: list[list[Any]]
    paragraphs: list[Paragraph]
    origin: Origin
    verdicts: Verdicts


def publish(edition: Edition, base: Revision | None, blocks: Sequence[Block], origin: Origin) -> Revision:
    """Make *blocks* the edition's text and return the new revision.

    *base:* the revision that the author saw. *Raises:* `Outdated` when another is in force by now; `BadText`;
    `Refused` when a citation would dangle, an anchor be reused, a verdict is missing, or nothing has changed.
    """
    return publish_ready(edition, get_ready(edition, base, blocks, origin))


def get_ready(edition: Edition, base: Revision | None, blocks: Sequence[Block], origin: Origin) -> ReadyText:
    """Do everything for `publish_ready` that takes long. Call it outside of transactions.

    *edition:* may be one that isn't stored yet. *Raises:* as `publish`.
    """
    if edition.pk is not None:
        _require_head(Edition.objects.get(pk=edition.pk), base)
    if len(origin.summary) > MOST_SUMMARY:
        raise BadText(f"A summary has at most {MOST_SUMMARY} characters.", "text/summary-long")
    book = checked_book(edition, blocks)
    verdicts: Verdicts = {}
    if base is not None:
        if [block.source for block in blocks_from_json(base.blocks)] == [block.source for block in blocks]:
            raise Refused("Nothing would change.", "rules/no-change")
        require_publishable(edition, book_of(base), book, blocks)
        if origin.verdicts is not None:
            verdicts = {**asked(book_of(base), book, origin.verdicts), **sourced(book, origin.sourced)}
    number = base.number + 1 if base else 1
    address = reverse("rules:revision_detail", args=(edition.rulebook.game, edition.slug, number))
    return ReadyText(
        base, number, address, blocks_to_json(blocks), _paragraphs(book, blocks), origin, verdicts
    )


@transaction.atomic
def publish_ready(edition: Edition, ready: ReadyText) -> Revision:
    """Make a text that is ready the edition's text and return the new revision. *Raises:* `Outdated`."""
    origin = ready.origin
    # The head is read when the lock is held: joined to it, it could be the one from before the wait.
    locked = Edition.objects.select_for_update(of=("self",)).select_related("rulebook").get(pk=edition.pk)
    _require_head(locked, ready.base)
    revision = Revision.objects.create(
        edition=locked,
        number=ready.number,
        kind=origin.kind,
        author=origin.author,
        summary=origin.summary,
        blocks=ready.blocks,
        returns_to=origin.returns_to,
    )
    for paragraph in ready.paragraphs:
        paragraph.revision = revision
    Paragraph.objects.bulk_create(ready.paragraphs)
    locked.head = revision
    locked.save(update_fields=["head"])
    edition.head = revision
    note(origin.actor, "revision/published", locked.rulebook, f"{revision}: {origin.summary}", ready.address)
    record(origin.actor, revision, ready.verdicts)
    revision_published.send(Revision, revision=revision, actor=origin.actor)
    transaction.on_commit(bump_data_version)
    return revision


def _require_head(edition: Edition, base: Revision | None) -> None:
    if edition.head_id != (base.pk if base else None):
        raise Outdated(
            "Somebody published another revision in the meantime. Bring your change up to date first."
        )


def _paragraphs(book: Book, blocks: Sequence[Block]) -> list[Paragraph]:
    """Return the rows of the book's paragraphs, which belong to no revision yet."""
    digests = {block.anchor: block.digest for block in blocks}
    return [
        Paragraph(
            anchor=paragraph.anchor,
            place=place,
            number=paragraph.number,
            term=paragraph.term,
            section=paragraph.section,
            heading=paragraph.heading,
            text=paragraph.text,
            words=plain(f"{paragraph.term} {said(paragraph.html, book.game)}"),
            title_words=plain(" ".join(_called(paragraph))),
            digest=digests[paragraph.anchor],
        )
        for place, paragraph in enumerate(book.paragraphs)
    ]


def _called(paragraph: Named) -> tuple[str, ...]:
    """Return everything that people call a paragraph by."""
    return paragraph.number, paragraph.anchor, paragraph.term, paragraph.heading, paragraph.section
