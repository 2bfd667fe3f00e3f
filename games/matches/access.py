"""Access to matches: who may see one, which seat a user has, and up to which step they may see.

| the match is       | its own people | invited                 | everybody else with the link |
| ------------------ | -------------- | ----------------------- | ---------------------------- |
| open               | yes            | yes                     | unless it is private         |
| running, or ended  | yes            | unless closed           | unless private or closed     |
| called off         | yes            | no                      | no                           |

Its own people are those who have or had a seat. Hidden and absent are the same 404.
docs/decisions/0013-who-may-look-on.md says why.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from games.engine.viewers import SPECTATOR, Viewer, seat_viewer
from games.matches.errors import NotSeated
from games.matches.models import Invitation, Match, Notice, Seat, Status, Step, Watch
from games.matches.reading import read_match

_MATCH_ID = re.compile(r"[a-z2-9]{10}\Z")
_WELCOME = (Invitation.Answer.NONE, Invitation.Answer.ACCEPTED)


def is_match_id(text: str) -> bool:
    """Return whether *text* has the form of a match id."""
    return _MATCH_ID.match(text) is not None


def visible_to(user: Any) -> QuerySet[Match]:
    """Return the matches *user* (or an anonymous visitor) may look at."""
    public: Any = Q(is_private=False) & ~Q(status=Status.CANCELLED) & _may_be_watched()
    if user is None or not user.is_authenticated:
        return Match.objects.filter(public)
    invited = Invitation.objects.filter(match=OuterRef("pk"), user=user, answer__in=_WELCOME)
    as_guest = Exists(invited) & ~Q(status=Status.CANCELLED) & _may_be_watched()
    own = Exists(Seat.objects.filter(match=OuterRef("pk"), user=user))
    return Match.objects.filter(public | as_guest | own)


def match_for(user: Any, match_id: str) -> Match:
    """Return the match. *Raises:* `Http404` if it is absent or hidden from *user*."""
    return match_and_people(user, match_id)[0]


def match_and_people(user: Any, match_id: str) -> tuple[Match, list[Seat]]:
    """Return the match like `match_for`, with its seats like `reading.read_match`. *Raises:* `Http404`."""
    found = read_match(match_id) if is_match_id(match_id) else None
    if found is None or (_is_guarded(found[0]) and not visible_to(user).filter(pk=match_id).exists()):
        raise Http404("No such match.")
    return found


def match_to_join(user: Any, match_id: str, key: str) -> Match:
    """Return the match like `match_for`; *key* also opens a private match that waits for players.

    *Raises:* `Http404`.
    """
    if key and is_match_id(match_id):
        waiting = Match.objects.filter(pk=match_id, status=Status.OPEN, is_private=True).first()
        if waiting is not None and constant_time_compare(waiting.invite_key, key):
            return waiting
    return match_for(user, match_id)


def check_visible(user: Any, match_id: str) -> None:
    """Check that *user* may see the match. *Raises:* `Http404` if it is absent or hidden from them."""
    match_for(user, match_id)


def seat_of(user: Any, match: Match) -> Viewer:
    """Return the viewer for the seat of *user* in *match*, or the spectator if they have none."""
    if user is None or not user.is_authenticated:
        return SPECTATOR
    number = Seat.objects.filter(match=match, user=user, bot="").values_list("number", flat=True).first()
    return SPECTATOR if number is None else seat_viewer(number)


def viewer_of(user: Any, seats: Iterable[Seat]) -> Viewer:
    """Return the viewer like `seat_of`, from the *seats* of the match, which have been read already."""
    if user is None or not user.is_authenticated:
        return SPECTATOR
    own = (seat.number for seat in seats if seat.user_id == user.pk and not seat.bot)
    number = next(own, None)
    return SPECTATOR if number is None else seat_viewer(number)


def check_seated(user: Any, match: Match) -> None:
    """Check that *user* has a seat in *match*. *Raises:* `NotSeated`."""
    if seat_of(user, match).is_spectator:
        raise NotSeated


def sat_at(user: Any, match: Match) -> bool:
    """Return whether *user* has or had a seat in *match*, even if a bot has taken it over."""
    return bool(user.is_authenticated) and Seat.objects.filter(match=match, user=user).exists()


@dataclass(frozen=True, slots=True)
class VisibleUntil:
    """The newest step a viewer may see: its *seq* and *tick*, -1 before the deal.

    *is_late:* newer steps may be held back. Then nothing else may reveal them either: no clock, no time of
    change, no result, no link of the chain, and no message of the update socket.
    """

    seq: int
    tick: int
    is_late: bool = False


def visible_until(viewer: Viewer, match: Match) -> VisibleUntil:
    """Return the newest step that *viewer* may see of *match*; it binds board, log, replay and update socket.

    With a delay, a spectator of a running match sees up to the newest step that isn't secret and is old
    enough, and always the deal. The delay ends with the match.
    """
    if not is_late(viewer, match):
        return VisibleUntil(match.seq, match.tick)
    old = timezone.now() - timedelta(seconds=match.watch_delay)
    noticed = Step.objects.filter(match=match, notice__gt=Notice.OWN).order_by("-seq")
    shown = noticed.filter(Q(created_at__lte=old) | Q(kind=Step.Kind.START)).values_list("seq", "tick")
    seq, tick = shown.first() or (-1, -1)
    return VisibleUntil(seq, tick, is_late=True)


def is_late(viewer: Viewer, match: Match) -> bool:
    """Return whether *viewer* sees *match* with a delay."""
    return viewer.is_spectator and match.watch_delay > 0 and match.status == Status.RUNNING


def is_for_all(match: Match) -> bool:
    """Return whether everybody with the link may look at *match*, even without an account."""
    return not _is_guarded(match) or visible_to(None).filter(pk=match.pk).exists()


def _is_guarded(match: Match) -> bool:
    """Return whether *match* is hidden from some users."""
    return match.is_private or match.watch != Watch.ALL or match.status == Status.CANCELLED


def _may_be_watched() -> Q:
    return Q(status=Status.OPEN) | Q(watch=Watch.ALL)
