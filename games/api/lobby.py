"""The API for finding matches: the lobby, the caller's matches, invitations, watchers, rematches."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router, Schema
from pydantic import Field

from games.api.schemas import Done, GameSlug, MatchOut, Name
from games.api.tools import LARGEST, OF_A_MATCH, IdempotencyKey, moment, show_again
from games.lobby.filters import read_filters
from games.lobby.lists import MatchLine, finished_matches, invitations, open_matches, own_matches
from games.lobby.pairing import pair, read_wish
from games.matches import access
from games.matches.actions import invitations as inviting
from games.matches.actions import rematch, seats, terms
from games.ratings.ranges import WIDEST
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.accounts.models import Scope
from scrapsite.common import limits
from scrapsite.common.api import SIGNED_IN, Incoming, player, to_json
from scrapsite.server.work.once import once, what_of

router = Router(tags=["lobby"], auth=TokenOrSession(Scope.PLAY))


class Inviting(Incoming):
    """*name:* the player's name, as others see it."""

    name: Name


class Watching(Incoming):
    """*watch:* who may watch. *watch_delay:* how many seconds late."""

    watch: Literal["all", "nobody"]
    watch_delay: Annotated[int, Field(ge=0, le=2_592_000)] = 0


class Pairing(Incoming):
    """*game:* its newest edition is played. *pace:* `live` or `days`. *rated:* guests' matches never are.

    *rating_range:* in a rated match, by how many points your opponent's rating may differ from yours.
    """

    game: GameSlug
    pace: Literal["live", "days"]
    rated: bool = False
    rating_range: Annotated[int, Field(ge=1, le=WIDEST)] | None = None


class MatchLineOut(Schema):
    """A match in a list. *due:* when your time to decide ends. *news:* others' steps you haven't seen.

    *rating_range:* by how many points the joining player's rating may differ from that of the match's
    creator, null for any.
    *stopped:* it stands still, as the site lost its rules: its players decide how it goes on.
    """

    id: str
    game: str
    edition: str
    status: Literal["open", "running", "finished", "cancelled"]
    name: str
    players: list[str]
    host: str
    free: int
    clock: str
    private: bool
    rated: bool
    rating_range: int | None
    your_turn: bool
    stopped: bool
    due: str | None
    news: int
    outcome: Literal["won", "lost", "draw", ""]


class InvitationOut(Schema):
    """An invitation to a match: join it, or decline."""

    match: MatchLineOut
    by: str


class MineOut(Schema):
    """Your matches. *finished:* the newest ones only."""

    your_turn: list[MatchLineOut]
    waiting: list[MatchLineOut]
    open: list[MatchLineOut]
    finished: list[MatchLineOut]
    invitations: list[InvitationOut]


@router.get("/lobby", response={200: list[MatchLineOut], **SIGNED_IN})
def list_open_matches(
    request: HttpRequest,
    box: str = Query("", max_length=80),
    seats: str = Query("", max_length=2),
    time: str = Query("", max_length=10),
    rated: str = Query("", max_length=3),
) -> HttpResponse:
    """List other people's matches with a free seat, newest first.

    *box:* a game's slug, or game/edition. *seats:* how many play. *time:* `live` or `days`. *rated:* `yes` or
    `no`. Unknown values are ignored.
    """
    user = player(request)
    limits.check("reads", request, user)
    filters = read_filters({"box": box, "seats": seats, "time": time, "rated": rated})
    return to_json([_plain_row(line) for line in open_matches(user, filters)])


@router.get("/me/matches", response={200: MineOut, **SIGNED_IN})
def list_own_matches(request: HttpRequest) -> HttpResponse:
    """List your matches, soonest due first, and your invitations."""
    user = player(request)
    limits.check("reads", request, user)
    own = own_matches(user)
    return to_json(
        {
            "your_turn": [_plain_row(line) for line in own.my_turn],
            "waiting": [_plain_row(line) for line in own.waiting],
            "open": [_plain_row(line) for line in own.mine_open],
            "finished": [_plain_row(line) for line in finished_matches(user)],
            "invitations": [{"match": _plain_row(one.line), "by": one.by} for one in invitations(user)],
        }
    )


@router.post("/pairing", response={200: MatchOut, **SIGNED_IN})
def pair_player(request: HttpRequest, body: Pairing, idempotency_key: IdempotencyKey = "") -> HttpResponse:
    """Take a seat at the table that has waited longest for such a match, or wait at a new one.

    A repeat with the same `Idempotency-Key` shows the match that was found first.
    """
    user = player(request)
    limits.check("matches", request, user)
    asked = {"title": body.game, "pace": body.pace, "is_rated": body.rated}
    wish = read_wish(asked | {"rating_range": body.rating_range or ""}, user)
    what = what_of("pair", body.model_dump())
    found = once(user, idempotency_key, what, lambda note: pair(user, wish, note).pk)
    return show_again(user, found)


@router.post("/matches/{match_id}/cancel", response={200: MatchOut, **OF_A_MATCH})
def cancel_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Call off a match of yours that hasn't begun."""
    user = player(request)
    limits.check("moves", request, user)
    seats.cancel_match(match_id, user)
    return show_again(user, match_id)


@router.post("/matches/{match_id}/again", response={200: MatchOut, **OF_A_MATCH})
def repeat_match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Play the match again, everybody in the same seat: join the rematch that exists, or make a new one."""
    user = player(request)
    limits.check("matches", request, user)
    return show_again(user, rematch.rematch(match_id, user).pk)


@router.post("/matches/{match_id}/watchers", response={200: MatchOut, **OF_A_MATCH})
def set_watchers(request: HttpRequest, match_id: str, body: Watching) -> HttpResponse:
    """Set who may watch, and how late. Once the match has begun, it can only be made stricter."""
    user = player(request)
    limits.check("moves", request, user)
    terms.set_watching(match_id, user, body.watch, body.watch_delay)
    return show_again(user, match_id)


@router.post("/matches/{match_id}/invitations", response={200: MatchOut, **OF_A_MATCH})
def invite_player(request: HttpRequest, match_id: str, body: Inviting) -> HttpResponse:
    """Invite a player to take a free seat."""
    user = player(request)
    access.match_for(user, match_id)
    limits.check("invitations", request, user)
    inviting.invite(match_id, user, body.name)
    return show_again(user, match_id)


@router.post("/matches/{match_id}/invitations/{key}/withdraw", response={200: MatchOut, **OF_A_MATCH})
def withdraw_invitation(
    request: HttpRequest, match_id: str, key: int = Path(..., ge=1, le=LARGEST)
) -> HttpResponse:
    """Withdraw an invitation that hasn't been answered."""
    user = player(request)
    limits.check("moves", request, user)
    inviting.withdraw_invitation(match_id, user, key)
    return show_again(user, match_id)


@router.post("/matches/{match_id}/decline", response={200: Done, **OF_A_MATCH})
def decline_invitation(request: HttpRequest, match_id: str) -> HttpResponse:
    """Decline your invitation to the match; a repeat changes nothing. To accept it, join."""
    user = player(request)
    limits.check("moves", request, user)
    inviting.decline(match_id, user)
    return to_json({"done": True})


def _plain_row(line: MatchLine) -> dict[str, Any]:
    """Return a match in a list as plain data."""
    return {
        "id": line.match,
        "game": line.title,
        "edition": line.edition,
        "status": line.status,
        "name": line.name,
        "players": line.names,
        "host": line.host,
        "free": line.free,
        "clock": line.clock,
        "private": line.is_private,
        "rated": line.is_rated,
        "rating_range": line.rating_range,
        "your_turn": line.my_turn,
        "stopped": line.is_stopped,
        "due": moment(line.due),
        "news": line.news,
        "outcome": line.outcome,
    }
