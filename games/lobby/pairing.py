"""Quick pairing: a game, a pace and a press; whoever asks for the same sits down opposite."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from games import catalog
from games.clocks.rules import PRESETS
from games.engine.errors import BadOptions
from games.lobby.forms import may_count
from games.matches.actions.create import MatchSetup, make_match, played_by, read_setup
from games.matches.actions.seats import take_seat
from games.matches.actions.terms import Terms
from games.matches.errors import CannotJoin
from games.matches.locked_match import lock_row_to_join
from games.matches.models import Match, Mute, Status
from scrapsite.server.work.once import Note, forget

# Few paces, so that people meet. The words, and the preset clock.
PACES: Mapping[str, tuple[str, str]] = {
    "live": ("Live, 10 minutes each", "live"),
    "days": ("Up to 3 days a move", "three-days"),
}
# So many matches that somebody else may be joining at this moment are tried.
_MOST_TRIED = 10
# The number by which PostgreSQL knows the lock that everybody who looks for an opponent takes in turn.
_TURN = 7_205_117


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody looks for. *title:* a slug. *pace:* one of `PACES`."""

    title: str
    pace: str
    is_rated: bool


def read_wish(data: Mapping[str, Any], user: Any) -> Wish:
    """Return what a form asks for; a guest's matches aren't rated. *Raises:* `BadOptions`."""
    wish = Wish(
        str(data.get("title", "")), str(data.get("pace", "")), bool(data.get("is_rated")) and may_count(user)
    )
    _setup(wish)
    return wish


def pair(user: Any, wish: Wish, note: Note = forget) -> Match:
    """Give *user* a seat in the oldest open match that fits *wish*; if there is none, open one. Return it.

    Whoever waits in such a match already goes back to it. *note:* see `once`.
    *Raises:* `BadOptions`, `Full`.
    """
    setup = _setup(wish)
    with transaction.atomic(durable=True):
        _wait_for_turn()
        match = _waiting_already(user, setup) or _joined(user, setup) or make_match(user, setup)
        note(match.pk)
    return match


def _setup(wish: Wish) -> MatchSetup:
    if wish.pace not in PACES:
        raise BadOptions("Choose a pace.")
    title = catalog.title(wish.title)
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (title.seats[0] - 1)]
    clock = PRESETS[PACES[wish.pace][1]][1]
    terms = Terms(is_rated=wish.is_rated)
    return read_setup(title.slug, title.newest.slug, {}, seats, is_listed=True, clock=clock, terms=terms)


def _wait_for_turn() -> None:
    """Wait until nobody else is being paired: two who ask at once must see each other's match.

    SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_TURN])


def _alike(setup: MatchSetup) -> QuerySet[Match]:
    """Return the open matches that are as *setup* describes, oldest first."""
    free = Match.objects.filter(status=Status.OPEN, is_listed=True, is_private=False)
    return free.filter(**played_by(setup)).order_by("created_at")


def _waiting_already(user: Any, setup: MatchSetup) -> Match | None:
    return _alike(setup).filter(seats__user=user).first()


def _joined(user: Any, setup: MatchSetup) -> Match | None:
    """Return the oldest match in which *user* now has a seat, or None. Nobody meets whom they have muted."""
    muted = Mute.objects.filter(user=user).values("muted")
    muting = Mute.objects.filter(muted=user).values("user")
    others = _alike(setup).exclude(seats__user__in=muted).exclude(seats__user__in=muting)
    for match_id in others.values_list("pk", flat=True)[:_MOST_TRIED]:
        with suppress(CannotJoin):
            match = lock_row_to_join(match_id, user, "")
            take_seat(match, user)
            return match
    return None
