"""The models of the app, each defined in its room."""

from cards.catalogue.models import FIGURES, LASTS, CardFacet, IndexedCard, IndexedDraft, IndexState
from cards.decks.models import SavedDeck
from cards.decks.public.models import DeckLike, DeckPlays, DeckReport, PublicDeck

__all__ = [
    "FIGURES",
    "LASTS",
    "CardFacet",
    "DeckLike",
    "DeckPlays",
    "DeckReport",
    "IndexState",
    "IndexedCard",
    "IndexedDraft",
    "PublicDeck",
    "SavedDeck",
]
