"""Noting what a player has looked at. It is no step: nobody else is told, and nothing waits for it."""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.matches.access import match_for
from games.matches.errors import NotSeated
from games.matches.models import Seat, Step
from games.matches.numbering import newest_number, noticed_by


def mark_seen(match_id: str, user: Any, number: int) -> None:
    """Note that *user* has looked at the step with that number, as their seat counts, and all before it.

    A number that is too high stands for the newest. *Raises:* `Http404`, `NotSeated`.
    """
    match = match_for(user, match_id)
    mine = (
        Seat.objects.filter(match=match, user=user, bot="") if user.is_authenticated else Seat.objects.none()
    )
    seat = mine.first()
    if seat is None:
        raise NotSeated
    seq = match.seq
    if number < newest_number(match, seat.number):
        noticed = Step.objects.filter(noticed_by(seat.number), match=match).order_by("seq")
        seq = noticed.values_list("seq", flat=True)[number]
    mine.filter(Q(seen__lt=seq) | Q(seen_at=None)).update(seen=max(seq, seat.seen), seen_at=timezone.now())
