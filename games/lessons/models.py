"""What is remembered of a lesson besides its match."""

from django.db import models

from games.matches.models import Match


class LessonMark(models.Model):
    """The match is a lesson. *is_left:* the learner has skipped the rest.

    *read:* the steps that the learner left by a press, from 0, each in a list with the seq of the newest step
    of the match then; of older marks the steps only.
    """

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE, related_name="lesson")
    read = models.JSONField(default=list, blank=True)
    is_left = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"lesson in {self.match_id}"

    @property
    def left_at(self) -> dict[int, int]:
        """The steps that the learner left by a press, with the seq of the match then; -1 if unknown."""
        return dict((entry[0], entry[1]) if isinstance(entry, list) else (entry, -1) for entry in self.read)
