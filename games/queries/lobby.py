"""The lobby: one's own matches, and other people's with a seat free."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from games import catalog
from games.engine import codec
from games.engine.protocol import Result
from games.models import Match, Seat, Status
from games.queries.board import Lobby, MatchLine
from games.queries.people import seat_name, seat_names

MOST_OWN, MOST_JOINABLE, MOST_FINISHED = 200, 50, 20


def lobby(user: Any) -> Lobby:
    """Return the lobby as *user*, or an anonymous visitor, sees it."""
    signed_in = user is not None and user.is_authenticated
    own = _lines(_own(user), user) if signed_in else ()
    return Lobby(
        my_turn=tuple(line for line in own if line.status == Status.RUNNING and line.my_turn),
        waiting=tuple(line for line in own if line.status == Status.RUNNING and not line.my_turn),
        mine_open=tuple(line for line in own if line.status == Status.OPEN),
        joinable=_lines(_joinable(user if signed_in else None), user),
        finished=tuple(line for line in own if line.status == Status.FINISHED)[:MOST_FINISHED],
    )


def _own(user: Any) -> QuerySet[Match]:
    mine = Match.objects.filter(seats__user=user).exclude(status=Status.CANCELLED)
    return _with_people(mine.order_by("-updated_at"))[:MOST_OWN]


def _joinable(user: Any) -> QuerySet[Match]:
    free = Match.objects.filter(status=Status.OPEN, is_listed=True)
    if user is not None:
        free = free.exclude(seats__user=user)
    return _with_people(free.order_by("-created_at"))[:MOST_JOINABLE]


def _with_people(matches: QuerySet[Match]) -> QuerySet[Match]:
    seats = Seat.objects.select_related("user__profile").order_by("number")
    return matches.prefetch_related(Prefetch("seats", seats))


def _lines(matches: QuerySet[Match], user: Any) -> tuple[MatchLine, ...]:
    return tuple(_line(match, user) for match in matches)


def _line(match: Match, user: Any) -> MatchLine:
    seats = list(match.seats.all())
    mine = next(
        (seat.number for seat in seats if seat.user_id and seat.user_id == user.pk and not seat.bot), None
    )
    title = catalog.title(match.title)
    host = next((seat_name(seat) for seat in seats if seat.user_id == match.created_by_id), "")
    return MatchLine(
        match=match.pk,
        title=match.title,
        title_name=title.name,
        icon=title.icon,
        edition=match.edition,
        status=match.status,
        url=reverse("games:match_detail", args=[match.pk]),
        names=seat_names(seats),
        my_turn=mine in match.deciders,
        outcome=_outcome(match, mine),
        host=host,
        updated_at=match.updated_at,
    )


def _outcome(match: Match, mine: int | None) -> str:
    if not match.result or mine is None:
        return ""
    winners = codec.from_json(Result, match.result).winners
    if not winners:
        return "draw"
    return "won" if mine in winners else "lost"
