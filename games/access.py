"""The doors to matches: who may see one, and where somebody sits.

An ended or running match may be watched by everybody who has its link; a match that was called off is
gone for all but those who sat there. Hidden and absent are the same 404.
"""

import re
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from games.engine.viewers import SPECTATOR, Viewer, seat_viewer
from games.models import Match, Seat, Status

_MATCH_ID = re.compile(r"[a-z2-9]{10}\Z")


def is_match_id(text: str) -> bool:
    """Return whether *text* has the form of a match id."""
    return _MATCH_ID.match(text) is not None


def visible_to(user: Any) -> QuerySet[Match]:
    """Return the matches *user* (or an anonymous visitor) may look at."""
    seen: Any = ~Q(status=Status.CANCELLED)
    if user is not None and user.is_authenticated:
        seen = seen | Exists(Seat.objects.filter(match=OuterRef("pk"), user=user))
    return Match.objects.filter(seen)


def match_for(user: Any, match_id: str) -> Match:
    """Return the match. *Raises:* `Http404` when it is absent or hidden from *user*."""
    match = Match.objects.filter(pk=match_id).first() if is_match_id(match_id) else None
    if match is None or (match.status == Status.CANCELLED and seat_of(user, match).is_spectator):
        raise Http404("No such match.")
    return match


def seat_of(user: Any, match: Match) -> Viewer:
    """Return where *user* sits in *match*, or the spectator."""
    if user is None or not user.is_authenticated:
        return SPECTATOR
    number = Seat.objects.filter(match=match, user=user, bot="").values_list("number", flat=True).first()
    return SPECTATOR if number is None else seat_viewer(number)
