"""What people see of a block while they change it, and that it comes back from Markdown as it was."""

from __future__ import annotations

import pytest

from rules.document.block_fields import KINDS, BlockFields, check_fields, check_made, fields_of
from rules.document.errors import BadText
from rules.wiki import shipped
from tests.rules.text import block

EVERY_BLOCK = [found for file in shipped.files("scrapbots") for found in file.blocks]


def made(words: BlockFields) -> None:
    """Take *words* in, as the actions do."""
    check_fields(words)
    check_made(words, block(words.source))


def test_every_shipped_block_comes_back_as_it_was() -> None:
    for found in EVERY_BLOCK:
        words = fields_of(found)
        assert words.source == found.source
        check_fields(words)
        check_made(words, found)


def test_every_kind_is_among_them() -> None:
    assert {fields_of(found).kind for found in EVERY_BLOCK} == set(KINDS)


def test_a_paragraph_is_shown_without_its_marks() -> None:
    words = fields_of(block("All *count*.\n{: #own-1 .ruling }\n\n- one\n- two"))
    assert words == BlockFields("law", "All *count*.\n\n- one\n- two", "", "own-1", True)


def test_a_list_needs_no_empty_line_above_it() -> None:
    words = BlockFields("law", "Choose:\r\n- one\r\n- two\r\n", anchor="own-1")
    assert words.source == "Choose:\n{: #own-1 }\n\n- one\n- two"
    check_fields(words)
    check_made(words, block(words.source))


def test_the_ruling_mark_goes_on_and_off() -> None:
    assert BlockFields("law", "So.", "", "own-1", True).source == "So.\n{: #own-1 .ruling }"
    assert BlockFields("law", "So.", "", "own-1", False).source == "So.\n{: #own-1 }"


def test_quotation_marks_in_a_title_are_bent() -> None:
    assert BlockFields("example", "So.", 'Of "two" things').source == '!!! example "Of “two” things"\n    So.'


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (BlockFields("law", "  ", anchor="own-1"), "no words"),
        (BlockFields("law", "One.\n\nTwo.", anchor="own-1"), "more than one paragraph"),
        (BlockFields("law", "## Not here", anchor="own-1"), "more than one|plain sentence"),
        (BlockFields("example", "Words.", " "), "needs a title"),
        (BlockFields("term", "Words.", "", "term-own"), "Which word"),
        (BlockFields("title", "", "T" * 101), "at most 100"),
        (BlockFields("law", "Words.\n{: #other-1 .ruling }", anchor="own-1"), "by itself"),
    ],
)
def test_what_is_missing_or_too_much_is_refused(words: BlockFields, said: str) -> None:
    with pytest.raises(BadText, match=said):
        made(words)


@pytest.mark.parametrize("text", ["- only a list", "!!! example\n    Words.", "Word\n:   Meaning."])
def test_a_paragraph_that_would_be_something_else_is_refused(text: str) -> None:
    words = BlockFields("law", text, anchor="own-1")
    with pytest.raises((BadText, ValueError)):
        made(words)
