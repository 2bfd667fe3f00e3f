"""Brings the shipped rulebooks into the database, without ever overwriting what people made of them."""

from collections.abc import Sequence

from django.db import transaction

from games import catalog
from rules.document.blocks import Block
from rules.document.errors import RulesError
from rules.document.merging import merge
from rules.wiki import shipped
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.audit import note
from rules.wiki.models import AuditEntry, Edition, RevisionKind, Rulebook
from rules.wiki.shipped import ShippedBook
from rules.wiki.stored_books import blocks_from_json, blocks_to_json
from scrapsite.common.versions import bump_data_version

FIRST = "As it came with the site."
BROUGHT_IN = "Takes in what changed in the text that comes with the site."
KEPT_BACK = (
    "Takes in what changed in the text that comes with the site, but leaves alone what people changed."
)

LEFT_OUT = "shipment/left-out"


@transaction.atomic
def load_rules() -> int:
    """Load new editions and texts, and return how many revisions that made.

    A text that can't be merged with what people wrote is left out and tried again next time; the audit trail
    records that.
    """
    return sum(_load(file) for game in shipped.games() for file in reversed(shipped.files(game)))


def _load(file: ShippedBook) -> bool:
    edition = _edition(file)
    last = edition.shipments.first()
    if last is not None and last.digest == file.digest:
        return False
    try:
        with transaction.atomic():
            # An older text may come back; the newest row is what the site carries now.
            edition.shipments.filter(digest=file.digest).delete()
            edition.shipments.create(digest=file.digest, blocks=blocks_to_json(file.blocks))
            return _take_in(edition, blocks_from_json(last.blocks) if last else None, file.blocks)
    except RulesError as error:
        _note_left_out(edition, error)
        return False


def _take_in(edition: Edition, base: Sequence[Block] | None, new: Sequence[Block]) -> bool:
    """Publish what the file changed since it was last taken in; people's own changes stay."""
    head = edition.head
    if head is None or base is None:
        publish(edition, head, new, Origin(RevisionKind.SHIPPED, None, FIRST))
        return True
    mine = blocks_from_json(head.blocks)
    merged = merge(base, mine, new)
    if [block.source for block in merged.blocks] == [block.source for block in mine]:
        return False
    summary = BROUGHT_IN if merged.is_clean else KEPT_BACK
    publish(edition, head, merged.blocks, Origin(RevisionKind.SHIPPED, None, summary))
    return True


def _note_left_out(edition: Edition, error: RulesError) -> None:
    """Record once in the audit trail that the shipped text couldn't be merged."""
    about = f"{edition}: {error.reason}"
    if not AuditEntry.objects.filter(what=LEFT_OUT, about=about[:300]).exists():
        note(None, LEFT_OUT, edition.rulebook, about)


def _edition(file: ShippedBook) -> Edition:
    head = file.book.head
    names = {title.slug: title.name for title in catalog.titles()}
    rulebook, _ = Rulebook.objects.get_or_create(
        game=head.game, defaults={"title": names.get(head.game, head.title)}
    )
    said = {
        "date": head.date,
        "summary": head.summary,
        "source": head.source,
        "credit": head.credit,
        "licence": head.licence,
    }
    edition, is_new = Edition.objects.get_or_create(rulebook=rulebook, slug=head.edition, defaults=said)
    is_behind = any(getattr(edition, name) != value for name, value in said.items())
    if not is_new and is_behind and not edition.keeps_words:
        for name, value in said.items():
            setattr(edition, name, value)
        edition.save(update_fields=list(said))
        transaction.on_commit(bump_data_version)
    return edition
