"""Brings the shipped rulebooks into the database, without ever overwriting what people made of them."""

from collections.abc import Sequence

from django.db import transaction

from games import catalog
from rules import shipped
from rules.actions.publishing import Origin, publish
from rules.merging import merge
from rules.models import Edition, Revision, RevisionKind, Rulebook
from rules.pieces import Piece
from rules.shelf import pieces_of, stored
from rules.shipped import ShippedBook

FIRST = "As it came with the site."
BROUGHT_IN = "Takes in what changed in the text that comes with the site."
KEPT_BACK = (
    "Takes in what changed in the text that comes with the site, but leaves alone what people changed."
)


@transaction.atomic
def load_rules() -> int:
    """Load editions and texts that aren't there yet; return how many revisions that made."""
    return sum(_load(file) for game in shipped.games() for file in reversed(shipped.files(game)))


def _load(file: ShippedBook) -> bool:
    edition = _edition(file)
    if edition.shipments.filter(digest=file.digest).exists():
        return False
    last = edition.shipments.first()
    edition.shipments.create(digest=file.digest, pieces=stored(file.pieces))
    if edition.head is None or last is None:
        publish(edition, edition.head, file.pieces, Origin(RevisionKind.SHIPPED, None, FIRST))
        return True
    return _take_in(edition, edition.head, pieces_of(last.pieces), file.pieces)


def _take_in(edition: Edition, head: Revision, base: Sequence[Piece], new: Sequence[Piece]) -> bool:
    """Publish what the file changed since it was last taken in; people's own changes stay."""
    merged = merge(base, pieces_of(head.pieces), new)
    if stored(merged.pieces) == head.pieces:
        return False
    summary = BROUGHT_IN if merged.is_clean else KEPT_BACK
    publish(edition, head, merged.pieces, Origin(RevisionKind.SHIPPED, None, summary))
    return True


def _edition(file: ShippedBook) -> Edition:
    head = file.book.head
    names = {title.slug: title.name for title in catalog.titles()}
    rulebook, _ = Rulebook.objects.get_or_create(
        game=head.game, defaults={"title": names.get(head.game, head.title)}
    )
    edition, _ = Edition.objects.update_or_create(
        rulebook=rulebook,
        slug=head.edition,
        defaults={
            "date": head.date,
            "summary": head.summary,
            "source": head.source,
            "credit": head.credit,
            "licence": head.licence,
        },
    )
    return edition
