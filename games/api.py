"""The JSON API of games and matches, for programs that play. Everything goes through the same actions."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from games import access, actions, catalog, limits, queries
from games.actions import Answer
from games.engine import codec
from games.engine.protocol import Title
from games.models import Match
from games.schemas import (
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
from scrapsite.api_auth import TokenOrSession
from scrapsite.players import display_name, new_guest
from scrapsite.tokens import issue_token

router = Router(tags=["matches"], auth=TokenOrSession())

_SIGNED_IN: dict[Any, Any] = {400: Error, 401: Error, 403: Error, 413: Error, 422: Error, 429: Error}
_OF_A_MATCH: dict[Any, Any] = {**_SIGNED_IN, 404: Error}
_OF_A_MOVE: dict[Any, Any] = {**_OF_A_MATCH, 409: Error}


@router.post("/guests", auth=None, response={200: Guest, 429: Error}, tags=["players"])
def create_guest(request: HttpRequest) -> HttpResponse:
    """Make a new player with a made-up name."""
    limits.check("guests", request)
    user = new_guest()
    return _json({"token": issue_token(user), "name": display_name(user)})


@router.get("/games", auth=None, response={200: list[GameInfo]}, tags=["games"])
def list_games(request: HttpRequest) -> HttpResponse:
    """List the games with their editions, seats, options and bots."""
    return _json([_game_info(title) for title in catalog.titles()])


@router.post("/matches", response={200: MatchOut, **_SIGNED_IN})
def create_match(request: HttpRequest, body: NewMatch) -> HttpResponse:
    """Make a match and sit down. It begins at once when no seat is open."""
    user = _player(request)
    limits.check("matches", request, user)
    match = actions.create_match(
        user, body.game, body.edition, body.options, body.seats, is_listed=body.listed
    )
    return _match(user, match)


@router.post("/matches/{match_id}/join", response={200: MatchOut, **_OF_A_MATCH})
def join_match(request: HttpRequest, match_id: str, body: Joining | None = None) -> HttpResponse:
    """Take the first open seat; with the last one the match begins."""
    user = _player(request)
    limits.check("matches", request, user)
    return _match(user, actions.join_match(match_id, user, body.nonce if body else None))


@router.get("/matches/{match_id}", response={200: MatchOut, **_OF_A_MATCH})
def read_match(request: HttpRequest, match_id: str, log: str = Query("", max_length=10)) -> HttpResponse:
    """Show a match as you may see it, with your legal moves."""
    user = _player(request)
    limits.check("reads", request, user)
    return _match(user, access.match_for(user, match_id), whole_log=log == "all")


@router.post("/matches/{match_id}/moves", response={200: AnswerOut, **_OF_A_MOVE})
def play_move(request: HttpRequest, match_id: str, body: Moving) -> HttpResponse:
    """Play a move. A repeat with the same `client_move_id` gets the first answer; 409: look again."""
    user = _player(request)
    limits.check("moves", request, user)
    return _answer(actions.play_move(match_id, user, body.seen, body.client_move_id, body.move))


@router.post("/matches/{match_id}/orders", response={200: MatchOut, **_OF_A_MATCH})
def give_order(request: HttpRequest, match_id: str, body: Ordering) -> HttpResponse:
    """Settle a coming decision beforehand. It is taken when it is legal at its moment; else you are asked."""
    user = _player(request)
    limits.check("moves", request, user)
    actions.give_order(match_id, user, body.order)
    return _match(user, access.match_for(user, match_id))


@router.post("/matches/{match_id}/orders/withdraw", response={200: MatchOut, **_OF_A_MATCH})
def withdraw_order(request: HttpRequest, match_id: str, body: Ordering) -> HttpResponse:
    """Withdraw a standing order."""
    user = _player(request)
    limits.check("moves", request, user)
    actions.withdraw_order(match_id, user, body.order)
    return _match(user, access.match_for(user, match_id))


@router.post("/matches/{match_id}/undo", response={200: AnswerOut, **_OF_A_MOVE})
def undo_move(request: HttpRequest, match_id: str, body: Moment) -> HttpResponse:
    """Take your newest move back, as long as it revealed nothing and it is still your turn."""
    user = _player(request)
    limits.check("moves", request, user)
    return _answer(actions.undo_move(match_id, user, body.seen, body.client_move_id))


@router.post("/matches/{match_id}/resign", response={200: AnswerOut, **_OF_A_MATCH})
def resign(request: HttpRequest, match_id: str) -> HttpResponse:
    """Give the match up; the others win."""
    user = _player(request)
    limits.check("moves", request, user)
    return _answer(actions.resign(match_id, user))


def _player(request: HttpRequest) -> Any:
    return request.auth  # type: ignore[attr-defined]


def _json(value: object) -> HttpResponse:
    return HttpResponse(codec.to_json(value), content_type="application/json; charset=utf-8")


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


def _match(user: Any, match: Match, *, whole_log: bool = False) -> HttpResponse:
    board = queries.board(match, access.seat_of(user, match), whole_log=whole_log)
    return _json(
        {
            "id": board.match,
            "game": board.title,
            "edition": board.edition,
            "options": {option.name: option.value for option in board.options},
            "status": board.status,
            "seq": board.seq,
            "to_act": board.to_act,
            "seat": None if board.viewer.is_spectator else board.viewer.seat,
            "seats": [{"number": s.number, "name": s.name, "kind": s.kind} for s in board.seats],
            "view": board.view,
            "legal": [codec.from_json(dict, offer.move) for offer in board.legal],
            "orders": [
                {"order": codec.from_json(dict, o.order), "label": o.label, "given": o.is_given}
                for o in board.orders
            ],
            "can_undo": board.can_undo,
            "log": [_line(line) for line in board.log],
            "result": codec.from_json(dict, match.result) if match.result else None,
            "commitment": board.commitment,
            "proof": board.proof,
        }
    )


def _line(line: queries.LogLine) -> dict[str, Any]:
    return {
        "seq": line.seq,
        "seat": line.seat,
        "rule": line.rule,
        "text": line.text,
        "undone": line.undone,
        "event": line.event,
    }


def _answer(answer: Answer) -> HttpResponse:
    return _json(
        {
            "id": answer.match,
            "seq": answer.seq,
            "status": answer.status,
            "to_act": answer.to_act,
            "events": answer.events,
            "result": answer.result,
        }
    )
