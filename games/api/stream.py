"""The stream of one's own matches, for programs that play."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from games.api.schemas import Line, ResultOut
from games.live.following import beginning
from games.live.stream import Place, Reader, write
from games.live.update_hub import user_of_session
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.accounts.tokens import user_for_token
from scrapsite.common import limits
from scrapsite.common.api import Error
from scrapsite.server.asgi.live import LiveResponse

NDJSON = "application/x-ndjson"
_SCHEMA = {"type": "string", "description": "JSON objects, one a line; its fields depend on its type."}
_DOCUMENTED = {"responses": {200: {"description": "OK", "content": {NDJSON: {"schema": _SCHEMA}}}}}

router = Router(tags=["stream"], auth=TokenOrSession())


class StreamLine(Schema):
    """A line of the stream. Which of the fields it has depends on *type*; every line has *type* and *at*.

    *to_act*, *your_turn:* who must decide. *due:* until when you must, if a clock runs for you.
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
def follow_matches(request: HttpRequest, since: datetime | None = None) -> HttpResponse:
    """Follow your own matches: newline-delimited JSON that goes on until you leave, or for an hour.

    At first each match that isn't over comes as a line of type `match`, then each open invitation, then
    `ready`. From then on there is a line whenever something happens that you may know of: `match` (how it
    stands, with what happened in its `log`), `talk`, `invitation`, `left` (a bot plays for you now). With
    nothing to tell there is a line `alive` every 15 seconds.

    Every line has an `at`. After a break, connect with `?since=` and the `at` of the last line: what you
    missed comes along, and a little of what you may have had already (a log line is known by match and
    `seq`, a message by its `key`). Nobody follows more than 4 streams at once.
    """
    user: Any = request.auth  # type: ignore[attr-defined]
    limits.check("streams", request, user)
    place = Place(user.pk)
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
    """Return what says whether the caller is still signed in."""
    _, _, token = request.headers.get("Authorization", "").partition(" ")
    if token:
        return lambda: user_for_token(token) is not None
    key = request.session.session_key
    return lambda: user_of_session(key) is not None
