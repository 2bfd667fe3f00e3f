"""What the modules of the API share: possible answers, and how a match is shown."""

from datetime import UTC, datetime
from typing import Annotated, Any

from django.http import HttpResponse
from ninja import Header

from games.match_page import fold
from games.match_page.plain import plain_board
from games.matches import access
from games.matches.models import Match
from games.matches.steps import Answer
from scrapsite.common.api import SIGNED_IN, Error, to_json
from scrapsite.server.work.once import LONGEST

OF_A_MATCH: dict[Any, Any] = {**SIGNED_IN, 404: Error}
OF_A_MOVE: dict[Any, Any] = {**OF_A_MATCH, 409: Error}
LARGEST = 2**31 - 1


# What a program sends so that a repeated request is carried out once.
IdempotencyKey = Annotated[str, Header("", max_length=LONGEST, pattern=r"^[A-Za-z0-9._:-]*$")]


def show_match(user: Any, match: Match, *, whole_log: bool = False) -> HttpResponse:
    """Return *match* as *user* may see it."""
    board = fold.board(match, access.seat_of(user, match), whole_log=whole_log)
    return to_json(plain_board(board))


def show_again(user: Any, match_id: str) -> HttpResponse:
    """Return the match as it is now, as *user* may see it."""
    return show_match(user, access.match_for(user, match_id))


def show_answer(answer: Answer) -> HttpResponse:
    """Return *answer*, the match just after the caller's step."""
    return to_json(
        {
            "id": answer.match,
            "seq": answer.seq,
            "status": answer.status,
            "to_act": answer.to_act,
            "events": answer.events,
            "result": answer.result,
        }
    )


def moment(at: datetime | None) -> str | None:
    """Return *at* as ISO text in UTC, None for None."""
    return None if at is None else at.astimezone(UTC).isoformat()
