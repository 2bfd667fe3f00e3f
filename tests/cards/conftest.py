"""What tests of decks share: Scrap Knights at the workbench."""

from __future__ import annotations

import pytest

from cards.catalogue.indexing import load_cards
from cards.decks.context import Bench, bench_of


@pytest.fixture
def bench() -> Bench:
    """The workbench of Scrap Knights."""
    found = bench_of("scrap-knights")
    assert found is not None
    return found


@pytest.fixture
def searched_bench(bench: Bench, db: None) -> Bench:
    """The same, with its cards in the index of the search."""
    load_cards()
    return bench
