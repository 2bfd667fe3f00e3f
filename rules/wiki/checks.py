"""What must hold before a text may become a revision of a rulebook."""

from collections.abc import Collection, Sequence

from rules.document.blocks import Block
from rules.document.books import Book, BookError, assemble
from rules.document.cards import missing_cards
from rules.document.errors import BadText, Refused
from rules.wiki.citations import enforced
from rules.wiki.comment_text import no_card, require_read
from rules.wiki.models import Edition, Paragraph
from rules.wiki.stored_books import head_of

MOST_BLOCKS = 600
MOST_BOOK_CHARACTERS = 200_000


def checked_book(
    edition: Edition, blocks: Sequence[Block], *, revision: int = 0, cards: Collection[str] = ()
) -> Book:
    """Return the book these blocks make. *Raises:* BadText when they make none.

    *cards:* slugs of cards that no edition has, but that may be linked to.
    """
    if len(blocks) > MOST_BLOCKS:
        raise BadText(f"A rulebook has at most {MOST_BLOCKS} paragraphs and examples.", "text/book-long")
    if sum(len(block.source) for block in blocks) > MOST_BOOK_CHARACTERS:
        raise BadText(f"A rulebook has at most {MOST_BOOK_CHARACTERS:,} characters.", "text/book-long")
    try:
        book = assemble(head_of(edition), [block.rendered for block in blocks], revision=revision)
    except BookError as error:
        raise BadText(str(error), "text/no-book", error.place) from None
    for place, block in enumerate(blocks):
        for slug in missing_cards(edition.rulebook.game, block.rendered.html):
            if slug not in cards:
                raise no_card(edition.rulebook.game, slug, place)
        require_read(edition.rulebook.game, block.rendered.html, place)
    return book


def require_publishable(edition: Edition, base: Book, book: Book, blocks: Sequence[Block]) -> None:
    """*Raises:* Refused if the games would lose a paragraph they cite, or an anchor is used again."""
    dangling = sorted(enforced(base) - book.by_anchor.keys())
    if dangling:
        raise Refused(
            f"The game cites {', '.join(dangling)}: these paragraphs can be reworded, but they have to stay.",
            "rules/cited",
        )
    reused = reused_anchors(edition, base, blocks)
    if reused:
        raise Refused(
            f"{', '.join(reused)} used to name another paragraph. Give the new one an anchor of its own.",
            "rules/anchor-reused",
        )


def reused_anchors(edition: Edition, base: Book, blocks: Sequence[Block]) -> list[str]:
    """Return the anchors that aren't in *base*, but named something else in an earlier revision.

    A paragraph that comes back word for word keeps its anchor.
    """
    added = {
        block.anchor: block.digest for block in blocks if block.anchor and block.anchor not in base.by_anchor
    }
    earlier = Paragraph.objects.filter(revision__edition=edition, anchor__in=added)
    used: dict[str, set[str]] = {}
    for anchor, digest in earlier.values_list("anchor", "digest"):
        used.setdefault(anchor, set()).add(digest)
    return sorted(anchor for anchor, digests in used.items() if added[anchor] not in digests)
