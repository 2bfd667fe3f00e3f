"""A short vocabulary for texts of rulebooks: pieces without a child process, and ways to change them."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from rules.document.blocks import Piece
from rules.document.markup import block
from rules.wiki.models import Edition, Revision, RevisionKind
from rules.wiki.stored_books import pieces_of

ORIGIN_KIND = RevisionKind.PROPOSAL


def piece(source: str) -> Piece:
    """Return the piece that *source* makes."""
    return Piece(source, block(source))


def pieces(*sources: str) -> tuple[Piece, ...]:
    """Return the pieces of a text, one for each source."""
    return tuple(piece(source) for source in sources)


def chapter(title: str = "Turns", anchor: str = "turns") -> str:
    """Return the heading of a chapter."""
    return f"## {title} {{: #{anchor} }}"


def law(anchor: str, words: str = "") -> str:
    """Return a paragraph of law."""
    return f"{words or f'The law of {anchor}.'}\n{{: #{anchor} }}"


def example(words: str) -> str:
    """Return an example."""
    return f"!!! example\n    {words}"


def sources(found: Sequence[Piece]) -> list[str]:
    """Return the Markdown of each piece."""
    return [one.source for one in found]


def edition(slug: str = "3.6") -> Edition:
    """Return a Scrapbots edition as the database has it."""
    return Edition.objects.select_related("rulebook", "head").get(rulebook__game="scrapbots", slug=slug)


def head_of(found: Edition) -> Revision:
    """Return the revision in force."""
    found.refresh_from_db()
    assert found.head is not None
    return found.head


def text_of(found: Edition) -> tuple[Piece, ...]:
    """Return the pieces in force."""
    return pieces_of(head_of(found).pieces)


def reworded(found: Sequence[Piece], anchor: str, words: str) -> tuple[Piece, ...]:
    """Return the text with other words in the law *anchor*."""
    return tuple(piece(law(anchor, words)) if one.anchor == anchor else one for one in found)


def without(found: Sequence[Piece], anchor: str) -> tuple[Piece, ...]:
    """Return the text without the law *anchor*."""
    return tuple(one for one in found if one.anchor != anchor)


def with_law(found: Sequence[Piece], below: str, anchor: str, words: str = "") -> tuple[Piece, ...]:
    """Return the text with a new law below the one at *below*."""
    place = [one.anchor for one in found].index(below) + 1
    return (*found[:place], piece(law(anchor, words)), *found[place:])


_PIECES = {
    source: piece(source) for source in (*map(law, (f"a-{n}" for n in range(8))), *map(example, "KLM"))
}


@st.composite
def books(draw: st.DrawFn) -> tuple[Piece, ...]:
    """Make texts of a few laws, each in one of three wordings, and examples."""
    order = draw(st.permutations(range(8)))
    made: list[Piece] = []
    for number in order[: draw(st.integers(0, 8))]:
        wording = draw(st.sampled_from(("", "It is so.", "It is otherwise.")))
        source = law(f"a-{number}", wording)
        made.append(_PIECES.setdefault(source, piece(source)))
        if draw(st.booleans()):
            made.append(_PIECES[example(draw(st.sampled_from("KLM")))])
    return tuple(made)
