"""The index of the catalogue: what a search asks.

`cards.catalogue.indexing` fills it; the cards themselves stay in `games.catalog`.
"""

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

# Figures that may differ from copy to copy, and the column that holds the last copy's.
LASTS = {"initiative": "initiative_last"}


def _figure() -> models.IntegerField:
    return models.IntegerField(null=True, db_index=True)


class IndexedDraft(models.Model):
    """A draft edition whose cards are in the index. *digest:* of what its rows were made from."""

    edition = models.CharField(max_length=60, unique=True)
    digest = models.CharField(max_length=128)
    indexed_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.edition


class PublishedCards(models.Manager["IndexedCard"]):
    """The cards of published editions, so that nobody comes upon a draft unawares."""

    def get_queryset(self) -> models.QuerySet["IndexedCard"]:
        return super().get_queryset().filter(draft=None)


class IndexedCard(models.Model):
    """One card of one edition of one game. Cards of drafts are in `everything` only.

    *\\*_words:* text normalised by `scrapsite.common.fulltext.words`, for the index. *\\*_rank:* its place
    when cards are sorted by that. *place:* its place in the box. *is_newest:* whether its edition is the
    newest of its game. *initiative_last:* the initiative of the last copy; where copies don't differ, it is
    the same as the first copy's. *draft:* the draft edition it is of, None if that is published.
    """

    game = models.CharField(max_length=60)
    edition = models.CharField(max_length=60, db_index=True)
    draft = models.ForeignKey(IndexedDraft, null=True, blank=True, on_delete=models.CASCADE)
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

    objects = PublishedCards()
    everything = models.Manager["IndexedCard"]()

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
