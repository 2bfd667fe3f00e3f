"""The stream of the caller's matches, for programs that play."""

from collections.abc import Callable
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema
from pydantic import AwareDatetime

from games.api.schemas import Line, ResultOut
from games.live.following import beginning
from games.live.stream import Place, Reader, write
from games.live.update_hub import user_of_session
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.accounts.tokens import user_for_token
from scrapsite.common import limits
from scrapsite.common.api import Error
from scrapsite.common.requests import client_network
from scrapsite.server.asgi.live import LiveResponse

NDJSON = "application/x-ndjson"
_SCHEMA = {"type": "string", "description": "JSON objects, one a line; its fields depend on its type."}
_DOCUMENTED = {"responses": {200: {"description": "OK", "content": {NDJSON: {"schema": _SCHEMA}}}}}

router = Router(tags=["stream"], auth=TokenOrSession())


class StreamLine(Schema):
    """A line of the stream. Its fields depend on *type*; every line has *type* and *at*.

    *to_act*, *your_turn:* who must decide. *due:* when your time is up, if your clock runs.
    """

    type: Literal["match", "talk", "invitation", "left", "ready", "alive"]
    at: str
    match: str | None = None
    game: str | None = None
    edition: str | None = None
    status: Literal["open", "running", "finished", "cancelled"] | None = None
    seq: int | None = None
    seat: int | None = None
    to_act: list[int] | None = None
    your_turn: bool | None = None
    due: str | None = None
    log: list[Line] | None = None
    result: ResultOut | None = None
    key: int | None = None
    name: str | None = None
    text: str | None = None
    by: str | None = None


@router.get("/stream", response={401: Error, 422: Error, 429: Error}, openapi_extra=_DOCUMENTED)
def follow_matches(request: HttpRequest, since: AwareDatetime | None = None) -> HttpResponse:
    """Follow your own matches: newline-delimited JSON, until you disconnect or for at most an hour.

    First you get a line of type `match` for each match that isn't over, then each open invitation, then
    `ready`. After that you get a line whenever something happens that you may know: `match` (how it stands,
    with the news in its `log`), `talk`, `invitation`, `left` (a bot plays for you now). While nothing
    happens, you get a line `alive` every 15 seconds.

    Every line has an `at`. After a break, connect with `?since=` and the `at` of the last line: you get what
    you missed, and some lines again (recognise a log line by match and `seq`, a message by its `key`). You
    can follow at most 4 streams at once, and 100 from one address.
    """
    user: Any = request.auth  # type: ignore[attr-defined]
    limits.check("streams", request, user)
    place = Place(user.pk, client_network(request))
    try:
        known, lines = beginning(user, since)
    except BaseException:
        place.give_back()
        raise
    reader = Reader(known, place, _welcome(request))
    response = LiveResponse(write(lines), reader.follow, place.give_back, content_type=NDJSON)
    response["X-Accel-Buffering"] = "no"
    return response


def _welcome(request: HttpRequest) -> Callable[[], bool]:
    """Return a function that says whether the caller is still signed in."""
    _, _, token = request.headers.get("Authorization", "").partition(" ")
    if token:
        return lambda: user_for_token(token) is not None
    key = request.session.session_key
    return lambda: user_of_session(key) is not None
