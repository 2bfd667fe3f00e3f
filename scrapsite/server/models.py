"""Signs of life of the site's processes."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

WORKER, PROBE = "worker", "probe"


class Heartbeat(models.Model):
    """When a part of the site last showed that it works. *name:* `WORKER`, or `PROBE` for trial writes."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "scrapsite"

    def __str__(self) -> str:
        return f"{self.name} {self.at}"


def beat(name: str) -> None:
    """Store that the part *name* works now."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": timezone.now()})
