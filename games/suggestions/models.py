"""Searches for better figures, and the candidates that they have tried."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games import catalog
from games.drafts.models import Draft
from games.engine import codec
from games.matches.models import ID_LENGTH, new_match_id
from games.suggestions.searching.question import Question
from games.suggestions.searching.targets import Measured
from games.suggestions.searching.trying import Tried
from scrapsite.server.work.progress import Paced


class SuggestionSearch(Paced):
    """A search that *user* has asked for. Nobody else sees it.

    *draft:* whose working copy it began with; None if with a published edition, or if the draft has gone.
    *question:* JSON text of `Question`. *rules:* the hash of the edition that it began with.
    *engine_version:* of its title. *asked:* how many candidates were enqueued so far. *why:* it failed.
    *note:* what who waits should know, or empty. *played:* games.
    """

    class Stage(models.TextChoices):
        WAITING = "waiting"
        TRYING = "trying"
        MEASURING = "measuring"
        DONE = "done"
        CANCELLED = "cancelled"
        FAILED = "failed"

    UNDER_WAY = (Stage.WAITING, Stage.TRYING, Stage.MEASURING)

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_match_id)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="searches")
    draft = models.ForeignKey(Draft, null=True, on_delete=models.SET_NULL, related_name="searches")
    title = models.CharField(max_length=40)
    base = models.CharField(max_length=40)
    question = models.TextField()
    rules = models.CharField(max_length=64)
    engine_version = models.CharField(max_length=40)
    stage = models.CharField(max_length=9, choices=Stage.choices, default=Stage.WAITING)
    asked = models.IntegerField(default=0)
    why = models.CharField(max_length=300, blank=True, default="")
    note = models.CharField(max_length=120, blank=True, default="")
    asked_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-asked_at"]
        indexes = [
            models.Index(
                fields=["touched_at"],
                condition=models.Q(stage__in=("waiting", "trying", "measuring")),
                name="suggestion_under_way",
            )
        ]

    def __str__(self) -> str:
        return f"search {self.pk} on {self.title} {self.base}"

    @property
    def is_under_way(self) -> bool:
        return self.stage in self.UNDER_WAY

    @property
    def stage_words(self) -> str:
        """How far it is, as people say it."""
        if self.is_under_way:
            return "under way"
        return {self.Stage.DONE: "finished", self.Stage.CANCELLED: "stopped"}.get(
            self.Stage(self.stage), "failed"
        )

    @property
    def name(self) -> str:
        """What it is about: the draft that it began with, or the published edition."""
        return self.draft.name if self.draft else f"{catalog.title(self.title).name} {self.base}"

    @property
    def has_more(self) -> bool:
        """Whether there are variants that it hasn't tried."""
        return self.asked < self.read().variants

    def read(self) -> Question:
        """Return what was asked."""
        return codec.from_json(Question, self.question)


class SuggestionCandidate(models.Model):
    """A candidate that was tried, once. *tried:* JSON text of `Tried`.

    *fresh:* JSON text of its figures on other deals, a list of `Measured`; empty unless it is one of the
    best. *made:* the draft that was made of it.
    """

    search = models.ForeignKey(SuggestionSearch, on_delete=models.CASCADE, related_name="candidates")
    number = models.IntegerField()
    tried = models.TextField()
    fresh = models.TextField(blank=True, default="")
    made = models.ForeignKey(Draft, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["search", "number"], name="candidate_tried_once")]

    def __str__(self) -> str:
        return f"candidate {self.number} of {self.search_id}"

    def read(self) -> Tried:
        """Return what its games said."""
        return codec.from_json(Tried, self.tried)

    def read_fresh(self) -> tuple[Measured, ...]:
        """Return its figures on other deals; nothing before they were played."""
        return codec.from_json(tuple[Measured, ...], self.fresh) if self.fresh else ()
