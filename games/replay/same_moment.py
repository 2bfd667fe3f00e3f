"""One moment of a match in the numbers of each viewer, who counts only what it notices."""

from collections.abc import Sequence

from django.db.models import Count

from games.engine.events import Event
from games.engine.viewers import Viewer
from games.matches.models import Match, Notice, Step


def numbers_at(match: Match, seq: int, viewers: Sequence[Viewer | None]) -> list[int]:
    """Return the number of the newest step at or before the one at *seq* that each of *viewers* notices.

    *viewers:* None for who may know everything. No number tells anything about other seats’ secret steps.
    """
    secret = _secret_steps(match, seq)
    public = seq - sum(secret.values())
    return [seq if viewer is None else public + secret.get(viewer.seat, 0) for viewer in viewers]


def told_to(events: Sequence[Event], viewer: Viewer | None) -> list[bool]:
    """Return for each of a step’s *events* whether *viewer* is told of it."""
    return [viewer is None or event.seen_by(viewer) is not None for event in events]


def events_at(told: Sequence[bool], event: int, others: Sequence[bool]) -> int:
    """Return how many events the *others* have been told when the first *event* have been *told*."""
    until = [place for place, is_told in enumerate(told) if is_told][event - 1]
    return sum(others[: until + 1])


def _secret_steps(match: Match, seq: int) -> dict[int, int]:
    """Return how many steps up to the one at *seq* only their own seat noticed, by seats."""
    if match.seq == match.tick:
        return {}
    found = Step.objects.filter(match=match, notice=Notice.OWN, seq__lte=seq).order_by("seat")
    return dict(found.values_list("seat").annotate(Count("pk")))
