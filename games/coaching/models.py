"""What hints were asked for, and what was found."""

from django.db import models

from games.matches.models import Match


class Hint(models.Model):
    """What a strong player would do at *seat*. There is one for each seat: a newer one replaces it.

    *number:* of the newest step that the seat noticed when it asked, as it counts; a later step that matters
    to the seat's decision makes the hint out of date. *found:* JSON text of `advice.Advice`, empty until the
    search has ended.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hints")
    seat = models.SmallIntegerField()
    number = models.IntegerField()
    found = models.TextField(blank=True, default="")
    asked_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="hint_of_a_seat_once")]

    def __str__(self) -> str:
        return f"hint for seat {self.seat} of {self.match_id}"
