"""Text and blocks are two forms of one thing: joined and split again, nothing is different."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.document.blocks import join, keys, split
from rules.wiki import shipped
from tests.rules.text import blocks, chapter, example, law

LINES = st.sampled_from(
    [
        *("", "", "Plain words.", "{: #a-1 }", "{: #a-1 .ruling }", "Law. {: #b-2 }", "## Title {: #c }"),
        *(
            "### Smaller",
            "# ",
            "#",
            "####### seven",
            "- item",
            "* item",
            "+ item",
            "1. item",
            "-",
            "12. twelve",
        ),
        *(
            "|a|b|",
            "|-|-|",
            "    indented",
            "\tindented",
            "  two spaces",
            "    ## deep",
            "!!! example",
            "!!!",
        ),
        *("Term {: #term-a }", ":   Explained.", ": ", "> quoted", "trailing  ", "   ", "***", "===", "a\rb"),
    ]
)
TEXTS = st.one_of(
    st.lists(LINES, max_size=30).map("\n".join),
    st.text(max_size=200),
    st.text("#-*{:}ab1. \n\t|", max_size=200),
)


@pytest.mark.parametrize("edition", ["3.4", "3.6", "3.6-2020-07"])
class TestTheShippedBooks:
    def test_split_joined_and_split_again(self, edition: str) -> None:
        sources = [block.source for block in self.blocks(edition)]
        assert list(split(join(sources))) == sources

    def test_no_word_is_lost(self, edition: str) -> None:
        path = shipped.TEXT / "scrapbots" / f"{edition}.md"
        body = path.read_text("utf-8").split("---\n", 2)[2]
        assert join(split(body)).split() == body.split()

    def test_every_block_has_a_name_of_its_own(self, edition: str) -> None:
        found = keys(self.blocks(edition))
        assert len(set(found)) == len(found)

    def test_every_law_and_term_goes_by_its_anchor(self, edition: str) -> None:
        names = set(keys(self.blocks(edition)))
        assert shipped.anchors("scrapbots", edition) <= names

    def blocks(self, edition: str):
        return next(file for file in shipped.files("scrapbots") if file.book.edition == edition).blocks


@given(TEXTS)
def test_what_was_split_stays_split_so(text: str) -> None:
    sources = split(text)
    assert split(join(sources)) == sources


@given(TEXTS)
def test_splitting_loses_nothing_but_empty_space(text: str) -> None:
    assert join(split(text)).split() == text.split()


@pytest.mark.parametrize("text", ["", "\n", "  \n\n\t\n"])
def test_a_text_without_words_has_no_blocks(text: str) -> None:
    assert split(text) == ()


def test_lines_end_as_they_may() -> None:
    assert split("One.\r\n\r\nTwo.\r\rThree.\n\nFour.") == ("One.", "Two.", "Three.", "Four.")


class TestWhatBelongsTogether:
    def test_a_list_belongs_to_the_law_above_it(self) -> None:
        text = f"{law('a-1')}\n\n- one\n- two"
        assert split(text) == (text,)

    def test_so_does_a_table_and_what_comes_after_a_list(self) -> None:
        text = f"{law('a-1')}\n\n- one\n\n|a|b|\n|-|-|\n|c|d|"
        assert split(text) == (text,)

    def test_a_list_with_an_anchor_is_a_law_itself(self) -> None:
        assert len(split(f"{law('a-1')}\n\n- one\n{{: #a-2 }}")) == 2

    def test_an_example_goes_on_as_long_as_it_is_indented(self) -> None:
        text = "!!! example\n    One.\n\n    Two."
        assert split(f"{text}\n\nThree.") == (text, "Three.")

    def test_a_title_needs_no_empty_line_around_it(self) -> None:
        assert split("One.\n## Two\nThree.") == ("One.", "## Two", "Three.")

    def test_a_list_below_a_title_is_no_part_of_it(self) -> None:
        assert split("## Two\n\n- three") == ("## Two", "- three")

    def test_a_list_below_a_paragraph_without_an_anchor_stands_alone(self) -> None:
        assert split("One:\n\n- two") == ("One:", "- two")


class TestNames:
    def test_a_title_goes_by_what_it_stands_above_and_an_example_by_what_it_stands_below(self) -> None:
        found = blocks(chapter(), "### Phases", law("a-1"), example("One."), example("Two."), law("a-2"))
        assert keys(found) == ("turns", "a-1^1", "a-1", "a-1~1", "a-1~2", "a-2")

    def test_titles_that_stand_together_are_counted(self) -> None:
        assert keys(blocks("### One", "### Two", law("a-1"))) == ("a-1^1", "a-1^2", "a-1")

    def test_a_title_at_the_very_end_goes_by_what_it_stands_below(self) -> None:
        assert keys(blocks(law("a-1"), example("One."), "### End")) == ("a-1", "a-1~1", "a-1~2")

    def test_the_introduction_has_names_too(self) -> None:
        assert keys(blocks("Welcome.", "Come in.")) == ("~1", "~2")

    def test_a_new_wording_leaves_the_name(self) -> None:
        assert keys(blocks(law("a-1", "New words."))) == keys(blocks(law("a-1")))


def test_the_same_markdown_has_the_same_digest() -> None:
    one, other, third = blocks(law("a-1"), law("a-1"), law("a-1", "New words."))
    assert one.digest == other.digest != third.digest
