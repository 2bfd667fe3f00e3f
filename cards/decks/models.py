"""The decks that people keep."""

from django.conf import settings
from django.db import models


class SavedDeck(models.Model):
    """A deck that somebody keeps, finished or not. Only its owner can see it.

    *game:* the slug of the title. *lists:* slugs of cards by the key of their slot, as in
    `games.engine.decks`. *deleted_at:* when its owner deleted it; the deck deleted last can be restored.
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
