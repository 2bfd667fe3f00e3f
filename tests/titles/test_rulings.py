"""Every paragraph of every rulebook is settled by a named test."""

from pathlib import Path

import pytest

from games import catalog
from rules.reading.indexing.sources import named_by_tests
from rules.wiki.shipped import anchors, book

# What the system does for every title is tested with the match service, not with the engine.
OF_THE_SYSTEM = {"turn-4", "end-4", "fair-1", "fair-2"}

EDITIONS = pytest.mark.parametrize(
    "slug, edition", [(title.slug, edition) for title in catalog.titles() for edition in title.editions]
)


def settled(slug: str) -> set[str]:
    """Return the anchors that `@ruling` names anywhere in the folder of the title's tests."""
    folder = Path(__file__).parent / slug.replace("-", "_")
    marks = named_by_tests(sorted(folder.glob("test_*.py")), folder, slug)
    return {mark.anchor for mark in marks if mark.sure}


@EDITIONS
def test_no_paragraph_of_law_is_forgotten(slug: str, edition: str):
    law = {paragraph.anchor for paragraph in book(slug, edition).paragraphs if not paragraph.term}
    assert law - settled(slug) - OF_THE_SYSTEM == set()


@EDITIONS
def test_every_ruling_named_in_the_tests_exists(slug: str, edition: str):
    assert settled(slug) - anchors(slug, edition) == set()
