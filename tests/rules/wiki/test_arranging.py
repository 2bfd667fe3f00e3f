"""Blocks put in, taken out, moved and taken back."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from rules.document import arranging
from rules.document.blocks import Block, keys
from rules.document.errors import Refused
from rules.document.merging import changed_keys, moved_keys
from rules.wiki import shipped
from tests.rules.text import block, blocks, chapter, example, law, sources

ONE, TWO = chapter("One", "one"), chapter("Two", "two")
A, B, C = law("a-1"), law("b-1"), law("c-1")
K, L = example("K."), example("L.")
TITLE = "### Title"


def moved(text: Sequence[str], key: str, way: arranging.Way) -> list[str]:
    return sources(arranging.moved(blocks(*text), key, way))


class TestMoving:
    def test_a_paragraph_changes_places_with_its_neighbour(self) -> None:
        assert moved([ONE, A, B], "b-1", "up") == [ONE, B, A]
        assert moved([ONE, A, B], "a-1", "down") == [ONE, B, A]

    def test_a_paragraph_takes_its_examples_along(self) -> None:
        assert moved([ONE, A, K, B, L], "b-1", "up") == [ONE, B, L, A, K]

    def test_a_paragraph_goes_past_titles_and_into_other_chapters(self) -> None:
        assert moved([ONE, A, TITLE, B], "b-1", "up") == [ONE, A, B, TITLE]
        assert moved([ONE, A, TWO, B], "b-1", "up") == [ONE, A, B, TWO]

    def test_an_example_goes_by_itself(self) -> None:
        assert moved([ONE, A, K, B], "a-1~1", "down") == [ONE, A, B, K]

    def test_a_chapter_goes_with_all_that_stands_in_it(self) -> None:
        assert moved([ONE, A, TWO, B, K], "two", "up") == [TWO, B, K, ONE, A]

    @pytest.mark.parametrize(("key", "way"), [("a-1", "up"), ("one", "up"), ("b-1", "down"), ("two", "down")])
    def test_nothing_goes_over_the_edge_or_into_the_introduction(self, key: str, way: arranging.Way) -> None:
        text = ["Hello.", ONE, A, TWO, B]
        with pytest.raises(Refused):
            moved(text, key, way)


class TestPuttingInAndTakingOut:
    def test_a_new_block_comes_below_the_examples_of_the_one_above(self) -> None:
        assert sources(arranging.put_below(blocks(ONE, A, K, B), "a-1", block(C))) == [ONE, A, K, C, B]

    def test_an_example_comes_below_the_one_named(self) -> None:
        assert sources(arranging.put_below(blocks(ONE, A, K, B), "a-1~1", block(L))) == [ONE, A, K, L, B]

    def test_a_chapter_that_is_not_empty_stays(self) -> None:
        with pytest.raises(Refused, match="remove or move"):
            arranging.taken_out(blocks(ONE, A), "one")
        assert sources(arranging.taken_out(blocks(ONE, A, TWO), "two")) == [ONE, A]


class TestTakingBack:
    def test_words_come_back_where_the_block_stands_now(self) -> None:
        base, now = blocks(ONE, A, B, C), blocks(ONE, B, law("a-1", "Other."), C)
        assert sources(arranging.restored(base, now, "c-1")) == sources(now)
        assert law("a-1") in sources(arranging.restored(base, now, "a-1"))

    def test_what_was_taken_out_comes_back_to_its_place(self) -> None:
        assert sources(arranging.restored(blocks(ONE, A, K, B), blocks(ONE, B), "a-1")) == [ONE, A, B]

    def test_what_was_added_goes(self) -> None:
        assert sources(arranging.restored(blocks(ONE, A), blocks(ONE, A, B), "b-1")) == [ONE, A]

    def test_step_by_step_everything_comes_back(self) -> None:
        base, chance = shipped.files("scrapbots")[0].blocks, random.Random(4)
        for _ in range(20):
            now = scrambled(base, chance)
            for key in changed_keys(base, now):
                now = arranging.restored(base, now, key)
            while moved_now := moved_keys(base, now):
                now = arranging.restored(base, now, moved_now[0])
            assert sources(now) == sources(base)


def scrambled(text: Sequence[Block], chance: random.Random) -> tuple[Block, ...]:
    """Return *text* after some moving, adding and taking out."""
    made = tuple(text)
    for number in range(6):
        key = chance.choice(keys(made)[10:])
        ways = (
            lambda made, key: arranging.moved(made, key, chance.choice(("up", "down"))),
            lambda made, key, number=number: arranging.put_below(made, key, block(law(f"new-{number}"))),
            arranging.taken_out,
        )
        try:
            made = chance.choice(ways)(made, key)
        except Refused:
            continue
    return made
