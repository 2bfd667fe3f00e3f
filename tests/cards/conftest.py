"""What tests of decks share: Scrap Knights at the workbench."""

from __future__ import annotations

import pytest

from cards.decks.bench import Bench, bench_of
from cards.indexing import load_cards
from tests.cards.mechs import put_on_shelf


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    """The workbench of Scrap Knights."""
    put_on_shelf(monkeypatch)
    found = bench_of("scrap-knights")
    assert found is not None
    return found


@pytest.fixture
def searched_bench(bench: Bench, db: None) -> Bench:
    """The same, with its cards in the index of the search."""
    load_cards()
    return bench
