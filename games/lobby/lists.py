"""The lobby's lists: the reader's matches, invitations, and other people's matches with a free seat.

The number of queries doesn't depend on the number of matches.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone

from games import catalog
from games.clocks import rules as clocks
from games.clocks.words import duration, short_words
from games.engine import codec
from games.engine.protocol import Result
from games.lobby.filters import Filters, wanted
from games.matches.models import Invitation, Match, Mute, Notice, Seat, Status, Step
from games.matches.queries.people import seat_name, seat_names, with_people
from games.ratings.ranges import in_range_of
from scrapsite.common.players import display_name

MOST_OWN, MOST_JOINABLE, MOST_FINISHED, MOST_INVITATIONS = 500, 50, 20, 50
# Filters are applied to this many of the newest open matches.
MOST_LOOKED_AT = 500


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as a list shows it.

    *edition_name:* what people call *edition*.
    *names:* the seats' names in order, “Free seat” for free ones. *my_turn:* the reader must decide.
    *free:* how many seats are free. *clock:* in a few words, empty if there is none.
    *due:* when the reader's time to decide ends, None if they needn't. *left:* the time until then, in words,
    with weekends and time off that the clock pauses for.
    *news:* how many steps others have made since the reader last looked.
    *rating_range:* by how much an opponent's rating may differ, None for any.
    *outcome:* `won`, `lost`, `draw` or empty. *is_shared:* more than one has won. *is_stopped:* it stands
    still, as the site lost its rules. *updated_at:* aware UTC time.
    """

    match: str
    title: str
    title_name: str
    icon: str
    edition: str
    edition_name: str
    status: str
    url: str
    name: str
    names: tuple[str, ...]
    host: str
    free: int
    clock: str
    is_private: bool
    is_rated: bool
    rating_range: int | None
    my_turn: bool
    due: datetime | None
    left: str
    news: int
    outcome: str
    is_shared: bool
    is_stopped: bool
    updated_at: Any


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """An invitation to the reader. *by:* the name of the player who invites."""

    line: MatchLine
    by: str
    created_at: Any


@dataclass(frozen=True, slots=True)
class OwnMatches:
    """A user's unfinished matches. *my_turn:* the reader must decide, soonest due first. *waiting:* somebody
    else must decide, newest change first. *mine_open:* with free seats.
    """

    my_turn: tuple[MatchLine, ...] = ()
    waiting: tuple[MatchLine, ...] = ()
    mine_open: tuple[MatchLine, ...] = ()

    @property
    def stopped(self) -> tuple[MatchLine, ...]:
        """Those of `waiting` that stand still: the reader may say how they go on."""
        return tuple(line for line in self.waiting if line.is_stopped)

    @property
    def others_decide(self) -> tuple[MatchLine, ...]:
        """Those of `waiting` that go on when somebody else moves."""
        return tuple(line for line in self.waiting if not line.is_stopped)

    @property
    def count(self) -> int:
        """How many unfinished matches there are."""
        return len(self.my_turn) + len(self.waiting) + len(self.mine_open)


@dataclass(frozen=True, slots=True)
class Lobby(OwnMatches):
    """The lobby of one reader. *joinable:* other people's listed matches, newest first. *finished:* the
    reader's newest finished ones.
    """

    invitations: tuple[InvitationLine, ...] = ()
    joinable: tuple[MatchLine, ...] = ()
    finished: tuple[MatchLine, ...] = ()


def lobby(user: Any, filters: Filters | None = None, *, with_open: bool = True) -> Lobby:
    """Return the lobby as *user*, or an anonymous visitor, sees it. *filters:* applied to `joinable`.

    *with_open:* read also other people's open matches.
    """
    own = own_matches(user)
    return Lobby(
        my_turn=own.my_turn,
        waiting=own.waiting,
        mine_open=own.mine_open,
        invitations=invitations(user),
        joinable=open_matches(user, filters or Filters()) if with_open else (),
        finished=finished_matches(user),
    )


def own_matches(user: Any) -> OwnMatches:
    """Return the matches of *user* that aren't over."""
    if not _is_signed_in(user):
        return OwnMatches()
    seats = Seat.objects.filter(user=user, ended_at=None)
    lines = _lines_of(seats.annotate(news=_NEWS).order_by("-match__updated_at")[:MOST_OWN])
    running = [line for line in lines if line.status == Status.RUNNING]
    return OwnMatches(
        my_turn=tuple(sorted((line for line in running if line.my_turn), key=_urgency)),
        waiting=tuple(line for line in running if not line.my_turn),
        mine_open=tuple(line for line in lines if line.status == Status.OPEN),
    )


def has_played(user: Any) -> bool:
    """Return whether *user* has or had a seat in any match."""
    return _is_signed_in(user) and Seat.objects.filter(user=user).exists()


def finished_matches(user: Any) -> tuple[MatchLine, ...]:
    """Return the matches of *user* that ended last, newest first."""
    if not _is_signed_in(user):
        return ()
    seats = Seat.objects.filter(user=user, ended_at__isnull=False, match__status=Status.FINISHED)
    return _lines_of(seats.annotate(news=Value(0)).order_by("-ended_at")[:MOST_FINISHED])


def listed_open() -> QuerySet[Match]:
    """Return the listed matches with a free seat, without those in which somebody barred would play."""
    free = Match.objects.filter(status=Status.OPEN, is_listed=True, is_private=False)
    return free.exclude(Exists(Seat.objects.filter(match=OuterRef("pk"), user__is_active=False)))


def open_matches(user: Any, filters: Filters) -> tuple[MatchLine, ...]:
    """Return other people's listed matches in which *user* may take a free seat, newest first."""
    free = listed_open()
    if _is_signed_in(user):
        free = free.exclude(seats__user=user)
    free = in_range_of(free, user)
    found = wanted(free.order_by("-created_at"), filters, MOST_LOOKED_AT)[:MOST_JOINABLE]
    matches = list(with_people(Match.objects.filter(pk__in=found).order_by("-created_at")))
    names = edition_names(matches)
    return tuple(line_of(match, names=names) for match in matches if catalog.fits(*match.rules))


def invitations(user: Any) -> tuple[InvitationLine, ...]:
    """Return the unanswered invitations of *user*, without those from people they have muted."""
    if not _is_signed_in(user):
        return ()
    muted = Exists(Mute.objects.filter(user=user, muted=OuterRef("by")))
    asked = Invitation.objects.filter(
        ~muted, user=user, answer=Invitation.Answer.NONE, match__status=Status.OPEN
    )
    rows = list(asked.select_related("by__profile").order_by("-created_at")[:MOST_INVITATIONS])
    matches = {
        match.pk: match for match in with_people(Match.objects.filter(pk__in=[r.match_id for r in rows]))
    }
    names = edition_names(matches.values())
    return tuple(
        InvitationLine(line_of(matches[row.match_id], names=names), display_name(row.by), row.created_at)
        for row in rows
    )


def next_match(user: Any, after: str = "") -> str | None:
    """Return the id of the match that waits for *user* and is due first, or of the next one after *after*.

    Return None if no other match waits.
    """
    if not _is_signed_in(user):
        return None
    rows = Seat.objects.filter(user=user, ended_at=None, bot="", match__status=Status.RUNNING).values_list(
        "match", "number", "match__to_act", "match__clocks", "match__updated_at"
    )
    waiting = sorted(
        (_due(seat_clocks, number) or _NEVER, at, match)
        for match, number, to_act, seat_clocks, at in rows
        if number in to_act
    )
    order = [match for *_, match in waiting]
    if after in order:
        place = order.index(after)
        order = order[place + 1 :] + order[:place]
    return order[0] if order else None


def turns_of(user: Any) -> tuple[str, ...]:
    """Return the ids of the running matches that wait for a decision of *user*; none for a visitor."""
    if not _is_signed_in(user):
        return ()
    with connection.cursor() as cursor:
        cursor.execute(_TURNS, [user.pk, Status.RUNNING])
        rows = cursor.fetchall()
    return tuple(match for match, number, to_act in rows if number in codec.from_json(list, to_act))


# Every page of a signed-in visitor runs this, so it is plain (decision 30).
_TURNS = """
    SELECT m.id, s.number, m.to_act FROM games_seat s JOIN games_match m ON m.id = s.match_id
    WHERE s.user_id = %s AND s.ended_at IS NULL AND s.bot = '' AND m.status = %s
"""


_NEVER = datetime(9999, 1, 1, tzinfo=UTC)
_BY_OTHERS = Step.objects.filter(
    ~Q(seat=OuterRef("number")), match=OuterRef("match"), seq__gt=OuterRef("seen"), notice__gt=Notice.OWN
)
_NEWS = Coalesce(Subquery(_BY_OTHERS.order_by().values("match").annotate(n=Count("pk")).values("n")), 0)


def _is_signed_in(user: Any) -> bool:
    return user is not None and user.is_authenticated


def _urgency(line: MatchLine) -> tuple[datetime, Any]:
    return line.due or _NEVER, line.updated_at


def _lines_of(seats: QuerySet[Seat]) -> tuple[MatchLine, ...]:
    """Return the lines for the matches of *seats*, in their order. Annotate the seats with `news`."""
    rows = list(seats)
    matches = {
        match.pk: match for match in with_people(Match.objects.filter(pk__in=[r.match_id for r in rows]))
    }
    names = edition_names(matches.values())
    return tuple(line_of(matches[seat.match_id], seat, _news_of(seat), names) for seat in rows)


def edition_names(matches: Iterable[Match]) -> Mapping[str, str]:
    """Return what people call the editions of *matches*, by slug."""
    return catalog.edition_names(match.edition for match in matches)


def _news_of(seat: Any) -> int:
    """Return how many steps are new to the seat's user; 0 if they have never marked any as seen."""
    return seat.news if seat.seen_at is not None else 0


def line_of(
    match: Match, mine: Seat | None = None, news: int = 0, names: Mapping[str, str] | None = None
) -> MatchLine:
    """Return the line of a match read by `with_people`. *mine:* the reader’s seat. *news:* new to them.

    *names:* of editions, where those of many lines were read at once.
    """
    seats: Sequence[Seat] = list(match.seats.all())
    title = catalog.title(match.title)
    number = mine.number if mine is not None and not mine.bot else None
    is_mine = match.status == Status.RUNNING and number is not None and number in match.to_act
    due = _due(match.clocks, number) if is_mine and number is not None else None
    winners = codec.from_json(Result, match.result).winners if match.result else None
    return MatchLine(
        match=match.pk,
        title=match.title,
        title_name=title.name,
        icon=title.icon,
        edition=match.edition,
        edition_name=(names or {}).get(match.edition) or catalog.edition_name(match.edition),
        status=match.status,
        url=reverse("games:match_detail", args=[match.pk]),
        name=match.name,
        names=seat_names(seats),
        host=next((seat_name(seat) for seat in seats if seat.user_id == match.created_by_id), ""),
        free=sum(seat.user_id is None and not seat.bot for seat in seats),
        clock=_clock_words(match.clock),
        is_private=match.is_private,
        is_rated=match.is_rated,
        rating_range=match.rating_range,
        my_turn=is_mine,
        due=due,
        left=duration(max(0, (due - timezone.now()).total_seconds())) if due else "",
        news=news,
        outcome=_outcome(winners, mine),
        is_shared=winners is not None and len(winners) > 1,
        is_stopped=match.status == Status.RUNNING and match.stopped_at is not None,
        updated_at=match.updated_at,
    )


def _due(seat_clocks: Any, number: int) -> datetime | None:
    """Return when the seat's time is up, or None if its clock doesn't run."""
    found = clocks.read_seat_clocks(seat_clocks)
    seat_clock = found[number] if number < len(found) else None
    return datetime.fromtimestamp(seat_clock.due, UTC) if seat_clock and seat_clock.runs else None


def _clock_words(text: str) -> str:
    clock = clocks.clock_of(text)
    return "" if clock.kind == "none" else short_words(clock)


def _outcome(winners: Sequence[int] | None, mine: Seat | None) -> str:
    """Return how it ended for *mine*. *winners:* None while it runs. Whoever left comes after all others."""
    if winners is None or mine is None:
        return ""
    if mine.bot:
        return "lost"
    if not winners:
        return "draw"
    return "won" if mine.number in winners else "lost"
