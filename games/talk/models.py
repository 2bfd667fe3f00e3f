"""Table talk, reports of it, and private notes."""

from django.conf import settings
from django.db import models

from games.matches.models import Match


class ChatMessage(models.Model):
    """A message by a player of the match. *hidden_at:* when a moderator hid it."""

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
    """When the talk of a match last changed. The update hub polls it.

    It has its own row, so that talk and moves never wait for each other.
    """

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE, related_name="talk_mark")
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"talk of {self.match_id}"


class ChatReport(models.Model):
    """A report of a message by *user*. *settled_at:* when a moderator dealt with it."""

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
    """A user's private note about a match; nobody else sees it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=10_000, blank=True, default="")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="noted_once")]

    def __str__(self) -> str:
        return f"note {self.pk} on {self.match_id}"
