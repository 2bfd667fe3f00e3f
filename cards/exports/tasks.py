"""Having an export drawn: a page asks for it, the worker draws it.

The task may run twice or be lost; pages ask again.
"""

from django_tasks import task

from cards.exports import store
from cards.exports.kinds import DRAWINGS, Drawing
from cards.exports.lists import CardList, card_list, references, referred
from scrapsite.common.typesetting import kept
from scrapsite.server.work.queues import LONG


def ask_for(cards: CardList, drawing: Drawing) -> str:
    """Have the worker draw *cards*, unless that is done or underway; return the digest of the export."""
    digest = store.digest_of(cards, drawing)
    if is_needed(digest):
        kept.record(digest, "waiting")
        draw_export.enqueue(drawing.slug, digest, cards.name, cards.slug, references(cards.cards))
    return digest


def is_needed(digest: str) -> bool:
    """Return whether the worker still has to be asked for the export."""
    if kept.is_done(digest):
        return False
    progress = kept.progress(digest)
    return progress is None or not progress.is_underway


@task(queue_name=LONG)
def draw_export(drawing: str, digest: str, name: str, slug: str, cards: list[str]) -> None:
    """Draw the *cards* (`game/edition/card`) and keep the files under *digest*; nothing if that is done."""
    if kept.is_done(digest):
        return
    try:
        kept.record(digest, "drawing")
        listed = card_list(name, slug, referred(cards))
        files = DRAWINGS[drawing].make(listed, lambda done, of: kept.record(digest, "drawing", done, of))
    except Exception:
        kept.record(digest, "failed")
        raise
    kept.keep(digest, files)
