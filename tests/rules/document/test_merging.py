"""Merging two changed texts: which side wins, and what people have to decide.

Both sides start from the text `base`; `ours` gets what `theirs` changed.
"""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from rules.document.blocks import Block
from rules.document.merging import Merge, merge
from tests.rules.text import blocks, books, chapter, example, law, sources

A, B, C, D = (law(f"a-{number}") for number in range(4))
A2, A3 = law("a-0", "Other words."), law("a-0", "Third words.")
B2 = law("a-1", "Other words.")
X, Y = law("x-1"), law("y-1")
K, L, M = example("K."), example("L."), example("M.")
# Three texts at once take long to make.
fewer = settings(max_examples=40)


def merged(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> Merge:
    return merge(blocks(*base), blocks(*ours), blocks(*theirs))


def result(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """Return the Markdown of a merge that leaves nothing to decide."""
    found = merged(base, ours, theirs)
    assert found.is_clean
    return sources(found.blocks)


class TestOneSideChanged:
    def test_their_words_are_taken(self) -> None:
        assert result([A, B], [A, B], [A2, B]) == [A2, B]

    def test_our_words_stay(self) -> None:
        assert result([A, B], [A2, B], [A, B]) == [A2, B]

    def test_what_one_took_out_is_out(self) -> None:
        assert result([A, B], [A], [A, B]) == [A]
        assert result([A, B], [A, B], [A]) == [A]

    def test_what_one_added_is_in_where_they_put_it(self) -> None:
        assert result([A, B], [A, X, B], [A, B]) == [A, X, B]
        assert result([A, B], [A, B], [X, A, B]) == [X, A, B]

    def test_what_one_moved_is_moved(self) -> None:
        assert result([A, B, C], [C, A, B], [A, B, C]) == [C, A, B]
        assert result([A, B, C], [A, B, C], [A, C, B]) == [A, C, B]


class TestBothChangedDifferentThings:
    def test_both_changes_hold(self) -> None:
        assert result([A, B], [A2, B], [A, B2]) == [A2, B2]

    def test_one_rewords_what_the_other_marks(self) -> None:
        was, reworded = "Say so.\n{: #a-0 }", "Say it.\n{: #a-0 }"
        marked = 'Say so.\n{: #a-0 .source from="Setup" }'
        both = 'Say it.\n{: #a-0 .source from="Setup" }'
        assert result([was], [reworded], [marked]) == [both]
        assert result([was], [marked], [reworded]) == [both]
        (made,) = merged([was], [reworded], [marked]).blocks
        assert (made.rendered.classes, made.rendered.where) == ({"source"}, "Setup")
        assert made.rendered.text == "Say it."

    def test_one_moves_what_the_other_rewords(self) -> None:
        assert result([A, B, C], [C, A, B], [A2, B, C]) == [C, A2, B]

    def test_one_moves_and_the_other_adds(self) -> None:
        assert result([A, B, C], [C, A, B], [A, X, B, C]) == [C, A, X, B]
        assert result([A, B, C], [A, X, B, C], [C, A, B]) == [C, A, X, B]

    def test_one_adds_below_what_the_other_took_out(self) -> None:
        assert result([A, B, C], [A, C], [A, B, X, C]) == [A, X, C]

    def test_both_add_at_the_same_place(self) -> None:
        """Ours comes first."""
        assert result([A, B], [A, X, B], [A, Y, B]) == [A, X, Y, B]
        assert result([A, B], [A, Y, B], [A, X, B]) == [A, Y, X, B]

    def test_both_move_different_blocks(self) -> None:
        assert result([A, B, C, D, X], [B, A, C, D, X], [A, B, C, X, D]) == [B, A, C, X, D]


class TestBothDidTheSame:
    def test_the_same_words(self) -> None:
        assert result([A, B], [A2, B], [A2, B]) == [A2, B]

    def test_the_same_addition(self) -> None:
        assert result([A], [A, X], [A, X]) == [A, X]

    def test_the_same_example_added(self) -> None:
        assert result([A], [A, K], [A, K]) == [A, K]

    def test_the_same_block_taken_out(self) -> None:
        assert result([A, B], [A], [A]) == [A]

    def test_the_same_move(self) -> None:
        assert result([A, B, C], [C, A, B], [C, A, B]) == [C, A, B]


class TestConflicts:
    def test_both_reworded_one_block(self) -> None:
        found = merged([A, B], [A2, B], [A3, B])
        (conflict,) = found.conflicts
        assert (conflict.key, conflict.base, conflict.ours, conflict.theirs) == ("a-0", *blocks(A, A2, A3))
        assert sources(found.blocks) == [A2, B]
        assert not found.is_clean

    def test_one_took_out_what_the_other_reworded(self) -> None:
        (conflict,) = merged([A, B], [B], [A2, B]).conflicts
        assert (conflict.ours, conflict.theirs) == (None, *blocks(A2))
        (conflict,) = merged([A, B], [A2, B], [B]).conflicts
        assert (conflict.ours, conflict.theirs) == (*blocks(A2), None)

    def test_both_added_different_words_under_one_anchor(self) -> None:
        (conflict,) = merged([A], [A, X], [A, law("x-1", "Other.")]).conflicts
        assert (conflict.key, conflict.base) == ("x-1", None)

    def test_both_moved_one_block_differently(self) -> None:
        found = merged([A, B, C], [C, A, B], [A, C, B])
        assert found.order_conflict
        assert not found.conflicts
        assert sources(found.blocks) == [C, A, B]


class TestExamplesHaveNoAnchorAndAreKnownByTheirWords:
    def test_one_put_above_another_leaves_the_other_what_it_is(self) -> None:
        assert result([A, L], [A, K, L], [A, M]) == [A, K, M]

    def test_one_taken_out_above_another_takes_no_other_along(self) -> None:
        found = merged([A, K, L], [A, M, L], [A, L])
        (conflict,) = found.conflicts
        assert (conflict.base, conflict.ours, conflict.theirs) == (*blocks(K, M), None)
        assert sources(found.blocks) == [A, M, L]

    def test_one_that_went_to_another_law_goes_there(self) -> None:
        assert result([A, K, B], [A, B, K], [A2, K, B]) == [A2, B, K]

    def test_titles_too(self) -> None:
        one, two = "### One", "### Two"
        assert result([chapter(), A], [chapter(), one, A], [chapter(), two, A]) == [chapter(), one, two, A]

    def test_the_same_example_twice_is_two(self) -> None:
        assert result([A, K, B, K], [A2, K, B, K], [A, K, B, K, C]) == [A2, K, B, K, C]


@given(books(), books())
@pytest.mark.soak(seconds=2)
def test_a_side_that_changed_nothing_gives_way(base: Sequence[Block], other: Sequence[Block]) -> None:
    assert sources(merge(base, base, other).blocks) == sources(other)
    assert sources(merge(base, other, base).blocks) == sources(other)
    assert merge(base, base, other).is_clean
    assert merge(base, other, base).is_clean


@given(books(), books())
@pytest.mark.soak(seconds=1.5)
def test_two_that_did_the_same_agree(base: Sequence[Block], other: Sequence[Block]) -> None:
    found = merge(base, other, other)
    assert found.is_clean
    assert sources(found.blocks) == sources(other)


@pytest.mark.soak(seconds=1)
@fewer
@given(books(), books(), books())
def test_whoever_is_asked_first_the_same_blocks_are_in(
    base: Sequence[Block], one: Sequence[Block], other: Sequence[Block]
) -> None:
    """Only the order of what both added at one place, or what examples stand at, may differ."""
    found, mirrored = merge(base, one, other), merge(base, other, one)
    assert found.is_clean == mirrored.is_clean
    if found.is_clean:
        assert Counter(sources(found.blocks)) == Counter(sources(mirrored.blocks))


@fewer
@given(books(), books(), books())
def test_no_block_is_lost_without_a_word(
    base: Sequence[Block], ours: Sequence[Block], theirs: Sequence[Block]
) -> None:
    """What a side wrote is in the text or in a conflict, unless the other side changed it on purpose.

    A text is given up only when it is the base's and the other side has one less of it.
    """
    found = merge(base, ours, theirs)
    told = [conflict.theirs for conflict in found.conflicts if conflict.theirs is not None]
    there = Counter(sources(found.blocks)) + Counter(sources(told))
    was = Counter(sources(base))
    for side, other in ((ours, theirs), (theirs, ours)):
        wrote, others = Counter(sources(side)), Counter(sources(other))
        given_up = {source: max(0, was[source] - others[source]) for source in wrote}
        lost = {source for source in wrote if there[source] < wrote[source] - given_up[source]}
        assert not lost


@fewer
@given(books(), books(), books())
@pytest.mark.soak(seconds=1)
def test_nothing_comes_from_nowhere_and_nothing_comes_twice(
    base: Sequence[Block], ours: Sequence[Block], theirs: Sequence[Block]
) -> None:
    found = merge(base, ours, theirs)
    anchors = [block.anchor for block in found.blocks if block.anchor]
    assert len(anchors) == len(set(anchors))
    assert set(sources(found.blocks)) <= {*sources(ours), *sources(theirs)}


@given(books(), books())
@pytest.mark.soak(seconds=2)
def test_what_stood_together_in_ours_stands_so_when_they_only_reworded(
    base: Sequence[Block], ours: Sequence[Block]
) -> None:
    theirs = [blocks(law(block.anchor, "Their words."))[0] if block.anchor else block for block in base]
    found = merge(base, ours, theirs)
    assert [block.anchor or block.source for block in found.blocks] == [
        block.anchor or block.source for block in ours
    ]
