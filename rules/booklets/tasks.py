"""Having a booklet set: a page asks for it, the worker sets it.

The task may run twice or be lost; pages ask again.
"""

from django_tasks import task

from rules.booklets.job import TEMPLATE, digest_of, job_of
from rules.document.books import Book
from rules.wiki.stored_books import stored_book
from scrapsite.common.typesetting import kept
from scrapsite.common.typesetting.running import typeset
from scrapsite.server.work.queues import LONG

FILE = "booklet.pdf"


def ask_for(book: Book) -> None:
    """Have the worker set the booklet of *book*, unless that is done or underway."""
    digest = digest_of(book)
    kept.ask(digest, lambda: set_booklet.enqueue(digest, book.game, book.edition))


@task(queue_name=LONG)
def set_booklet(digest: str, game: str, edition: str) -> None:
    """Set the booklet of the edition in force and keep it; nothing if that is done, or its text changed."""
    book = stored_book(game, edition)
    if kept.is_done(digest) or digest_of(book) != digest:
        return

    def make(tell: kept.Tell) -> dict[str, bytes]:
        tell("Setting the rulebook", 0, 1)
        return {FILE: typeset(TEMPLATE, job_of(book), "pdf")[0]}

    kept.make(digest, make)
