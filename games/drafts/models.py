"""Drafts, their revisions, and who was let in by a link.

Changes are JSON text made by `games.engine.codec`, as the moves of matches are.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.drafts.slugs import slug_of
from games.matches.models import ID_LENGTH, Match, new_match_id

# What players of a match may be asked: marks from 1 to 5, and a text.
MARKS = ("fun", "length", "fairness", "confusion")
WORDS = "words"
QUESTIONS = (*MARKS, WORDS)
ALL_QUESTIONS = " ".join(QUESTIONS)
LONGEST_ANSWER = 2_000


def new_draft_id() -> str:
    """Return a random draft id, made like those of matches."""
    return new_match_id()


class Draft(models.Model):
    """A draft of the published edition *base*. *owner:* None when they have gone.

    *share_key:* opens it while its visibility is `link`. *hidden_at:* since when nobody sees it any more.
    *copied_from:* the revision that it began as, or the newest one when it began as a working copy.
    *questions:* what players are asked after a match, names of `QUESTIONS` with blanks between them.
    *is_closed:* its discussion takes no more comments. *candidate_at:* since when its owner wants it to be
    published, None if not. *moderation:* what moderators have decided, which `games.discussion` explains.
    *working:* the changes as its owner sees them, JSON text. *before:* JSON list of earlier ones, the newest
    last.
    """

    class Visibility(models.TextChoices):
        PRIVATE = "private", "you alone"
        LINK = "link", "everybody who has the link"
        LISTED = "listed", "everybody"

    class Moderation(models.TextChoices):
        NONE = "", "shown"
        UNLISTED = "unlisted", "off the list"
        HIDDEN = "hidden", "hidden"

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_draft_id)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="drafts"
    )
    title = models.CharField(max_length=40)
    base = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    summary = models.CharField(max_length=300, blank=True, default="")
    visibility = models.CharField(max_length=7, choices=Visibility.choices, default=Visibility.PRIVATE)
    share_key = models.CharField(max_length=24, blank=True, default="")
    hidden_at = models.DateTimeField(null=True, blank=True)
    copied_from = models.ForeignKey(
        "games.DraftRevision", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies"
    )
    questions = models.CharField(max_length=60, blank=True, default=ALL_QUESTIONS)
    is_closed = models.BooleanField(default=False)
    candidate_at = models.DateTimeField(null=True, blank=True)
    moderation = models.CharField(
        max_length=8, choices=Moderation.choices, blank=True, default=Moderation.NONE
    )
    working = models.TextField(default="{}")
    before = models.TextField(default="[]")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-changed_at"]
        indexes = [
            models.Index(
                fields=["-changed_at"],
                condition=Q(visibility="listed", hidden_at__isnull=True),
                name="draft_listed",
            )
        ]

    def __str__(self) -> str:
        return f"draft {self.pk} of {self.title} {self.base}"


class DraftRevision(models.Model):
    """A saved state of a draft. Its changes never change: matches pin it.

    *cards_hash:* of the edition that it makes. *note:* what its designer says of it.
    *stage:* what playing it by chance has shown. *reason:* why it can't be played, or empty.
    """

    class Stage(models.TextChoices):
        CHECKING = "checking"
        PLAYABLE = "playable"
        REFUSED = "refused"

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    changes = models.TextField()
    cards_hash = models.CharField(max_length=64, db_index=True)
    note = models.CharField(max_length=200, blank=True, default="")
    made_at = models.DateTimeField(auto_now_add=True)
    stage = models.CharField(max_length=8, choices=Stage.choices, default=Stage.CHECKING)
    reason = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        ordering = ["draft", "-number"]
        constraints = [models.UniqueConstraint(fields=["draft", "number"], name="draft_revision_once")]

    def __str__(self) -> str:
        return f"revision {self.number} of {self.draft_id}"

    @property
    def edition_slug(self) -> str:
        """The slug of the edition that it makes."""
        return slug_of(self.draft_id, self.number)


class DraftText(models.Model):
    """A paragraph of the rulebook as a text of *draft* makes it. *digest:* of the anchor and the text.

    *block*, *was:* see `scrapsite.common.rulebook.Written`. *is_kept:* a revision has it.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="texts")
    digest = models.CharField(max_length=64)
    block = models.JSONField()
    was = models.CharField(max_length=64)
    is_kept = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["draft", "digest"], name="draft_text_once")]

    def __str__(self) -> str:
        return f"text {self.pk} of {self.draft_id}"


class DraftProposal(models.Model):
    """The texts of *draft* were proposed to the rulebook. *address:* of the proposal's page."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="proposals")
    address = models.CharField(max_length=200)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"proposal {self.pk} of {self.draft_id}"


class DraftReader(models.Model):
    """*user* has opened the draft by its link. *key:* what the link had; a new key lets them in no more."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="readers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=24)
    opened_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["draft", "user"], name="draft_reader_once")]

    def __str__(self) -> str:
        return f"reader {self.user_id} of {self.draft_id}"


class PlaytestAnswer(models.Model):
    """What *user* says of a match of *revision*, for the designer alone.

    *fun* and so on: marks from 1 to 5, None if not answered. *is_anonymous:* nobody is told who it was.
    *is_skipped:* the player doesn't want to answer; there is nothing else in it then.
    """

    revision = models.ForeignKey(DraftRevision, on_delete=models.CASCADE, related_name="answers")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    fun = models.PositiveSmallIntegerField(null=True, blank=True)
    length = models.PositiveSmallIntegerField(null=True, blank=True)
    fairness = models.PositiveSmallIntegerField(null=True, blank=True)
    confusion = models.PositiveSmallIntegerField(null=True, blank=True)
    words = models.TextField(max_length=LONGEST_ANSWER, blank=True, default="")
    is_anonymous = models.BooleanField(default=False)
    is_skipped = models.BooleanField(default=False)
    answered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="playtest_answer_once")]

    def __str__(self) -> str:
        return f"answer {self.pk} about {self.match_id}"
