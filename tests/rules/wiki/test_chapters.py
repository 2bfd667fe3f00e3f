"""A rulebook as plain words, for programs that show no more."""

from __future__ import annotations

import pytest

from rules.wiki.queries.chapters import chapters_of
from rules.wiki.stored_books import stored_book
from scrapsite.common.links import rule_chapters

pytestmark = pytest.mark.django_db


def test_the_chapters_hold_every_paragraph_with_its_number() -> None:
    book = stored_book("scrapyard", "1.0")
    chapters = dict(chapters_of("scrapyard", "1.0"))
    assert len(chapters) == len(book.sections) + 1
    words = "\n".join(chapters.values())
    for paragraph in (*book.paragraphs, *book.terms):
        assert f"{paragraph.label}  {paragraph.text}" in words
    assert book.head.licence in chapters["About these rules"]
    assert "<" not in words


def test_there_are_none_without_a_rulebook() -> None:
    assert chapters_of("scrapyard", "9.9") == ()


def test_other_apps_get_them_without_knowing_the_rulebooks() -> None:
    assert rule_chapters("scrapyard", "1.0") == chapters_of("scrapyard", "1.0")
