"""Decks that people have published, what others think of them, and how they fared."""

from django.conf import settings
from django.db import models


class PublicDeck(models.Model):
    """A deck that its owner shows to everybody; what they change in their saved deck doesn't change it.

    *game*, *edition:* slugs. *lists:* as in `SavedDeck`. *fingerprint:* the same for the same cards
    (`figures.fingerprint`). *description:* plain text. *hidden_at:* when a moderator hid it.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="public_decks")
    game = models.CharField(max_length=60)
    edition = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    lists = models.JSONField()
    fingerprint = models.CharField(max_length=24)
    description = models.TextField(max_length=2000, blank=True, default="")
    published_at = models.DateTimeField(auto_now_add=True)
    hidden_at = models.DateTimeField(null=True)
    hidden_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-published_at", "-pk"]
        indexes = [models.Index(fields=["game", "-published_at"], name="cards_public_decks_of_a_game")]
        constraints = [
            models.UniqueConstraint(fields=["owner", "fingerprint"], name="cards_deck_published_once")
        ]
        permissions = [("moderate_decks", "Can read reports of public decks, hide decks and settle reports")]

    def __str__(self) -> str:
        return self.name


class DeckLike(models.Model):
    """Somebody likes a public deck."""

    deck = models.ForeignKey(PublicDeck, models.CASCADE, related_name="likes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deck", "user"], name="cards_deck_liked_once")]

    def __str__(self) -> str:
        return f"like {self.pk}"


class DeckReport(models.Model):
    """A report of a public deck to the moderators. *settled_at:* when one of them dealt with it."""

    deck = models.ForeignKey(PublicDeck, models.CASCADE, related_name="reports")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    reason = models.CharField(max_length=500)
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["deck", "user"], name="cards_deck_reported_once")]

    def __str__(self) -> str:
        return f"report {self.pk}"


class DeckPlays(models.Model):
    """How people fared with a deck in finished matches, whether it is public or not.

    *against:* people, if any of the other players was one, else bots.
    """

    class Against(models.TextChoices):
        PEOPLE = "people"
        BOTS = "bots"

    fingerprint = models.CharField(max_length=24)
    against = models.CharField(max_length=6, choices=Against.choices)
    matches = models.IntegerField(default=0)
    wins = models.IntegerField(default=0)

    class Meta:
        verbose_name_plural = "deck plays"
        constraints = [
            models.UniqueConstraint(fields=["fingerprint", "against"], name="cards_deck_plays_once")
        ]

    def __str__(self) -> str:
        return f"plays of {self.fingerprint} against {self.against}"
