"""What people see of a piece while they change it, and that it comes back from Markdown as it was."""

from __future__ import annotations

import pytest

from rules.document import block_text as wording
from rules.document.block_text import Wording, check_made, check_wording, wording_of
from rules.document.errors import BadText
from rules.wiki import shipped
from tests.rules.text import piece

EVERY_PIECE = [found for file in shipped.files("scrapbots") for found in file.pieces]


def made(words: Wording) -> None:
    """Take *words* in, as the actions do."""
    check_wording(words)
    check_made(words, piece(words.source))


def test_every_shipped_piece_comes_back_as_it_was() -> None:
    for found in EVERY_PIECE:
        words = wording_of(found)
        assert words.source == found.source
        check_wording(words)
        check_made(words, found)


def test_every_kind_is_among_them() -> None:
    assert {wording_of(found).kind for found in EVERY_PIECE} == set(wording.KINDS)


def test_a_paragraph_is_shown_without_its_marks() -> None:
    words = wording_of(piece("All *count*.\n{: #own-1 .ruling }\n\n- one\n- two"))
    assert words == Wording("law", "All *count*.\n\n- one\n- two", "", "own-1", True)


def test_a_list_needs_no_empty_line_above_it() -> None:
    words = Wording("law", "Choose:\r\n- one\r\n- two\r\n", anchor="own-1")
    assert words.source == "Choose:\n{: #own-1 }\n\n- one\n- two"
    check_wording(words)
    check_made(words, piece(words.source))


def test_the_ruling_mark_goes_on_and_off() -> None:
    assert Wording("law", "So.", "", "own-1", True).source == "So.\n{: #own-1 .ruling }"
    assert Wording("law", "So.", "", "own-1", False).source == "So.\n{: #own-1 }"


def test_quotation_marks_in_a_title_are_bent() -> None:
    assert Wording("example", "So.", 'Of "two" things').source == '!!! example "Of “two” things"\n    So.'


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (Wording("law", "  ", anchor="own-1"), "no words"),
        (Wording("law", "One.\n\nTwo.", anchor="own-1"), "more than one paragraph"),
        (Wording("law", "## Not here", anchor="own-1"), "more than one|plain sentence"),
        (Wording("example", "Words.", " "), "needs a title"),
        (Wording("term", "Words.", "", "term-own"), "Which word"),
        (Wording("title", "", "T" * 101), "at most 100"),
        (Wording("law", "Words.\n{: #other-1 .ruling }", anchor="own-1"), "by itself"),
    ],
)
def test_what_is_missing_or_too_much_is_refused(words: Wording, said: str) -> None:
    with pytest.raises(BadText, match=said):
        made(words)


@pytest.mark.parametrize("text", ["- only a list", "!!! example\n    Words.", "Word\n:   Meaning."])
def test_a_paragraph_that_would_be_something_else_is_refused(text: str) -> None:
    words = Wording("law", text, anchor="own-1")
    with pytest.raises((BadText, ValueError)):
        made(words)
