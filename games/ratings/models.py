"""Ratings of players and bots, and how matches changed them."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.matches.models import Match


class Rating(models.Model):
    """The rating of a player, or of a bot by name, in one game: OpenSkill's *mu* and *sigma*.

    *won*, *drawn*, *lost:* how its seats ended; drawn if all shared the first place. They are counted here so
    that nobody's page reads all their matches.
    """

    title = models.CharField(max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="ratings"
    )
    bot = models.CharField(max_length=20, blank=True, default="")
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.IntegerField(default=0)
    won = models.IntegerField(default=0)
    drawn = models.IntegerField(default=0)
    lost = models.IntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["title", "user"], condition=Q(bot=""), name="rating_user_once"),
            models.UniqueConstraint(
                fields=["title", "bot"], condition=Q(user__isnull=True), name="rating_bot_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}: {self.mu:.1f} ± {self.sigma:.1f}"


class RatingChange(models.Model):
    """How one match changed a rating. *place:* 1 for the winner. *mu*, *sigma:* after the match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_changes")
    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="changes")
    seat = models.SmallIntegerField()
    place = models.SmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="rated_once")]

    def __str__(self) -> str:
        return f"rating of seat {self.seat} in {self.match_id}"
