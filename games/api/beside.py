"""The API of what happens at a table beside the moves: undo requests, replay, practising, talk, notes."""

from django.http import HttpRequest, HttpResponse
from ninja import Path, Query, Router

from games.api.schemas import (
    Answering,
    AnswerOut,
    Done,
    MatchOut,
    Moment,
    MomentOut,
    Muting,
    NoteOut,
    Noting,
    Number,
    Practising,
    ReplayOut,
    Reporting,
    Saying,
    TalkOut,
)
from games.api.tools import OF_A_MATCH, OF_A_MOVE, player, show_answer, show_match, to_json
from games.fairness import record as fairness
from games.match_page import seeing
from games.match_page.plain import plain_moment, plain_replay, plain_talk
from games.matches import access
from games.matches.actions import undo_requests
from games.matches.models import Match
from games.replay import practise as practise_module
from games.replay.moments import knowledge_of, replay
from games.talk import actions as talk_actions
from games.talk import notes as note_actions
from games.talk.queries import note, talk
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.common import limits

LARGEST = 2**31 - 1
router = Router(auth=TokenOrSession())


@router.post("/matches/{match_id}/undo/ask", response={200: AnswerOut, **OF_A_MOVE}, tags=["matches"])
def ask_undo(request: HttpRequest, match_id: str, body: Moment) -> HttpResponse:
    """Ask the others to let you take your last move back, where `undo` wouldn't do."""
    user = player(request)
    limits.check("moves", request, user)
    return show_answer(undo_requests.ask_undo(match_id, user, body.seen, body.client_move_id))


@router.post("/matches/{match_id}/undo/answer", response={200: AnswerOut, **OF_A_MOVE}, tags=["matches"])
def answer_undo(request: HttpRequest, match_id: str, body: Answering) -> HttpResponse:
    """Allow, refuse, or withdraw a request to take a move back."""
    user = player(request)
    limits.check("moves", request, user)
    return show_answer(undo_requests.answer_undo(match_id, user, body.request, body.verdict))


@router.post("/matches/{match_id}/seen", response={200: Done, **OF_A_MATCH}, tags=["matches"])
def mark_seen(request: HttpRequest, match_id: str, body: Number) -> HttpResponse:
    """Note what you have looked at, for the badge of news in lists."""
    user = player(request)
    limits.check("moves", request, user)
    seeing.mark_seen(match_id, user, body.seen)
    return to_json({"done": True})


@router.get("/matches/{match_id}/replay", response={200: ReplayOut, **OF_A_MATCH}, tags=["replay"])
def read_replay(request: HttpRequest, match_id: str, seat: str = Query("", max_length=6)) -> HttpResponse:
    """Show all that may be read of a match, step by step.

    *seat:* whose knowledge: your own when empty; `public`; after the end any seat's number, or `all`.
    """
    user = player(request)
    match = access.match_for(user, match_id)
    limits.check("records", request, user)
    whose, _ = knowledge_of(match, access.seat_of(user, match), seat)
    return to_json(plain_replay(match, whose))


@router.get("/matches/{match_id}/replay/{step}", response={200: MomentOut, **OF_A_MATCH}, tags=["replay"])
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


@router.get("/matches/{match_id}/record", response={200: dict, **OF_A_MATCH}, tags=["replay"])
def read_record(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the record of a finished match, which `verify_match.py` checks, byte for byte."""
    user = player(request)
    match = access.match_for(user, match_id)
    limits.check("records", request, user)
    return HttpResponse(fairness.record(match), content_type="application/json; charset=utf-8")


@router.post("/matches/{match_id}/practise", response={200: MatchOut, **OF_A_MATCH}, tags=["replay"])
def practise(request: HttpRequest, match_id: str, body: Practising) -> HttpResponse:
    """Begin a match against bots at a step of this one. It is private and unrated."""
    user = player(request)
    limits.check("matches", request, user)
    return show_match(user, practise_module.practise(match_id, user, body.step, body.seat, body.bot))


@router.get("/matches/{match_id}/talk", response={200: TalkOut, **OF_A_MATCH}, tags=["table talk"])
def read_talk(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show what is said at the table. While the match goes on only its players read it."""
    user = player(request)
    limits.check("reads", request, user)
    return _talk(user, access.match_for(user, match_id))


@router.post("/matches/{match_id}/talk", response={200: TalkOut, **OF_A_MATCH}, tags=["table talk"])
def say_something(request: HttpRequest, match_id: str, body: Saying) -> HttpResponse:
    """Say something at the table."""
    user = player(request)
    match = access.match_for(user, match_id)
    limits.check("talk", request, user)
    talk_actions.say(match_id, user, body.text)
    return _talk(user, match)


@router.post("/matches/{match_id}/talk/{key}/report", response={200: Done, **OF_A_MATCH}, tags=["table talk"])
def report_message(
    request: HttpRequest, match_id: str, body: Reporting, key: int = Path(..., ge=1, le=LARGEST)
) -> HttpResponse:
    """Show a message to the moderators."""
    user = player(request)
    limits.check("notes", request, user)
    talk_actions.report(match_id, user, key, body.words)
    return to_json({"done": True})


@router.post("/matches/{match_id}/mute", response={200: TalkOut, **OF_A_MATCH}, tags=["table talk"])
def mute_player(request: HttpRequest, match_id: str, body: Muting) -> HttpResponse:
    """Stop reading what the player at a seat says, at any table; or begin again. They aren't told."""
    user = player(request)
    limits.check("notes", request, user)
    talk_actions.mute(match_id, user, body.seat, on=body.on)
    return _talk(user, access.match_for(user, match_id))


@router.get("/matches/{match_id}/note", response={200: NoteOut, **OF_A_MATCH}, tags=["table talk"])
def read_note(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show what you have noted down about the match."""
    user = player(request)
    limits.check("reads", request, user)
    return to_json({"text": note(access.match_for(user, match_id), user)})


@router.post("/matches/{match_id}/note", response={200: NoteOut, **OF_A_MATCH}, tags=["table talk"])
def keep_note(request: HttpRequest, match_id: str, body: Noting) -> HttpResponse:
    """Note something down about the match, for yourself."""
    user = player(request)
    limits.check("notes", request, user)
    note_actions.keep_note(match_id, user, body.text)
    return to_json({"text": note(access.match_for(user, match_id), user)})


@router.post("/matches/{match_id}/bug", response={200: Done, **OF_A_MATCH}, tags=["table talk"])
def report_bug(request: HttpRequest, match_id: str, body: Reporting) -> HttpResponse:
    """Tell the staff what looks wrong; the match as you see it now goes along."""
    user = player(request)
    access.match_for(user, match_id)
    limits.check("bug-reports", request, user)
    note_actions.report_bug(match_id, user, body.words)
    return to_json({"done": True})


def _talk(user: object, match: Match) -> HttpResponse:
    return to_json(plain_talk(talk(match, user)))
