"""The index of the catalogue: what a search asks. Filled by `cards.catalogue.indexing`; the cards themselves
stay in `games.catalog`. And the decks that people keep.
"""

from django.conf import settings
from django.db import models

FIGURES = (
    "cost",
    "energy",
    "health",
    "heat",
    "range",
    "priority",
    "initiative",
    "charge",
    "value",
)


# Figures of which each copy may have its own: the column of the last copy's.
LASTS = {"initiative": "initiative_last"}


def _figure() -> models.IntegerField:
    return models.IntegerField(null=True, db_index=True)


class IndexedCard(models.Model):
    """One card of one edition of one game.

    *\\*_words:* normalised by `scrapsite.common.fulltext.words`, for the index. *\\*_rank:* places in an
    order. *place:* in the box. *is_newest:* whether the edition is the newest of its game.
    *initiative_last:* of the last copy; where copies don't differ, the same as the first's.
    """

    game = models.CharField(max_length=60)
    edition = models.CharField(max_length=60, db_index=True)
    slug = models.CharField(max_length=100)
    name = models.CharField(max_length=200)
    type = models.CharField(max_length=100, db_index=True)
    sub = models.CharField(max_length=100, db_index=True)
    text = models.TextField()
    name_words = models.TextField()
    kind_words = models.TextField()
    text_words = models.TextField()
    flips = models.BooleanField()
    is_newest = models.BooleanField()

    qty = models.IntegerField(db_index=True)
    cost = _figure()
    energy = _figure()
    health = _figure()
    heat = _figure()
    range = _figure()
    priority = _figure()
    initiative = _figure()
    initiative_last = _figure()
    charge = _figure()
    value = _figure()

    game_rank = models.IntegerField()
    edition_rank = models.IntegerField()
    place = models.IntegerField()
    name_rank = models.IntegerField()
    type_rank = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "edition", "slug"], name="cards_one_row_a_card")
        ]
        indexes = [models.Index(fields=["game_rank", "edition_rank", "place"], name="cards_box_order")]


class CardFacet(models.Model):
    """A word for what a card does: `splash`, `draw`."""

    card = models.ForeignKey(IndexedCard, on_delete=models.CASCADE)
    word = models.CharField(max_length=60)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["word", "card"], name="cards_one_row_a_facet")]


class IndexState(models.Model):
    """What the index was made from. One row, with key 1."""

    digest = models.CharField(max_length=128)
    loaded_at = models.DateTimeField()


class SavedDeck(models.Model):
    """A deck that somebody keeps, finished or not. Only its owner gets to see it.

    *game:* slug of the title. *lists:* slugs of cards by the key of their slot, as in `games.engine.decks`.
    *deleted_at:* when it was thrown away; the last one thrown away can be fetched back.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_decks")
    game = models.CharField(max_length=60)
    name = models.CharField(max_length=60)
    lists = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-changed_at", "-pk"]
        indexes = [models.Index(fields=["user", "game", "-changed_at"], name="cards_decks_of_a_user")]

    def __str__(self) -> str:
        return self.name
