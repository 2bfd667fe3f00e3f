"""What a text may hold: every bad text has a clear answer, and what is allowed is never slow."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.document import text_limits
from rules.document.errors import BadText
from rules.document.text_limits import check_text
from rules.wiki import rendering, shipped
from rules.wiki.rendering import render_blocks, render_comment
from tests.naughty import sections
from tests.rules.bad_texts import BAD, SLOWEST


def refusal(render: Callable[[], object]) -> BadText | None:
    """Return how *render* was refused; None when it was not."""
    try:
        render()
    except BadText as error:
        return error
    return None


def code_of(render: Callable[[], object]) -> str:
    error = refusal(render)
    return error.code if error else ""


@pytest.mark.parametrize("name", BAD)
def test_a_bad_text_as_a_comment_gets_its_answer(name: str) -> None:
    text, code = BAD[name]
    error = refusal(lambda: render_comment(text))
    assert (error.code if error else "") == code
    assert error is None or error.reason.endswith(".")


@pytest.mark.parametrize("name", BAD)
def test_a_bad_text_in_a_rulebook_gets_an_answer_and_is_pointed_at(name: str) -> None:
    text, code = BAD[name]
    error = refusal(lambda: render_blocks(["Fine.", text]))
    assert (error.code if error else "") in (code, "text/no-paragraph")
    assert error is None or error.block == 1


class TestTheLimits:
    @pytest.mark.parametrize(
        "most, text",
        [
            (text_limits.MOST_LINES, "x\n"),
            (text_limits.MOST_BRACKETS, "[x] "),
            (text_limits.MOST_BARS, "|x "),
            (text_limits.MOST_BACKTICKS, "`x "),
            (text_limits.MOST_MARKS, "x* "),
        ],
    )
    def test_are_as_they_say(self, most: int, text: str) -> None:
        check_text((text * most).rstrip())
        with pytest.raises(BadText, match=f"at most {most:,}"):
            check_text((text * (most + 1)).rstrip() + " x")

    @pytest.mark.parametrize("opening", [">", "- ", "1. ", "    ", "[", "> - "])
    def test_of_nesting_are_far_from_what_anybody_writes(self, opening: str) -> None:
        check_text(opening * 10 + "x")
        with pytest.raises(BadText, match="at most 20 deep"):
            check_text(opening * 21 + "x")

    @pytest.mark.parametrize("edition", ["3.4", "3.6", "3.6-2020-07"])
    def test_let_the_shipped_books_pass(self, edition: str) -> None:
        file = next(file for file in shipped.files("scrapbots") if file.book.edition == edition)
        for block in file.blocks:
            check_text(block.source)

    @pytest.mark.parametrize(
        "text",
        [
            "- [ ] **One** *two* `three`, see [[rule:attack-1]] (or [here](https://example.org/a_b_c)).",
            "| Card | Scrap |\n|:-----|------:|\n| [[card:scout]] | 2 |",
            "----------------------------------------\n\nBelow the line.",
            "No\u00a0break, soft\u00adhyphen, zero\u200bwidth, half\u2009space.",
        ],
    )
    def test_let_ordinary_texts_pass(self, text: str) -> None:
        check_text(text)

    def test_say_where(self) -> None:
        with pytest.raises(BadText) as raised:
            check_text("", 7)
        assert raised.value.block == 7

    def test_name_the_character(self) -> None:
        with pytest.raises(BadText, match=r"\(U\+202E\)"):
            check_text("x\u202ex")


class TestWhatIsAllowedIsFast:
    """No asserts on time: the limit on processor time stops the renderer, as on a site."""

    @pytest.fixture(autouse=True)
    def _no_hurry(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Allow more time on a busy machine."""
        monkeypatch.setattr(rendering, "SECONDS", 20)

    @pytest.mark.parametrize("name", SLOWEST)
    def test_as_a_comment(self, name: str) -> None:
        assert code_of(lambda: render_comment(SLOWEST[name])) in ("", "text/empty")

    @pytest.mark.parametrize("name", SLOWEST)
    @pytest.mark.soak(seconds=0.05, one_in=5)
    def test_in_a_rulebook(self, name: str) -> None:
        assert code_of(lambda: render_blocks([SLOWEST[name]])) in ("", "text/no-paragraph")


@given(st.one_of(st.text(max_size=300), st.text("[](){}*_`~#>-+|:!<>&;\\'\"= \n\tax1.", max_size=300)))
def test_looking_at_a_text_has_one_of_two_ends(text: str) -> None:
    assert code_of(lambda: check_text(text)).startswith(("text/", ""))


def test_every_naughty_string_is_taken_or_refused() -> None:
    codes = {
        code_of(partial(render_comment, string)) for strings in sections().values() for string in strings
    }
    assert codes <= {"", "text/control", "text/empty"}
