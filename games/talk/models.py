"""What players say beside the moves: table talk, and notes to oneself."""

from django.conf import settings
from django.db import models

from games.matches.models import Match


class ChatMessage(models.Model):
    """Table talk of somebody with a seat. *hidden_at:* a moderator took it away."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="messages")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seat = models.SmallIntegerField()
    text = models.CharField(max_length=1000)
    created_at = models.DateTimeField(auto_now_add=True)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        permissions = [("moderate_talk", "Can read reported table talk, hide it and settle reports")]

    def __str__(self) -> str:
        return f"message {self.pk} in {self.match_id}"


class TalkMark(models.Model):
    """When the talk of a match changed last: what the update hub looks at.

    It has a row of its own, so that talk never waits for a move, nor a move for talk.
    """

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE, related_name="talk_mark")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"talk of {self.match_id}"


class ChatReport(models.Model):
    """*user* finds a message out of place. *settled_at:* a moderator has dealt with it."""

    message = models.ForeignKey(ChatMessage, on_delete=models.CASCADE, related_name="reports")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["message", "user"], name="message_reported_once")]

    def __str__(self) -> str:
        return f"report {self.pk}"


class MatchNote(models.Model):
    """What somebody wrote down for themselves about a match; shown to nobody else."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=10_000, blank=True, default="")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="noted_once")]

    def __str__(self) -> str:
        return f"note {self.pk} on {self.match_id}"
