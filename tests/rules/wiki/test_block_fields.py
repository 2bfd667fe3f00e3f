"""What people see of a block while they change it, and that it comes back from Markdown as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.document.block_fields import KINDS, BlockFields, check_fields, check_made, fields_of, kind_of
from rules.document.errors import BadText
from rules.document.provenance import UNSAID, Provenance
from rules.wiki import shipped
from tests.rules.text import block

OURS, THEIRS = Provenance("ruling"), Provenance("source", "3.5 Moves")
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
    assert words == BlockFields("law", "All *count*.\n\n- one\n- two", "", "own-1", OURS)


def test_a_list_needs_no_empty_line_above_it() -> None:
    words = BlockFields("law", "Choose:\r\n- one\r\n- two\r\n", anchor="own-1")
    assert words.source == "Choose:\n{: #own-1 }\n\n- one\n- two"
    check_fields(words)
    check_made(words, block(words.source))


def test_the_marks_say_where_a_paragraph_comes_from() -> None:
    def source(said: Provenance) -> str:
        return BlockFields("law", "So.", "", "own-1", said).source

    assert source(OURS) == "So.\n{: #own-1 .ruling }"
    assert source(THEIRS) == 'So.\n{: #own-1 .source from="3.5 Moves" }'
    assert source(UNSAID) == "So.\n{: #own-1 }"
    assert fields_of(block(source(THEIRS))).provenance == THEIRS


def test_quotation_marks_in_a_title_are_bent() -> None:
    assert BlockFields("example", "So.", 'Of "two" things').source == '!!! example "Of “two” things"\n    So.'


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (BlockFields("law", "  ", anchor="own-1"), "Enter some text"),
        (BlockFields("law", "One.\n\nTwo.", anchor="own-1"), "more than one paragraph"),
        (BlockFields("law", "## Not here", anchor="own-1"), "more than one|plain sentence"),
        (BlockFields("example", "Words.", " "), "Enter a title"),
        (BlockFields("term", "Words.", "", "term-own"), "Enter the term"),
        (BlockFields("title", "", "T" * 101), "at most 100"),
        (BlockFields("law", "Words.", "", "own-1", Provenance("hearsay")), "where it comes from"),
        (BlockFields("law", "Words.", "", "own-1", Provenance("source", 'A" .ruling x="')), "Leave .* out"),
        (BlockFields("law", "Words.", "", "own-1", Provenance("source", "W" * 151)), "at most 150"),
        (BlockFields("law", "Words.\n{: #other-1 .ruling }", anchor="own-1"), "automatically"),
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


def test_an_example_keeps_its_position_when_its_words_are_changed():
    was = block('!!! example two-turns "Example: turns"\n    It turns.')
    fields = replace(fields_of(was), text="It turns twice.")
    assert fields.position == "two-turns"
    made = block(fields.source)
    check_made(fields, made)
    assert made.source == '!!! example two-turns "Example: turns"\n    It turns twice.'
    assert kind_of(made.rendered) == "example"
