"""Having a box made: a page asks for it, the worker makes it.

The task may run twice or be lost; pages ask again.
"""

from django_tasks import task

from cards.exports.kits.box import Finish
from cards.exports.lists import CardList, draft_list, edition_list
from cards.exports.pages import PAPERS
from games import catalog
from rules.wiki.stored_books import stored_book
from scrapsite.boxes.making import ARCHIVE, Box, make
from scrapsite.common.typesetting import kept
from scrapsite.server.work.queues import LONG


def box_of(game: str, edition: str, finish: Finish, viewer: object = None) -> Box:
    """Return the box of an edition. *Raises:* KeyError if there is none that *viewer* may see."""
    cards = edition_list(game, edition, viewer)
    if cards is None:
        raise KeyError(f"{game}:{edition}")
    return _box(game, cards, finish)


def _box(game: str, cards: CardList, finish: Finish) -> Box:
    edition = cards.cards[0].edition
    return Box(game, edition, cards, stored_book(game, catalog.book(game, edition)), finish)


def ask_for(box: Box) -> None:
    """Have the worker make *box*, unless that is done or underway."""
    told = box.digest, box.game, box.edition
    finish = box.finish.paper.slug, box.finish.has_bleed, box.finish.is_light
    kept.ask(box.digest, lambda: make_box.enqueue(*told, *finish))


@task(queue_name=LONG)
def make_box(digest: str, game: str, edition: str, paper: str, has_bleed: bool, is_light: bool) -> None:
    """Make the box and keep it; nothing if that is done, or if its rules have changed since."""
    finish = Finish(PAPERS[paper], has_bleed, is_light)
    is_draft = catalog.is_draft(edition)
    box = _box(game, draft_list(game, edition), finish) if is_draft else box_of(game, edition, finish)
    if kept.is_done(digest) or box.digest != digest:
        return
    mark = {kept.PRIVATE: b""} if is_draft else {}
    kept.make(digest, lambda tell: {ARCHIVE: make(box, tell), **mark})
