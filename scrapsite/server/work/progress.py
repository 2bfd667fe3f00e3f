"""How far a long piece of work is: what pages show of it, and how fast it goes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import F, QuerySet
from django.utils import timezone

# So many games and so long are needed before the pace says anything.
LEAST_GAMES = 4
LEAST_SECONDS = 5.0
_MINUTE, _HOUR = 60, 3600
# Fewer minutes than these are told in minutes, more in hours.
_MOST_MINUTES = 90


@dataclass(frozen=True, slots=True)
class Progress:
    """What `_progress.html` shows. *id:* of its element. *address:* of the page that shows it.

    *says:* how far it is, in a sentence. *label:* what the bar counts. *left:* how long it still takes, in a
    sentence, or empty. *note:* what who waits should know, or empty.
    """

    id: str
    address: str
    says: str
    label: str
    done: int
    whole: int
    left: str = ""
    note: str = ""


class Paced(models.Model):
    """Work of which the pace is known. *played:* games so far, those that aren't stored yet among them.

    *began_at:* when it was taken up last, None while it waits. *began_with:* what had been played then.
    """

    played = models.IntegerField(default=0)
    began_at = models.DateTimeField(null=True, blank=True)
    began_with = models.IntegerField(default=0)

    class Meta:
        abstract = True

    def time_left(self, whole: int, usual: float, now: datetime | None = None) -> str:
        """Return how long the rest takes, in a sentence. *usual:* seconds of all on an idle machine."""
        games = self.played - self.began_with
        seconds = ((now or timezone.now()) - self.began_at).total_seconds() if self.began_at else 0.0
        if games >= LEAST_GAMES and seconds >= LEAST_SECONDS:
            return time_left(games, games + max(0, whole - self.played), timedelta(seconds=seconds))
        return f"When the site isn’t busy, all of it takes {about(usual)}."


def sign(rows: QuerySet[Any], games: int, **columns: Any) -> bool:
    """Note at *rows* of `Paced` that so many games more were played; return whether there is such a row."""
    now = timezone.now()
    rows.filter(began_at=None).update(began_at=now, began_with=F("played"))
    return bool(rows.update(played=F("played") + games, touched_at=now, **columns))


def time_left(done: int, whole: int, took: timedelta) -> str:
    """Return how long the rest takes, in a sentence, if *done* of *whole* took so long; or empty."""
    if not done or took.total_seconds() < LEAST_SECONDS:
        return ""
    left = about(took.total_seconds() * (whole - done) / done)
    return f"{left[0].upper()}{left[1:]} left."


def about(seconds: float) -> str:
    """Return a length of time as people say it: “less than a minute”, “about 5 minutes”."""
    minutes = round(seconds / _MINUTE)
    if seconds < _MINUTE:
        return "less than a minute"
    if minutes < _MOST_MINUTES:
        return f"about {minutes} minute{'s' * (minutes != 1)}"
    hours = round(seconds / _HOUR)
    return f"about {hours} hours"
