"""What tests of cards share: Scrap Knights as the title that decks are made for, and a draft of Scrapbots."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from cards.catalogue.indexing import load_cards
from cards.decks.context import DeckContext, deck_context_of
from games.drafts.models import DraftRevision
from tests.cards.drafting import draft_revision


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


@pytest.fixture
def drones(user: User) -> DraftRevision:
    """A revision by rivet that can be played; nobody else may see it."""
    return draft_revision(user)
