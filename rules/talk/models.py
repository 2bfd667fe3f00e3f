"""The tables of the talk about rules: threads, comments, mentions, reports and follows."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from rules.document.text_limits import MOST_CHARACTERS
from rules.wiki.models import Edition, Review, Revision, Rulebook


class ThreadKind(models.TextChoices):
    """What a thread is for."""

    QUESTION = "question", "Question"
    PROPOSAL = "proposal", "Idea"
    RULING = "ruling", "Ruling"


class Thread(models.Model):
    """A discussion of one paragraph. *revision:* the one it was begun on; *quote* has its words.

    *title:* shown only while the comment that began it is.
    *answer:* the comment that settled it. *ruled_at:* when the answer became a ruling, None if it isn't one.
    *answer_anchor:* the paragraph that answers it, where a rule did and no comment.
    """

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="threads")
    anchor = models.CharField(max_length=80)
    revision = models.ForeignKey(Revision, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=ThreadKind)
    title = models.CharField(max_length=100, blank=True, default="")
    quote = models.TextField(blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now_add=True)
    answer = models.ForeignKey("Comment", models.SET_NULL, null=True, related_name="+")
    answer_anchor = models.CharField(max_length=80, blank=True, default="")
    resolved_at = models.DateTimeField(null=True)
    resolved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    ruled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-updated_at"]
        indexes = [models.Index(fields=["edition", "anchor"], name="rules_threads_of_paragraph")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk} on {self.anchor}"

    @classmethod
    def locked(cls, pk: int) -> Thread:
        """Return the thread, locked until the transaction ends."""
        found = cls.objects.select_for_update(of=("self",)).select_related("edition__rulebook")
        return found.get(pk=pk)


class Comment(models.Model):
    """A comment in a thread. *html:* clean, rendered from *source* when it was written.

    A deleted comment keeps its place but not its words; a hidden one keeps them for moderators.
    *words:* for search, cut by `scrapsite.common.fulltext.words`; of the first one, with the thread's title.
    """

    thread = models.ForeignKey(Thread, models.CASCADE, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    source = models.TextField(max_length=MOST_CHARACTERS)
    html = models.TextField()
    words = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    edited_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)
    hidden_at = models.DateTimeField(null=True)
    hidden_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"Comment {self.pk}"


class Mention(models.Model):
    """A comment or a review names *user*, who was told of it. It stays when the name is edited away."""

    comment = models.ForeignKey(Comment, models.CASCADE, null=True, related_name="mentions")
    review = models.ForeignKey(Review, models.CASCADE, null=True, related_name="mentions")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["comment", "user"], name="rules_mentioned_once"),
            models.UniqueConstraint(fields=["review", "user"], name="rules_mentioned_once_in_review"),
        ]

    def __str__(self) -> str:
        where = f"comment {self.comment_id}" if self.comment_id else f"review {self.review_id}"
        return f"{self.user} in {where}"


class Report(models.Model):
    """A report of a comment to the moderators."""

    comment = models.ForeignKey(Comment, models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    reason = models.CharField(max_length=500)
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(fields=["comment", "reporter"], name="rules_one_report_a_reporter")
        ]

    def __str__(self) -> str:
        return f"Report of comment {self.comment_id}"


class Follow(models.Model):
    """A user follows a rulebook, a paragraph (*anchor*, in any edition) or a thread.

    *seen_at:* anything until then isn't news.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rules_follows")
    rulebook = models.ForeignKey(Rulebook, models.CASCADE, related_name="+")
    anchor = models.CharField(max_length=80, blank=True)
    thread = models.ForeignKey(Thread, models.CASCADE, null=True, related_name="follows")
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "rulebook", "anchor"],
                condition=Q(thread__isnull=True),
                name="rules_follow_paragraph_once",
            ),
            models.UniqueConstraint(
                fields=["user", "thread"],
                condition=Q(thread__isnull=False),
                name="rules_follow_thread_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} follows {self.thread or self.anchor or self.rulebook}"
