"""Books as the database has them: each edition's revision in force, and the older ones."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import F, QuerySet

from rules.document.blocks import Block
from rules.document.books import Book, Head, assemble
from rules.document.markup import Rendered
from rules.wiki.models import NEWEST_FIRST, Edition, Revision

_KEPT = 64
# What makes a `Head`, in its order, as fields of an edition.
_HEAD = ("rulebook__game", "slug", "rulebook__title", "date", "summary", "source", "credit", "licence")


def all_books() -> dict[str, tuple[Book, ...]]:
    """Return all books in force by game, newest edition first."""
    found: dict[str, list[Book]] = {}
    for _, book in _in_force(Edition.objects.order_by("rulebook__game", NEWEST_FIRST, "-pk")):
        found.setdefault(book.game, []).append(book)
    return {game: tuple(books) for game, books in found.items()}


def editions_of(game: str) -> tuple[Book, ...]:
    """Return the game's books in force, newest edition first; empty for a game without any."""
    found = _in_force(Edition.objects.filter(rulebook__game=game).order_by(NEWEST_FIRST, "-pk"))
    return tuple(book for _, book in found)


def books_at(editions: Iterable[int]) -> dict[int, Book]:
    """Return the books in force of the editions with these keys, by key."""
    return dict(_in_force(Edition.objects.filter(pk__in=set(editions))))


def _in_force(editions: QuerySet[Edition]) -> Iterator[tuple[int, Book]]:
    """Yield each edition's key and its book, where it has one."""
    rows = editions.filter(head__isnull=False).values_list("pk", "head_id", "head__created_at", *_HEAD)
    return ((edition, _kept(pk, at, True, Head(*said))) for edition, pk, at, *said in rows)


def stored_book(game: str, edition: str, revision: int | None = None) -> Book:
    """Return an edition's book, by default the revision in force. *Raises:* KeyError if there is none."""
    found = Revision.objects.filter(edition__rulebook__game=game, edition__slug=edition)
    found = found.filter(edition__head_id=F("pk")) if revision is None else found.filter(number=revision)
    said_of = [f"edition__{name}" for name in _HEAD]
    row = found.order_by("pk").values_list("pk", "created_at", "edition__head_id", *said_of).first()
    if row is None:
        raise KeyError(f"{game}:{edition}" + (f" revision {revision}" if revision is not None else ""))
    pk, created_at, head, *said = row
    return _kept(pk, created_at, pk == head, Head(*said))


def names_of(game: str, edition: str) -> dict[str, str]:
    """Return what people call the paragraphs of the book in force, by anchor; empty if there is none."""
    try:
        found = stored_book(game, edition).by_anchor
    except KeyError:
        return {}
    return {anchor: paragraph.label for anchor, paragraph in found.items()}


def book_of(revision: Revision) -> Book:
    """Return the book of one revision."""
    edition = revision.edition
    return _kept(revision.pk, revision.created_at, revision.pk == edition.head_id, head_of(edition))


def blocks_from_json(stored: Sequence[Sequence[Any]]) -> tuple[Block, ...]:
    """Return the blocks kept in a `blocks` field; those of old revisions name no section of a source."""
    return tuple(
        Block(source, Rendered(kind, html, anchor, frozenset(classes), *words))
        for source, kind, html, anchor, classes, *words in stored
    )


def blocks_to_json(blocks: Sequence[Block]) -> list[list[Any]]:
    """Return what a `blocks` field keeps of these."""
    return [[block.source, *_rendered_to_json(block.rendered)] for block in blocks]


def _rendered_to_json(made: Rendered) -> list[Any]:
    return [made.kind, made.html, made.anchor, sorted(made.classes), made.title, made.where]


def head_of(edition: Edition) -> Head:
    """Return what the edition says of itself."""
    return Head(
        edition.rulebook.game,
        edition.slug,
        edition.rulebook.title,
        edition.date,
        edition.summary,
        edition.source,
        edition.credit,
        edition.licence,
    )


@lru_cache(maxsize=_KEPT)
def _kept(pk: int, created_at: datetime, is_head: bool, head: Head) -> Book:
    """Return a revision's book. While it is kept it is the same object, because other caches use it as a key.

    *created_at:* tells it from one of that key that was rolled back. *head:* may change, also by another
    process; then the book is another.
    """
    revision = Revision.objects.get(pk=pk)
    blocks = [block.rendered for block in blocks_from_json(revision.blocks)]
    return assemble(head, blocks, revision=revision.number, is_head=is_head)
