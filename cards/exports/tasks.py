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
    told = drawing.slug, digest, cards.name, cards.slug
    kept.ask(digest, lambda: draw_export.enqueue(*told, references(cards.cards)))
    return digest


@task(queue_name=LONG)
def draw_export(drawing: str, digest: str, name: str, slug: str, cards: list[str]) -> None:
    """Draw the *cards* (`game/edition/card`) and keep the files under *digest*; nothing if that is done."""
    if kept.is_done(digest):
        return

    drawn = card_list(name, slug, referred(cards))
    mark = {kept.PRIVATE: b""} if drawn.has_drafts else {}
    kept.make(digest, lambda tell: DRAWINGS[drawing].make(drawn, tell) | mark)
