"""What is remembered of a lesson besides its match."""

from django.db import models

from games.matches.models import Match


class LessonMark(models.Model):
    """The match is a lesson. *read:* the steps that the learner left by “Next”, from 0.

    *is_left:* the learner has skipped the rest.
    """

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE, related_name="lesson")
    read = models.JSONField(default=list, blank=True)
    is_left = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"lesson in {self.match_id}"
