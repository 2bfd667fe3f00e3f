"""What must hold before a text may become a revision of a rulebook."""

from collections.abc import Sequence

from rules.document.blocks import Piece
from rules.document.books import Book, BookError, assemble
from rules.document.cards import missing_cards
from rules.document.errors import BadText, Refused
from rules.wiki.citations import enforced
from rules.wiki.models import Edition, Paragraph
from rules.wiki.stored_books import head_of

MOST_PIECES = 600
MOST_BOOK_CHARACTERS = 200_000


def checked_book(edition: Edition, pieces: Sequence[Piece], *, revision: int = 0) -> Book:
    """Return the book these pieces make. *Raises:* BadText when they make none."""
    if len(pieces) > MOST_PIECES:
        raise BadText(f"A rulebook has at most {MOST_PIECES} paragraphs and examples.", "text/book-long")
    if sum(len(piece.source) for piece in pieces) > MOST_BOOK_CHARACTERS:
        raise BadText(f"A rulebook has at most {MOST_BOOK_CHARACTERS:,} characters.", "text/book-long")
    try:
        book = assemble(head_of(edition), [piece.block for piece in pieces], revision=revision)
    except BookError as error:
        raise BadText(str(error), "text/no-book", error.place) from None
    for place, piece in enumerate(pieces):
        for slug in missing_cards(edition.rulebook.game, piece.block.html):
            raise BadText(f"There is no card “{slug}” in any edition of this game.", "text/no-card", place)
    return book


def require_publishable(edition: Edition, base: Book, book: Book, pieces: Sequence[Piece]) -> None:
    """*Raises:* Refused when the games would lose a paragraph they cite, or an anchor would be used anew."""
    dangling = sorted(enforced(base) - book.by_anchor.keys())
    if dangling:
        raise Refused(
            f"The game cites {', '.join(dangling)}: these paragraphs can be reworded, but they have to stay.",
            "rules/cited",
        )
    reused = reused_anchors(edition, base, pieces)
    if reused:
        raise Refused(
            f"{', '.join(reused)} named another paragraph once. Give the new one an anchor of its own.",
            "rules/anchor-reused",
        )


def reused_anchors(edition: Edition, base: Book, pieces: Sequence[Piece]) -> list[str]:
    """Return the anchors that aren't in *base*, but named something else in an earlier revision.

    A paragraph that comes back word for word keeps its anchor.
    """
    added = {
        piece.anchor: piece.digest for piece in pieces if piece.anchor and piece.anchor not in base.by_anchor
    }
    earlier = Paragraph.objects.filter(revision__edition=edition, anchor__in=added)
    used: dict[str, set[str]] = {}
    for anchor, digest in earlier.values_list("anchor", "digest"):
        used.setdefault(anchor, set()).add(digest)
    return sorted(anchor for anchor, digests in used.items() if added[anchor] not in digests)
