"""Noting what a player has seen. It makes no step, and nobody else learns of it."""

from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.matches.access import match_for
from games.matches.errors import NotSeated
from games.matches.models import Seat, Step
from games.matches.numbering import newest_number, noticed_by


def mark_seen(match_id: str, user: Any, number: int) -> None:
    """Note that *user* has seen all steps up to *number*, as their seat counts them.

    A number that is too high means the newest step. *Raises:* `Http404`, `NotSeated`.
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
