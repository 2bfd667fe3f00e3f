"""Bug reports that players sent from the page of a match."""

from django.conf import settings
from django.db import models

from games.matches.models import Match


class BugReport(models.Model):
    """Something looked wrong in a match.

    *seq:* the step it is about. *edition:* the match's. *seat:* the reporter's, -1 for a spectator.
    *shown:* JSON text of what the reporter saw, nothing more. *settled_at:* when the staff dealt with it.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="bug_reports")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    seat = models.SmallIntegerField()
    seq = models.IntegerField()
    edition = models.CharField(max_length=40)
    words = models.TextField(max_length=5_000)
    shown = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"bug report {self.pk} from step {self.seq} of {self.match_id}"
