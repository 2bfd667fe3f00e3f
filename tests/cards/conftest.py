"""What tests of decks share: Scrap Knights as the title that decks are made for."""

from __future__ import annotations

import pytest

from cards.catalogue.indexing import load_cards
from cards.decks.context import DeckContext, deck_context_of


@pytest.fixture
def context() -> DeckContext:
    """The deck context of Scrap Knights."""
    found = deck_context_of("scrap-knights")
    assert found is not None
    return found


@pytest.fixture
def searched_context(context: DeckContext, db: None) -> DeckContext:
    """The same, with its cards in the index of the search."""
    load_cards()
    return context
