"""The answers of the process that renders; that it ends in time, test_rendering.py shows."""

from __future__ import annotations

import pytest

from rules.document import renderer


def test_a_comment_is_its_html() -> None:
    assert renderer.answer("comment", "A *law*.") == ["<p>A <em>law</em>.</p>"]


def test_a_block_is_its_kind_html_anchor_classes_title_and_section_of_the_source() -> None:
    source = 'A *law*.\n{: #a-1 .source from="Setup" }'
    kind, html, anchor, classes, title, where = renderer.answer("block", source)
    assert (kind, anchor, classes, title, where) == ("p", "a-1", ["source"], "", "Setup")
    assert "<em>law</em>" in html


def test_what_is_no_block_is_told_in_words() -> None:
    assert isinstance(renderer.answer("block", "One.\n\nTwo."), str)


def test_what_grows_too_long_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderer, "MOST_HTML", 10)
    assert "gets far too long" in renderer.answer("comment", "A *law*.")


@pytest.mark.parametrize("error", [RecursionError, MemoryError])
def test_what_nests_too_deeply_is_told_in_words(monkeypatch: pytest.MonkeyPatch, error: type) -> None:
    monkeypatch.setitem(renderer._KINDS, "comment", failing(error))
    assert renderer.answer("comment", "x") == "It is nested too deeply."


def test_what_breaks_the_renderer_is_told_in_words_and_the_mistake_goes_to_the_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(renderer._KINDS, "comment", failing(KeyError))
    assert "It can't be displayed" in renderer.answer("comment", "x")
    assert "KeyError" in capsys.readouterr().err


def failing(error: type) -> object:
    def fail(source: str) -> list[str]:
        raise error

    return fail
