"""Reports of the lab, the parts of their games that were played, and who asked for them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from games.bots import ALL
from games.lab.measuring.setup import Setup
from scrapsite.server.work.progress import Paced

ID_LENGTH = 24


class LabReport(Paced):
    """A report, one for all who ask for the same.

    *id:* begins the digest of all that the result hangs on. *title* to *options:* as in `Setup`, with the
    names of published editions once somebody has asked by them. *whole*, *done:* how many shards there are,
    and how many were played. *why:* it failed. *summary:* JSON text of `Summary`, empty until the report is
    made. *note:* what who waits should know, or empty. *played:* games.
    """

    class Stage(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        CANCELLED = "cancelled"
        FAILED = "failed"

    UNDER_WAY = (Stage.WAITING, Stage.RUNNING)

    id = models.CharField(primary_key=True, max_length=ID_LENGTH)
    title = models.CharField(max_length=40)
    edition = models.CharField(max_length=60)
    against = models.CharField(max_length=60, blank=True, default="")
    level = models.CharField(max_length=20)
    rival = models.CharField(max_length=20, blank=True, default="")
    games = models.IntegerField()
    seed = models.IntegerField()
    seats = models.SmallIntegerField()
    effort = models.SmallIntegerField(default=ALL)
    options: Any = models.JSONField(default=dict)
    stage = models.CharField(max_length=9, choices=Stage.choices, default=Stage.WAITING)
    whole = models.IntegerField()
    done = models.IntegerField(default=0)
    why = models.CharField(max_length=300, blank=True, default="")
    note = models.CharField(max_length=120, blank=True, default="")
    summary = models.TextField(blank=True, default="")
    asked_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["touched_at"],
                condition=models.Q(stage__in=("waiting", "running")),
                name="lab_report_under_way",
            )
        ]

    def __str__(self) -> str:
        return f"lab report {self.pk} on {self.title} {self.edition}"

    @property
    def is_under_way(self) -> bool:
        return self.stage in self.UNDER_WAY

    @property
    def setup(self) -> Setup:
        return Setup(
            title=self.title,
            edition=self.edition,
            against=self.against,
            level=self.level,
            rival=self.rival,
            games=self.games,
            seed=self.seed,
            seats=self.seats,
            effort=self.effort,
            options=tuple(sorted(self.options.items())),
        )


class LabShard(models.Model):
    """The games of shard *number*, as `measuring.shards` packs them. Each counts once."""

    report = models.ForeignKey(LabReport, on_delete=models.CASCADE, related_name="shards")
    number = models.IntegerField()
    games = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["report", "number"], name="lab_shard_once")]

    def __str__(self) -> str:
        return f"shard {self.number} of {self.report_id}"


class LabRequest(models.Model):
    """*user* asked for *report*, by these names of its editions: two drafts may have the same rules.

    *is_waiting:* until they stop it, also after it is made.
    """

    report = models.ForeignKey(LabReport, on_delete=models.CASCADE, related_name="requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lab_requests")
    edition = models.CharField(max_length=60)
    against = models.CharField(max_length=60, blank=True, default="")
    asked_at = models.DateTimeField()
    is_waiting = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["report", "user"], name="lab_request_once")]

    def __str__(self) -> str:
        return f"request for {self.report_id} by {self.user_id}"
