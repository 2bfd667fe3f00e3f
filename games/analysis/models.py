"""What a search thinks of a finished match. It is found bit by bit, and every bit is stored at once."""

from __future__ import annotations

import math
from typing import Any

from django.conf import settings
from django.db import models

from games.matches.models import Match

LEAST_LOSS = 0.05  # what a search of a few hundred rounds can't tell from nothing


class Analysis(models.Model):
    """The analysis of *match*, one for all who may see its replay.

    *looked_at:* seq of the newest step that was looked at, -1 before the first. *done*, *whole:* how many of
    the moves were looked at, and how many there are. *every:* of a long match only one move in so many is
    looked at. *rounds:* by how many positions a move is weighed. *slices:* how often its work was taken up.
    """

    class Stage(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    UNDER_WAY = (Stage.WAITING, Stage.RUNNING)

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE, related_name="analysis")
    stage = models.CharField(max_length=7, choices=Stage.choices, default=Stage.WAITING)
    looked_at = models.IntegerField(default=-1)
    done = models.IntegerField(default=0)
    whole = models.IntegerField()
    every = models.IntegerField(default=1)
    rounds = models.IntegerField()
    slices = models.IntegerField(default=0)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="analyses"
    )
    asked_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "analyses"
        indexes = [
            models.Index(
                fields=["touched_at"],
                condition=models.Q(stage__in=("waiting", "running")),
                name="analysis_under_way",
            )
        ]

    def __str__(self) -> str:
        return f"analysis of {self.match_id}"

    @property
    def is_under_way(self) -> bool:
        return self.stage in self.UNDER_WAY


class JudgedDecision(models.Model):
    """A decision as a search saw it, from what its seat knew then.

    *seq:* the step with which it was made. *turn:* as the title's clock counts. *moves:* how many were looked
    at. *best:* the best move found, as JSON text. *best_value*, *made_value:* what the position is worth to
    the seat after the best move and after the one that was made: from -1, lost, to 1, won.
    *made_words*, *best_words:* both in words. *line:* the best move and those that should follow it in the
    turn, in words; empty where nobody has looked.
    """

    class Stage(models.IntegerChoices):
        MADE = 1, "the move that was made is to be weighed alone"
        BEST = 2, "so is the best one"
        WEIGHED = 3, "nothing is left to do"

    analysis = models.ForeignKey(Analysis, on_delete=models.CASCADE, related_name="decisions")
    seq = models.IntegerField()
    seat = models.SmallIntegerField()
    turn = models.IntegerField()
    stage = models.SmallIntegerField(choices=Stage.choices)
    moves = models.IntegerField()
    best = models.TextField()
    best_value = models.FloatField()
    made_value = models.FloatField()
    made_words = models.CharField(max_length=300)
    best_words = models.CharField(max_length=300)
    line: Any = models.JSONField(default=list)

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["analysis", "seq"], name="decision_judged_once")]

    def __str__(self) -> str:
        return f"decision {self.seq} of {self.analysis_id}"

    @property
    def value(self) -> float:
        """What the position is worth to its seat if it goes on well."""
        return max(self.best_value, self.made_value)

    @property
    def loss(self) -> float:
        """By how much the move that was made is worse than the best one found; never less than 0."""
        return max(0.0, self.best_value - self.made_value)

    def is_mistake(self, rounds: int) -> bool:
        """Return whether the loss is more than a search of so many *rounds* may err.

        The mean of scores between -1 and 1 errs by at most √((1 − mean²) / rounds).
        """
        unsure = (1 - self.best_value**2) + (1 - self.made_value**2)
        return self.loss > max(LEAST_LOSS, math.sqrt(unsure / rounds))
