"""The API for hints: what a strong player would do, in matches against bots."""

from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from games.api.tools import OF_A_MOVE
from games.coaching.asking import ShownHint, ask, hint_for
from games.engine import codec
from games.matches import access
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.accounts.models import Scope
from scrapsite.common import limits
from scrapsite.common.api import player, to_json

router = Router(tags=["matches"], auth=TokenOrSession(Scope.PLAY))


class AdviceOut(Schema):
    """*move:* what a strong player would do, as in `legal`; *words:* the same in words. *rule:* by which.

    *then:* the next moves, as far as they can be foreseen. *rating:* what your position is worth after the
    move, from 0, lost, to 100, won. *other*, *other_rating:* the same for the next best move; `other` is
    empty if there is none. *rounds:* how many times it was played on, 0 if the rules of thumb decide alone.
    A rating is null where nobody has looked.
    """

    move: dict[str, object]
    words: str
    rule: str
    then: list[str]
    rounds: int
    rating: int | None
    other: str
    other_rating: int | None


class HintOut(Schema):
    """*seq:* the step after which you asked. *status:* `none` if you haven't asked, `waiting`, or `found`."""

    seq: int
    status: Literal["none", "waiting", "found"]
    advice: AdviceOut | None


@router.get("/matches/{match_id}/hint", response={200: HintOut, **OF_A_MOVE})
def read_hint(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the hint that you have asked for. It is gone when you have something else to decide."""
    user = player(request)
    limits.check("reads", request, user)
    match = access.match_for(user, match_id)
    return _show(hint_for(match, access.seat_of(user, match)))


@router.post("/matches/{match_id}/hint", response={200: HintOut, **OF_A_MOVE})
def ask_hint(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask what a strong player would do. Only when all others are bots; read it a second later."""
    user = player(request)
    match = access.match_for(user, match_id)
    limits.check("hints", request, user)
    viewer = access.seat_of(user, match)
    ask(match, viewer)
    return _show(hint_for(match, viewer))


def _show(hint: ShownHint) -> HttpResponse:
    advice = hint.advice
    told: dict[str, Any] | None = None
    if advice is not None:
        told = {"move": codec.from_json(dict, advice.move), "words": advice.words.text}
        told |= {name: getattr(advice, name) for name in ("rule", "then", "rounds", "other")}
        told["rating"] = advice.rating if advice.rounds else None
        told["other_rating"] = advice.other_rating if advice.other else None
    status = "found" if told else "waiting" if hint.is_waiting else "none"
    return to_json({"seq": hint.number, "status": status, "advice": told})
