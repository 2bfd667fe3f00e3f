"""The API for looking back at a match: its replay, its record, and practice from one of its steps."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router, Schema
from pydantic import Field

from games.api.schemas import Line, MatchOut
from games.api.tools import LARGEST, OF_A_MATCH, show_match
from games.fairness.record import record
from games.matches import access
from games.replay.moments import knowledge_of, replay
from games.replay.plain import plain_moment, plain_replay
from games.replay.practise import practise
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.accounts.models import Scope
from scrapsite.common import limits
from scrapsite.common.api import Incoming, player, to_json

router = Router(tags=["replay"], auth=TokenOrSession(Scope.PLAY))


class Practising(Incoming):
    """*step:* its number, as in the log. *seat:* the one you take; while the match runs, only your own.

    *whose:* as whose log counts once the match is over: your own if empty, `public`, a seat’s number, `all`.
    """

    step: Annotated[int, Field(ge=0, le=2**31 - 1)]
    seat: Annotated[int, Field(ge=0, le=7)]
    bot: Annotated[str, Field(max_length=20, examples=["greedy"])]
    whose: Annotated[str, Field(max_length=6)] = ""


class ReplayLine(Schema):
    """A line of a replay. *step:* its number. *seat:* who made the step, -1 for the system."""

    step: int
    seat: int
    rule: str
    text: str
    undone: bool
    event: dict[str, Any]


class ReplayOut(Schema):
    """A match step by step. *seat:* whose knowledge it shows: a seat's number, `public` or `all`."""

    format: Literal["scrapsite-replay-1"]
    match: str
    game: str
    edition: str
    options: dict[str, Any]
    seat: str
    steps: list[ReplayLine]


class MomentOut(Schema):
    """A match as it stood after a step. *newest:* number of the newest step you may see."""

    match: str
    seat: str
    step: int
    newest: int
    view: dict[str, Any] | None
    log: list[Line]


@router.get("/matches/{match_id}/replay", response={200: ReplayOut, **OF_A_MATCH})
def read_replay(request: HttpRequest, match_id: str, seat: str = Query("", max_length=6)) -> HttpResponse:
    """Show all that you may know of a match, step by step.

    *seat:* whose knowledge to show: your own if empty; `public`; after the end, any seat's number or `all`.
    """
    user = player(request)
    match = access.match_for(user, match_id)
    limits.check("records", request, user)
    whose, _ = knowledge_of(match, access.seat_of(user, match), seat)
    return to_json(plain_replay(match, whose))


@router.get("/matches/{match_id}/replay/{step}", response={200: MomentOut, **OF_A_MATCH})
def read_moment(
    request: HttpRequest,
    match_id: str,
    step: int = Path(..., ge=0, le=LARGEST),
    seat: str = Query("", max_length=6),
) -> HttpResponse:
    """Show a match as it stood after a step; *seat* as for the whole replay."""
    user = player(request)
    match = access.match_for(user, match_id)
    limits.check("reads", request, user)
    return to_json(plain_moment(replay(match, access.seat_of(user, match), seat, step, None)))


@router.get("/matches/{match_id}/record", response={200: dict, **OF_A_MATCH})
def read_record(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the record of a finished match, exactly as `verify_match.py` checks it."""
    user = player(request)
    match = access.match_for(user, match_id)
    limits.check("records", request, user)
    return HttpResponse(record(match), content_type="application/json; charset=utf-8")


@router.post("/matches/{match_id}/practise", response={200: MatchOut, **OF_A_MATCH}, summary="Practise")
def practise_from(request: HttpRequest, match_id: str, body: Practising) -> HttpResponse:
    """Begin a practice match against bots at a step of this one. It is private and unrated."""
    user = player(request)
    limits.check("matches", request, user)
    return show_match(user, practise(match_id, user, body.step, body.seat, body.bot, body.whose))
