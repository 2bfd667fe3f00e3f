"""What players are to one another beside the moves: invitations, ratings, time off, requests to undo."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.match import Match


class Invitation(models.Model):
    """*by* asks *user* to take a seat. *answer:* empty until there is one."""

    class Answer(models.TextChoices):
        NONE = "", "not answered"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invited")
    answer = models.CharField(max_length=10, choices=Answer.choices, blank=True, default=Answer.NONE)
    created_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="invited_once")]

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.match_id}"


class Vacation(models.Model):
    """Time off, during which no clock of the user runs where the match allows it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    starts = models.DateTimeField()
    ends = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["starts"]
        constraints = [
            models.CheckConstraint(condition=Q(ends__gt=models.F("starts")), name="vacation_ends_later")
        ]

    def __str__(self) -> str:
        return f"vacation {self.pk}"


class UndoRequest(models.Model):
    """*seat* asks to take step *seq* back, which the others have to grant.

    *granted:* seats that have said yes. A step can be asked about once.
    """

    class State(models.TextChoices):
        ASKED = "asked"
        GRANTED = "granted"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"
        OVERTAKEN = "overtaken", "the match went on"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="undo_requests")
    seat = models.SmallIntegerField()
    seq = models.IntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    granted = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="undo_asked_once")]

    def __str__(self) -> str:
        return f"request to undo step {self.seq} of {self.match_id}"


class Rating(models.Model):
    """How strong a player, or a bot by name, is in one game: OpenSkill's *mu* and *sigma*."""

    title = models.CharField(max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="ratings"
    )
    bot = models.CharField(max_length=20, blank=True, default="")
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.IntegerField(default=0)
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
    """What one match did to a rating. *place:* 1 for the first. *mu*, *sigma:* after it."""

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
