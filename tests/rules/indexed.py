"""The index of citations as it is for the sources of this moment, and as it would be without the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache

import pytest

from rules.reading import coverage as covering
from rules.reading.indexing import index as indexing
from rules.wiki import citations as citing
from rules.wiki import program
from rules.wiki.citations import Index


@cache
def fresh_index(game: str) -> Index:
    """Return what the sources of the game cite now, whatever was stored when."""
    return Index.parse(indexing.index(game))


@contextmanager
def index_without_tests_for(*anchors: str) -> Iterator[None]:
    """Make the index lack tests for these paragraphs, or for all if none is named."""

    def without_tests(game: str) -> Index:
        found = fresh_index(game)
        cited = {
            anchor: replace(one, tests=()) if not anchors or anchor in anchors else one
            for anchor, one in found.cited.items()
        }
        return replace(found, cited=cited)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(citing, "index_of", without_tests)
        forget()
        yield
    forget()


def forget() -> None:
    """Clear the caches of the index, so that it is read again."""
    citing.citations.cache_clear()
    citing.enforced.cache_clear()
    covering._coverage.cache_clear()
    program.forget()
