"""Comments on drafts, reports of either, and what moderators have decided."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.drafts.models import Draft

LONGEST_COMMENT = 10_000
LONGEST_REASON = 500
LONGEST_PLACE = 100


class DraftComment(models.Model):
    """A comment on *draft*. *about:* a place such as `cards/drone` or `texts/draw-1`; empty for the whole.

    Comments about one place are a thread. *revision:* the newest one when it was written, 0 if there was
    none. *html:* clean, rendered from *source* when it was written.
    A deleted comment keeps its place but not its words; a hidden one keeps them for moderators.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="comments")
    about = models.CharField(max_length=LONGEST_PLACE, blank=True, default="")
    revision = models.PositiveIntegerField(default=0)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    source = models.TextField(max_length=LONGEST_COMMENT)
    html = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    edited_at = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["draft", "about"], name="draft_comment_thread")]

    def __str__(self) -> str:
        return f"comment {self.pk} on {self.draft_id}"


class DraftReport(models.Model):
    """A report of *draft*, or of a *comment* on it. *settled_at:* when a moderator dealt with it."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="reports")
    comment = models.ForeignKey(DraftComment, null=True, on_delete=models.CASCADE, related_name="reports")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=LONGEST_REASON)
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["draft", "user"],
                condition=Q(comment__isnull=True, settled_at__isnull=True),
                name="draft_reported_once",
            ),
            models.UniqueConstraint(fields=["comment", "user"], name="draft_comment_reported_once"),
        ]

    def __str__(self) -> str:
        return f"report {self.pk} of {self.comment or self.draft_id}"


class DraftDecision(models.Model):
    """What a moderator decided about *draft*. *reason:* for its owner. The newest one counts."""

    class What(models.TextChoices):
        HIDE = "hide", "Hide it from everybody but its owner"
        UNLIST = "unlist", "Take it off the list"
        SHOW = "show", "Undo that"

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="decisions")
    what = models.CharField(max_length=6, choices=What.choices)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True, default="")
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.what} {self.draft_id}"
