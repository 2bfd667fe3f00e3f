"""Brings the shipped rulebooks into the database, without ever overwriting what people made of them."""

from collections.abc import Sequence

from django.db import transaction

from games import catalog
from rules.document.blocks import Block
from rules.document.errors import Outdated, Refused, RulesError
from rules.document.merging import Conflict, merge
from rules.wiki import shipped
from rules.wiki.actions.publishing import Origin, ReadyText, get_ready, publish_ready
from rules.wiki.audit import note
from rules.wiki.models import AuditEntry, Edition, RevisionKind, Rulebook, Shipment
from rules.wiki.shipped import ShippedBook
from rules.wiki.stored_books import blocks_from_json, blocks_to_json
from scrapsite.common.versions import bump_data_version

FIRST = "This site’s original text."
BROUGHT_IN = "Includes the latest changes to the site’s own text."
KEPT_BACK = "Includes the latest changes to the site’s own text, except where people have changed it."

LEFT_OUT = "shipment/left-out"
# What an edition says of itself, in its file and in the database.
WORDS = ("date", "summary", "source", "credit", "licence")


def load_rules() -> int:
    """Load new editions and texts, and return how many revisions that made.

    Each edition is one short transaction; all the reading and merging is done before it. A text that can't be
    merged with what people wrote is left out and tried again next time; the audit trail records that.
    """
    files = [file for game in shipped.games() for file in reversed(shipped.files(game))]
    return sum(_load(file) for file in files)


def _load(file: ShippedBook) -> bool:
    """Take in what is new in the file; return whether that made a revision."""
    try:
        while True:
            try:
                return _take_in(_edition(file), file)
            except Outdated:  # somebody published, or loads the same, while the text was made ready
                continue
    except RulesError as error:
        _note_left_out(_edition(file), error)
        return False


def _take_in(edition: Edition, file: ShippedBook) -> bool:
    """Publish what the file changed since it was last taken in; people's own changes stay.

    *edition:* may be one that isn't stored yet. *Raises:* `Outdated` when the edition changed meanwhile.
    """
    last = edition.shipments.first() if edition.pk is not None else None
    if last is not None and last.digest == file.digest:
        return False
    ready, stored = _ready(edition, last, file.blocks), blocks_to_json(file.blocks)
    with transaction.atomic():
        locked = _stored(edition)
        if locked.head_id != edition.head_id or locked.shipments.first() != last:
            raise Outdated("The edition was changed in the meantime.")
        # An older text may come back; the newest row is what the site carries now.
        locked.shipments.filter(digest=file.digest).delete()
        locked.shipments.create(digest=file.digest, blocks=stored)
        if ready is not None:
            publish_ready(locked, ready)
    return ready is not None


def _ready(edition: Edition, last: Shipment | None, new: Sequence[Block]) -> ReadyText | None:
    """Return the edition's text with what *new* changes since *last*; None if that changes nothing."""
    head = edition.head
    if head is None or last is None:
        return get_ready(edition, head, new, Origin(RevisionKind.SHIPPED, None, FIRST))
    mine = blocks_from_json(head.blocks)
    merged = merge(blocks_from_json(last.blocks), mine, new)
    _require_free_anchors(edition, merged.conflicts)
    if [block.source for block in merged.blocks] == [block.source for block in mine]:
        return None
    summary = BROUGHT_IN if merged.is_clean else KEPT_BACK
    return get_ready(edition, head, merged.blocks, Origin(RevisionKind.SHIPPED, None, summary))


def _require_free_anchors(edition: Edition, conflicts: Sequence[Conflict]) -> None:
    """*Raises:* Refused if people gave the anchor of a new paragraph to one of their own."""
    both = {one.key for one in conflicts if one.base is None and one.ours and one.theirs and one.ours.anchor}
    if not both:
        return
    # What an earlier file had, and people kept in their words, is the same paragraph when it comes back.
    shipped_before = {
        block.anchor for shipment in edition.shipments.all() for block in blocks_from_json(shipment.blocks)
    }
    taken = sorted(both - shipped_before)
    if taken:
        raise Refused(
            f"People have given {', '.join(taken)} to other paragraphs: the new ones need other anchors.",
            "rules/anchor-reused",
        )


def _stored(edition: Edition) -> Edition:
    """Return the edition, held until the end of the transaction; a new one is stored before."""
    held = Edition.objects.select_for_update(of=("self",)).select_related("rulebook")
    if edition.pk is not None:
        return held.get(pk=edition.pk)
    book = edition.rulebook
    rulebook, _ = Rulebook.objects.get_or_create(game=book.game, defaults={"title": book.title})
    words = {name: getattr(edition, name) for name in WORDS}
    Edition.objects.get_or_create(rulebook=rulebook, slug=edition.slug, defaults=words)
    return held.get(rulebook=rulebook, slug=edition.slug)


def _note_left_out(edition: Edition, error: RulesError) -> None:
    """Record once in the audit trail that the shipped text couldn't be merged."""
    about = f"{edition}: {error.reason}"
    if not AuditEntry.objects.filter(what=LEFT_OUT, about=about[:300]).exists():
        note(None, LEFT_OUT, edition.rulebook if edition.rulebook.pk else None, about)


def _edition(file: ShippedBook) -> Edition:
    """Return the file's edition with what the file says of it; one that isn't there yet isn't stored."""
    head = file.book.head
    said = {name: getattr(head, name) for name in WORDS}
    found = Edition.objects.select_related("rulebook", "head")
    edition = found.filter(rulebook__game=head.game, slug=head.edition).first()
    if edition is None:
        names = {title.slug: title.name for title in catalog.titles()}
        book = Rulebook.objects.filter(game=head.game).first()
        book = book or Rulebook(game=head.game, title=names.get(head.game, head.title))
        return Edition(rulebook=book, slug=head.edition, **said)
    is_behind = any(getattr(edition, name) != value for name, value in said.items())
    if is_behind and not edition.keeps_words:
        for name, value in said.items():
            setattr(edition, name, value)
        edition.save(update_fields=list(said))
        transaction.on_commit(bump_data_version)
    return edition
