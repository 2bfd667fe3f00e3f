"""The models of the app, each defined in its room."""

from cards.catalogue.models import FIGURES, LASTS, CardFacet, IndexedCard, IndexState
from cards.decks.models import SavedDeck

__all__ = ["FIGURES", "LASTS", "CardFacet", "IndexState", "IndexedCard", "SavedDeck"]
