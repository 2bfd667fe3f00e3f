"""Quick pairing: a game, a pace and a press; whoever asks for the same sits down opposite."""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404

from games import catalog
from games.clocks.rules import PRESETS
from games.engine.errors import BadOptions
from games.lobby.forms import may_count
from games.lobby.lists import listed_open
from games.matches.actions.create import MatchSetup, make_match, played_by, read_setup
from games.matches.actions.seats import call_off, take_seat
from games.matches.actions.terms import Terms
from games.matches.changes import announce_on_commit
from games.matches.errors import CannotJoin
from games.matches.locked_match import lock_row_to_join
from games.matches.models import Invitation, Match, Mute, Status, Watch
from games.ratings.ranges import WIDEST, in_range_of, no_farther, shown_rating
from scrapsite.common.requests import whole_number
from scrapsite.server.work.once import Note, forget
from scrapsite.server.work.turns import PAIRING, wait_for_turn

# Few paces, so that people meet. The words, and the preset clock.
PACES: Mapping[str, tuple[str, str]] = {
    "live": ("Live: 10 minutes each, plus 30 seconds a turn", "live"),
    "days": ("Up to 3 days a turn", "three-days"),
}
# By how many points an opponent's rating may differ, as the form asks. Programs may say any other number.
RANGES: Mapping[str, str] = {
    "": "Any rating",
    "10": "Within 10 points of mine",
    "5": "Within 5 points of mine",
}
# So many matches that somebody else may be joining at this moment are tried.
_MOST_TRIED = 10
# So many tables, and so many running matches, are counted at most.
_MOST_COUNTED = 500
# The names of the fields that `played_by` returns.
_LIKENESS = ("title", "edition", "engine_version", "cards_hash", "options", "bots", "clock", "is_rated")


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody looks for. *title:* a slug. *pace:* one of `PACES`.

    *rating_range:* in rated matches, by how many points the opponent's rating may differ, None for any.
    """

    title: str
    pace: str
    is_rated: bool
    rating_range: int | None = None


def read_wish(data: Mapping[str, Any], user: Any) -> Wish:
    """Return what a form asks for; a guest's matches aren't rated. *Raises:* `BadOptions`."""
    is_rated = bool(data.get("is_rated")) and may_count(user)
    wish = Wish(
        title=str(data.get("title", "")),
        pace=str(data.get("pace", "")),
        is_rated=is_rated,
        rating_range=_read_range(str(data.get("rating_range", ""))) if is_rated else None,
    )
    _setup(wish)
    return wish


def _read_range(text: str) -> int | None:
    number = whole_number(text, low=1, high=WIDEST)
    if text and number is None:
        raise BadOptions(f"A rating range is a whole number of points from 1 to {WIDEST}.")
    return number


@dataclass(frozen=True, slots=True)
class PairingCount:
    """How many people wait for an opponent, and play now, in one game at one pace of `PACES`.

    *waiting:* tables that a quick pairing would find. *playing:* players of matches that stood in the lobby.
    """

    title_name: str
    pace: str
    waiting: int
    playing: int


def pairing_counts() -> tuple[PairingCount, ...]:
    """Return the counts by game and pace, without those where nobody is."""
    waiting, playing = _waiting_tables(), _players_by_clock()
    counts = []
    for title in catalog.titles():
        for pace, (words, _) in PACES.items():
            pools = [_setup(Wish(title.slug, pace, is_rated)) for is_rated in (False, True)]
            waits = sum(waiting[_likeness(played_by(setup))] for setup in pools)
            plays = playing.get((title.slug, pools[0].clock), 0)
            if waits or plays:
                counts.append(PairingCount(title.name, words, waits, plays))
    return tuple(counts)


def _waiting_tables() -> Counter[tuple[str, ...]]:
    """Return how many tables with a free seat are alike, by what they are like."""
    rows = listed_open().order_by("-created_at").values(*_LIKENESS)[:_MOST_COUNTED]
    return Counter(_likeness(row) for row in rows)


def _players_by_clock() -> dict[tuple[str, str], int]:
    """Return how many people play, by title and clock."""
    listed = Match.objects.filter(status=Status.RUNNING, is_listed=True, is_private=False)
    newest = listed.order_by("-updated_at").values("pk")[:_MOST_COUNTED]
    people = Count("seats", filter=Q(seats__user__isnull=False, seats__bot=""))
    matches = Match.objects.filter(pk__in=newest).order_by()
    rows = matches.values_list("title", "clock").annotate(people=people)
    return {(title, clock): count for title, clock, count in rows}


def _likeness(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what is the same for matches that are played alike, as a value that can be counted."""
    return tuple(str(fields[name]) for name in _LIKENESS)


def pair(user: Any, wish: Wish, note: Note = forget) -> Match:
    """Give *user* a seat in the oldest open match that fits *wish*; if there is none, open one. Return it.

    Whoever waits in such a match already goes back to it; with another range of ratings they first look for
    somebody else again, and wait by the new one. *note:* see `once`.
    *Raises:* `BadOptions`, `Full`.
    """
    setup = _setup(wish)
    with transaction.atomic(durable=True):
        wait_for_turn(PAIRING)  # two who ask at once must see each other's match
        match = _match_for(user, setup, wish.rating_range)
        note(match.pk)
    return match


def _match_for(user: Any, setup: MatchSetup, most: int | None) -> Match:
    """Return the match in which *user* has a seat now. *most:* by how many points ratings may differ."""
    own = _waiting_already(user, setup)
    if own is not None and (own.rating_range == most or own.created_by_id != user.pk):
        return own
    found = _joined(user, setup, most)
    if found is None:
        return _wait(own or make_match(user, setup), most)
    if own is not None and own.seats.filter(user__isnull=False).count() == 1:
        call_off(own, user)
    return found


def _wait(match: Match, most: int | None) -> Match:
    """Have *match* wait for opponents whose ratings differ by at most *most* points, and return it."""
    if match.rating_range != most:
        match.rating_range = most
        match.save(update_fields=["rating_range", "updated_at"])
        announce_on_commit(match.pk)
    return match


def _setup(wish: Wish) -> MatchSetup:
    if wish.pace not in PACES:
        raise BadOptions("Choose a pace.")
    title = catalog.title(wish.title)
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (title.seats[0] - 1)]
    clock = PRESETS[PACES[wish.pace][1]][1]
    terms = Terms(is_rated=wish.is_rated)
    return read_setup(title.slug, title.newest.slug, {}, seats, is_listed=True, clock=clock, terms=terms)


def _alike(setup: MatchSetup) -> QuerySet[Match]:
    """Return the open matches that are as *setup* describes, oldest first."""
    return listed_open().filter(**played_by(setup)).order_by("created_at")


def _waiting_already(user: Any, setup: MatchSetup) -> Match | None:
    """Return the match in which *user* waits as if by a pairing, locked; None if there is none.

    A table of their own with a name, with invitations or terms for watchers isn't one: it waits for itself.
    """
    invited = Invitation.objects.filter(match=OuterRef("pk"), answer=Invitation.Answer.NONE)
    is_plain = Q(name="", watch=Watch.ALL, watch_delay=0) & ~Exists(invited)
    found = _alike(setup).filter(~Q(created_by=user) | is_plain, seats__user=user)
    return found.select_for_update(of=("self",)).first()


def _joined(user: Any, setup: MatchSetup, most: int | None) -> Match | None:
    """Return the oldest match in which *user* now has a seat, or None.

    Nobody meets whom they have muted, nor anybody outside the range of either.
    """
    muted = Mute.objects.filter(user=user).values("muted")
    muting = Mute.objects.filter(muted=user).values("user")
    others = _alike(setup).exclude(seats__user__in=muted).exclude(seats__user__in=muting)
    others = others.exclude(seats__user=user)
    others = no_farther(in_range_of(others, user), shown_rating(user, setup.title.slug), most)
    for match_id in others.values_list("pk", flat=True)[:_MOST_TRIED]:
        with suppress(CannotJoin, Http404):  # it may have been called off or hidden meanwhile
            match = lock_row_to_join(match_id, user, "")
            take_seat(match, user)
            return match
    return None
