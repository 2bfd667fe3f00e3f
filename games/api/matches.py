"""The JSON API of games and matches, for programs that play. Everything goes through the same actions."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from games import catalog
from games.api.schemas import (
    AnswerOut,
    Error,
    GameInfo,
    Guest,
    Joining,
    MatchOut,
    Moment,
    Moving,
    NewMatch,
    Ordering,
)
from games.api.tools import (
    OF_A_MATCH,
    OF_A_MOVE,
    SIGNED_IN,
    player,
    read_clock,
    show_answer,
    show_match,
    to_json,
)
from games.engine.protocol import Title
from games.matches import access
from games.matches.actions import create, orders, play, seats, undo
from games.matches.actions import resign as resign_module
from games.matches.actions.terms import Terms
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.accounts.tokens import issue_token
from scrapsite.common import limits
from scrapsite.common.players import display_name, new_guest

router = Router(tags=["matches"], auth=TokenOrSession())


@router.post("/guests", auth=None, response={200: Guest, 429: Error}, tags=["players"])
def create_guest(request: HttpRequest) -> HttpResponse:
    """Make a new player with a made-up name."""
    limits.check("guests", request)
    user = new_guest()
    return to_json({"token": issue_token(user), "name": display_name(user)})


@router.get("/games", auth=None, response={200: list[GameInfo]}, tags=["games"])
def list_games(request: HttpRequest) -> HttpResponse:
    """List the games with their editions, seats, options and bots."""
    return to_json([_game_info(title) for title in catalog.titles()])


@router.post("/matches", response={200: MatchOut, **SIGNED_IN})
def create_match(request: HttpRequest, body: NewMatch) -> HttpResponse:
    """Make a match and sit down. It begins at once when no seat is open."""
    user = player(request)
    limits.check("matches", request, user)
    if body.invited:
        limits.check("invitations", request, user)
    match = create.create_match(
        user,
        body.game,
        body.edition,
        body.options,
        body.seats,
        is_listed=body.listed,
        clock=read_clock(body.clock),
        terms=Terms(body.name, body.private, body.watch, body.watch_delay, body.rated),
        invited=body.invited,
    )
    return show_match(user, match)


@router.post("/matches/{match_id}/join", response={200: MatchOut, **OF_A_MATCH})
def join_match(request: HttpRequest, match_id: str, body: Joining | None = None) -> HttpResponse:
    """Take the first open seat; with the last one the match begins."""
    user = player(request)
    limits.check("matches", request, user)
    nonce, key = (body.nonce, body.key) if body else (None, "")
    return show_match(user, seats.join_match(match_id, user, nonce, key=key))


@router.get("/matches/{match_id}", response={200: MatchOut, **OF_A_MATCH})
def read_match(request: HttpRequest, match_id: str, log: str = Query("", max_length=10)) -> HttpResponse:
    """Show a match as you may see it, with your legal moves."""
    user = player(request)
    limits.check("reads", request, user)
    return show_match(user, access.match_for(user, match_id), whole_log=log == "all")


@router.post("/matches/{match_id}/moves", response={200: AnswerOut, **OF_A_MOVE})
def play_move(request: HttpRequest, match_id: str, body: Moving) -> HttpResponse:
    """Play a move. A repeat with the same `client_move_id` gets the first answer; 409: look again."""
    user = player(request)
    limits.check("moves", request, user)
    return show_answer(play.play_move(match_id, user, body.seen, body.client_move_id, body.move))


@router.post("/matches/{match_id}/orders", response={200: MatchOut, **OF_A_MATCH})
def give_order(request: HttpRequest, match_id: str, body: Ordering) -> HttpResponse:
    """Settle a coming decision beforehand. It is taken when it is legal at its moment; else you are asked."""
    user = player(request)
    limits.check("moves", request, user)
    orders.give_order(match_id, user, body.order)
    return show_match(user, access.match_for(user, match_id))


@router.post("/matches/{match_id}/orders/withdraw", response={200: MatchOut, **OF_A_MATCH})
def withdraw_order(request: HttpRequest, match_id: str, body: Ordering) -> HttpResponse:
    """Withdraw a standing order."""
    user = player(request)
    limits.check("moves", request, user)
    orders.withdraw_order(match_id, user, body.order)
    return show_match(user, access.match_for(user, match_id))


@router.post("/matches/{match_id}/undo", response={200: AnswerOut, **OF_A_MOVE})
def undo_move(request: HttpRequest, match_id: str, body: Moment) -> HttpResponse:
    """Take your newest move back, as long as it revealed nothing and it is still your turn."""
    user = player(request)
    limits.check("moves", request, user)
    return show_answer(undo.undo_move(match_id, user, body.seen, body.client_move_id))


@router.post("/matches/{match_id}/resign", response={200: AnswerOut, **OF_A_MATCH})
def resign(request: HttpRequest, match_id: str) -> HttpResponse:
    """Give the match up; the others win."""
    user = player(request)
    limits.check("moves", request, user)
    return show_answer(resign_module.resign(match_id, user))


def _game_info(title: Title) -> dict[str, Any]:
    return {
        "slug": title.slug,
        "title": title.name,
        "editions": [
            {"slug": edition.slug, "date": edition.date.isoformat(), "summary": edition.summary}
            for edition in title.editions.values()
        ],
        "seats": title.seats,
        "options": title.options,
        "bots": title.bots,
    }
