"""How cards were used in finished matches."""

from django.db import models


class CardPlays(models.Model):
    """How players of one level used a card in all finished matches of an edition, counted by `plays`.

    *level:* `rated` for people who have a rating in that game, `unrated` for others, or the bot's name; empty
    in counts from before it was recorded.
    *plays:* how many moves used it, by type of move. *seats:* how many seats used it, each counted once in a
    match. *wins:* how many of those won. *ratings:* the sum of their ratings, as pages show them, when they
    were counted; 0 for whoever has none, and for bots.
    """

    class Player(models.TextChoices):
        PERSON = "person"
        BOT = "bot"

    class Level(models.TextChoices):
        RATED = "rated"
        UNRATED = "unrated"

    title = models.CharField(max_length=40)
    edition = models.CharField(max_length=40)
    card = models.CharField(max_length=60)
    player = models.CharField(max_length=6, choices=Player.choices)
    level = models.CharField(max_length=20, blank=True, default="")
    plays = models.JSONField(default=dict)
    seats = models.IntegerField(default=0)
    wins = models.IntegerField(default=0)
    ratings = models.FloatField(default=0)

    class Meta:
        verbose_name_plural = "card plays"
        constraints = [
            models.UniqueConstraint(
                fields=["title", "edition", "card", "player", "level"], name="card_plays_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.card} of {self.title} {self.edition} by {self.player}, {self.level}"
