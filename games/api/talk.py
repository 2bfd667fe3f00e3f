"""The API of table talk: messages, muting, reports, and private notes."""

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from ninja import Path, Router, Schema
from pydantic import Field

from games.api.schemas import Done
from games.api.tools import LARGEST, OF_A_MATCH, IdempotencyKey, moment
from games.match_page import bug_reports
from games.matches import access
from games.matches.models import Match
from games.talk import actions, notes
from games.talk.queries import Talk, note, talk
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.accounts.models import Scope
from scrapsite.common import limits
from scrapsite.common.api import Incoming, player, to_json
from scrapsite.server.work.once import once, what_of

router = Router(tags=["table talk"], auth=TokenOrSession(Scope.PLAY))


class Saying(Incoming):
    """*text:* up to 1000 characters."""

    text: Annotated[str, Field(max_length=2000)]


class Noting(Incoming):
    """*text:* up to 10,000 characters; empty deletes the note."""

    text: Annotated[str, Field(max_length=20_000)]


class Reporting(Incoming):
    """*words:* what is wrong, up to 5000 characters for a bug and 500 for a message."""

    words: Annotated[str, Field(max_length=6000)] = ""


class Muting(Incoming):
    """*seat:* the seat of the player to mute, or to unmute if *on* is false."""

    seat: Annotated[int, Field(ge=0, le=7)]
    on: bool = True


class MessageOut(Schema):
    """A message. *hidden:* a moderator has hidden its text."""

    key: int
    seat: int
    name: str
    text: str
    at: str
    hidden: bool


class TalkOut(Schema):
    """Table talk, oldest first, without messages of players you have muted."""

    may_write: bool
    messages: list[MessageOut]


class NoteOut(Schema):
    """Your note about the match; nobody else can read it."""

    text: str


@router.get("/matches/{match_id}/talk", response={200: TalkOut, **OF_A_MATCH})
def read_talk(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the table talk. While the match runs, only its players can read it."""
    user = player(request)
    limits.check("reads", request, user)
    return _talk(user, access.match_for(user, match_id))


@router.post("/matches/{match_id}/talk", response={200: TalkOut, **OF_A_MATCH})
def say_something(
    request: HttpRequest, match_id: str, body: Saying, idempotency_key: IdempotencyKey = ""
) -> HttpResponse:
    """Send a message to the players. A repeat with the same `Idempotency-Key` sends none."""
    user = player(request)
    match = access.match_for(user, match_id)
    limits.check("talk", request, user)
    once(
        user,
        idempotency_key,
        what_of("talk", match_id, body.text),
        lambda note: actions.say(match_id, user, body.text, note).pk,
    )
    return _talk(user, match)


@router.post("/matches/{match_id}/talk/{key}/report", response={200: Done, **OF_A_MATCH})
def report_message(
    request: HttpRequest, match_id: str, body: Reporting, key: int = Path(..., ge=1, le=LARGEST)
) -> HttpResponse:
    """Report a message to the moderators."""
    user = player(request)
    limits.check("notes", request, user)
    actions.report(match_id, user, key, body.words)
    return to_json({"done": True})


@router.post("/matches/{match_id}/mute", response={200: TalkOut, **OF_A_MATCH})
def mute_player(request: HttpRequest, match_id: str, body: Muting) -> HttpResponse:
    """Mute or unmute the player at a seat, in all matches. They aren't told."""
    user = player(request)
    limits.check("notes", request, user)
    actions.mute(match_id, user, body.seat, on=body.on)
    return _talk(user, access.match_for(user, match_id))


@router.get("/matches/{match_id}/note", response={200: NoteOut, **OF_A_MATCH})
def read_note(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show your note about the match."""
    user = player(request)
    limits.check("reads", request, user)
    return to_json({"text": note(access.match_for(user, match_id), user)})


@router.post("/matches/{match_id}/note", response={200: NoteOut, **OF_A_MATCH})
def keep_note(request: HttpRequest, match_id: str, body: Noting) -> HttpResponse:
    """Store your private note about the match."""
    user = player(request)
    limits.check("notes", request, user)
    notes.keep_note(match_id, user, body.text)
    return to_json({"text": note(access.match_for(user, match_id), user)})


@router.post("/matches/{match_id}/bug", response={200: Done, **OF_A_MATCH})
def report_bug(request: HttpRequest, match_id: str, body: Reporting) -> HttpResponse:
    """Tell the staff what looks wrong; the match as you see it now is sent with it."""
    user = player(request)
    access.match_for(user, match_id)
    limits.check("bug-reports", request, user)
    bug_reports.report_bug(match_id, user, body.words)
    return to_json({"done": True})


def _talk(user: object, match: Match) -> HttpResponse:
    return to_json(_plain_talk(talk(match, user, whole=True)))


def _plain_talk(shown: Talk) -> dict[str, Any]:
    """Return table talk as plain data."""
    return {
        "may_write": shown.may_write,
        "messages": [
            {
                "key": line.pk,
                "seat": line.seat,
                "name": line.name,
                "text": line.text,
                "at": moment(line.at),
                "hidden": line.is_hidden,
            }
            for line in shown.lines
        ],
    }
