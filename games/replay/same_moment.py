"""Converts a moment of a match between viewers' numbers: each counts only the steps it notices."""

from bisect import bisect_right
from collections.abc import Callable, Sequence

from django.db.models import Count

from games.engine.events import Event
from games.engine.viewers import Viewer
from games.matches.models import Match, Notice, Step


def numbers_at(match: Match, seq: int, viewers: Sequence[Viewer | None]) -> list[int]:
    """Return the number of the newest step at or before the one at *seq* that each of *viewers* notices.

    A viewer of None sees everything. No number reveals anything about other seats’ secret steps.
    """
    secret = _secret_steps(match, seq)
    public = seq - sum(secret.values())
    return [seq if viewer is None else public + secret.get(viewer.seat, 0) for viewer in viewers]


def counted_by(match: Match, seat: int) -> Callable[[int], int]:
    """Return what turns the seq of a step into the number of the newest up to it that *seat* notices.

    Use it for many steps; for one, `numbers_at`.
    """
    if match.seq == match.tick:
        return lambda seq: seq
    secret = Step.objects.filter(match=match, notice=Notice.OWN).exclude(seat=seat).order_by("seq")
    unnoticed = list(secret.values_list("seq", flat=True))
    return lambda seq: seq - bisect_right(unnoticed, seq)


def told_to(events: Sequence[Event], viewer: Viewer | None) -> list[bool]:
    """Return for each of a step’s *events* whether *viewer* may see it."""
    return [viewer is None or event.seen_by(viewer) is not None for event in events]


def events_at(told: Sequence[bool], event: int, others: Sequence[bool]) -> int:
    """Return how many events one viewer has seen when another has seen the first *event* of theirs.

    *told*, *others:* for each event, whether the other viewer and this one may see it.
    """
    until = [place for place, is_told in enumerate(told) if is_told][event - 1]
    return sum(others[: until + 1])


def _secret_steps(match: Match, seq: int) -> dict[int, int]:
    """Return by seat how many secret steps there are up to the one at *seq*."""
    if match.seq == match.tick:
        return {}
    found = Step.objects.filter(match=match, notice=Notice.OWN, seq__lte=seq).order_by("seat")
    return dict(found.values_list("seat").annotate(Count("pk")))
