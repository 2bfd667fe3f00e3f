"""Reports on recorded matches under another edition. They are made match by match, each stored at once."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from games.engine import codec
from games.matches.models import ID_LENGTH, Match, new_match_id
from games.replayer.counterfactual import Course


class CounterfactualReport(models.Model):
    """Matches of *base* played again under *edition*, each a slug of an edition of *title*.

    *matches:* ids of the matches, fixed when the report was asked for; *done:* how many were played again.
    *base_hash*, *edition_hash*, *engine_version:* the rules that were compared. *slices:* how often its work
    was taken up. *skipped:* matches whose record doesn't fit the rules that it names.
    """

    class Scope(models.TextChoices):
        PUBLIC = "public", "all public matches"
        MINE = "mine", "my matches"

    class Stage(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    UNDER_WAY = (Stage.WAITING, Stage.RUNNING)

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_match_id)
    title = models.CharField(max_length=40)
    base = models.CharField(max_length=40)
    edition = models.CharField(max_length=40)
    base_hash = models.CharField(max_length=64)
    edition_hash = models.CharField(max_length=64)
    engine_version = models.CharField(max_length=40)
    scope = models.CharField(max_length=6, choices=Scope.choices, default=Scope.PUBLIC)
    stage = models.CharField(max_length=9, choices=Stage.choices, default=Stage.WAITING)
    matches: Any = models.JSONField(default=list)
    done = models.IntegerField(default=0)
    skipped = models.IntegerField(default=0)
    slices = models.IntegerField(default=0)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="counterfactuals"
    )
    asked_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["touched_at"],
                condition=models.Q(stage__in=("waiting", "running")),
                name="counterfactual_under_way",
            )
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.base} under {self.edition}"

    @property
    def whole(self) -> int:
        """How many matches it is about."""
        return len(self.matches)

    @property
    def is_under_way(self) -> bool:
        return self.stage in self.UNDER_WAY


class CounterfactualMatch(models.Model):
    """How *match* went. *kind:* of its divergence, `same` without one. *course:* JSON text of a `Course`."""

    report = models.ForeignKey(CounterfactualReport, on_delete=models.CASCADE, related_name="courses")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="counterfactuals")
    place = models.IntegerField()
    kind = models.CharField(max_length=8)
    course = models.TextField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["report", "match"], name="match_counted_once_a_report")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} in {self.report_id}"

    def read(self) -> Course:
        """Return how the match went."""
        return codec.from_json(Course, self.course)
