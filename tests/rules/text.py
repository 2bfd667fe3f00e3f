"""A short vocabulary for texts of rulebooks: blocks without a child process, and ways to change them."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from rules.document.blocks import Block
from rules.document.markup import convert_block
from rules.wiki.models import Edition, Revision, RevisionKind
from rules.wiki.stored_books import blocks_from_json

ORIGIN_KIND = RevisionKind.PROPOSAL


def block(source: str) -> Block:
    """Return the block that *source* makes."""
    return Block(source, convert_block(source))


def blocks(*sources: str) -> tuple[Block, ...]:
    """Return the blocks of a text, one for each source."""
    return tuple(block(source) for source in sources)


def chapter(title: str = "Turns", anchor: str = "turns") -> str:
    """Return the heading of a chapter."""
    return f"## {title} {{: #{anchor} }}"


def law(anchor: str, words: str = "") -> str:
    """Return a paragraph of law."""
    return f"{words or f'The law of {anchor}.'}\n{{: #{anchor} }}"


def example(words: str) -> str:
    """Return an example."""
    return f"!!! example\n    {words}"


def sources(found: Sequence[Block]) -> list[str]:
    """Return the Markdown of each block."""
    return [one.source for one in found]


def edition(slug: str = "3.6") -> Edition:
    """Return a Scrapbots edition as the database has it."""
    return Edition.objects.select_related("rulebook", "head").get(rulebook__game="scrapbots", slug=slug)


def head_of(found: Edition) -> Revision:
    """Return the revision in force."""
    found.refresh_from_db()
    assert found.head is not None
    return found.head


def text_of(found: Edition) -> tuple[Block, ...]:
    """Return the blocks in force."""
    return blocks_from_json(head_of(found).blocks)


def reworded(found: Sequence[Block], anchor: str, words: str) -> tuple[Block, ...]:
    """Return the text with other words in the law *anchor*, which keeps its marks."""
    return tuple(block(f"{words}\n{one.marks}") if one.anchor == anchor else one for one in found)


def without(found: Sequence[Block], anchor: str) -> tuple[Block, ...]:
    """Return the text without the law *anchor*."""
    return tuple(one for one in found if one.anchor != anchor)


def with_law(found: Sequence[Block], below: str, anchor: str, words: str = "") -> tuple[Block, ...]:
    """Return the text with a new law below the one at *below*."""
    place = [one.anchor for one in found].index(below) + 1
    return (*found[:place], block(law(anchor, words)), *found[place:])


_BLOCKS = {
    source: block(source) for source in (*map(law, (f"a-{n}" for n in range(8))), *map(example, "KLM"))
}


@st.composite
def books(draw: st.DrawFn) -> tuple[Block, ...]:
    """Make texts of a few laws, each in one of three texts, and examples."""
    order = draw(st.permutations(range(8)))
    made: list[Block] = []
    for number in order[: draw(st.integers(0, 8))]:
        words = draw(st.sampled_from(("", "It is so.", "It is otherwise.")))
        source = law(f"a-{number}", words)
        made.append(_BLOCKS.setdefault(source, block(source)))
        if draw(st.booleans()):
            made.append(_BLOCKS[example(draw(st.sampled_from("KLM")))])
    return tuple(made)
