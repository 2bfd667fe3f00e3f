"""Reading requests: what counts as a whole number, and when htmx asks for a part of a page."""

import pytest
from django.test import RequestFactory

from scrapsite.common.requests import is_fragment, tidy_words, whole_number


@pytest.mark.parametrize("text", ["", " 1", "-1", "1.0", "1e3", "٣", "²", "1" * 5000, "1000000", "0000001"])
def test_what_is_no_plain_number_in_bounds_is_none(text):
    assert whole_number(text) is None


def test_bounds_are_part_of_the_range():
    assert [whole_number(text, low=2, high=12) for text in ("1", "2", "12", "13")] == [None, 2, 12, None]


def test_htmx_gets_the_whole_page_when_it_restores_its_history():
    asked, restored = {"HX-Request": "true"}, {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    answers = [is_fragment(RequestFactory().get("/", headers=headers)) for headers in ({}, asked, restored)]
    assert answers == [False, True, False]


@pytest.mark.parametrize(
    "text", ["\u3164", "\u115f\n\u1160 \uffa0", "\u200d", "\u2800\u2800", "\ufe0f\u034f"]
)
def test_words_that_nobody_can_see_are_none(text):
    assert tidy_words(text) == ""


def test_fillers_are_dropped_and_what_shapes_a_letter_stays():
    assert tidy_words("Rivet\u3164 \uffa0and\u115f Cog\u1160") == "Rivet and Cog"
    assert tidy_words("❤\ufe0f ⠓\u2800⠊ می\u200cخواهم") == "❤\ufe0f ⠓\u2800⠊ می\u200cخواهم"
