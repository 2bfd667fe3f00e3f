"""Having an export drawn: asked for by a page, done by the worker."""

from cards.exports import store, tasks
from cards.exports.kinds import DRAWINGS, Drawing
from cards.exports.lists import CardList, card_list, references, referred


def ask_for(cards: CardList, drawing: Drawing) -> str:
    """Have the worker draw *cards*, unless it is done or underway; return the digest it is kept under."""
    digest = store.digest_of(cards, drawing)
    if is_needed(digest):
        store.tell(digest, "waiting")
        tasks.draw_export.enqueue(drawing.slug, digest, cards.name, cards.slug, references(cards.cards))
    return digest


def is_needed(digest: str) -> bool:
    """Return whether the worker would have to be asked."""
    if store.is_done(digest):
        return False
    progress = store.progress(digest)
    return progress is None or not progress.is_underway


def draw(slug: str, digest: str, name: str, list_slug: str, words: list[str]) -> None:
    """Draw and keep the export *digest*. Does nothing when that was done meanwhile."""
    if store.is_done(digest):
        return
    try:
        store.tell(digest, "drawing")
        cards = card_list(name, list_slug, referred(words))
        files = DRAWINGS[slug].make(cards, lambda done, of: store.tell(digest, "drawing", done, of))
    except Exception:
        store.tell(digest, "failed")
        raise
    store.keep(digest, files)
