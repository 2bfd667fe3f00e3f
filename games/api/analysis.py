"""The API for the analysis of finished matches."""

from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from games.analysis.asking import analysis_of, ask
from games.analysis.plain import plain_analysis
from games.api.tools import OF_A_MOVE
from games.matches import access
from scrapsite.accounts.api_auth import TokenOrSession
from scrapsite.accounts.models import Scope
from scrapsite.common import limits
from scrapsite.common.api import player, to_json

router = Router(tags=["analysis"], auth=TokenOrSession(Scope.PLAY))


class DecisionOut(Schema):
    """A decision as a search saw it, knowing what its seat knew. *step:* the one with which it was made,
    counted among all steps, as a replay with `seat=all` and practice with `whose` of `all` count them.

    *turn:* the turn or round. *moves:* how many were looked at. *made*, *best:* in words. *best_value*,
    *made_value:* what the position is worth to the seat after each of them, from -1, lost, to 1, won.
    *loss:* the difference. *is_mistake:* it is more than the search may err. *line:* the best move and those
    that should follow it; empty for all but the worst mistakes.
    """

    step: int
    seat: int
    turn: int
    moves: int
    made: str
    best: str
    best_move: dict[str, Any]
    best_value: float
    made_value: float
    loss: float
    is_mistake: bool
    line: list[str]


class AnalysisOut(Schema):
    """The analysis of a match. *done* of *whole* moves have been looked at.

    *rounds:* by how many positions each move is weighed.
    """

    format: Literal["scrapsite-analysis-1"]
    match: str
    game: str
    edition: str
    stage: Literal["none", "waiting", "running", "done", "failed"]
    done: int
    whole: int
    rounds: int
    decisions: list[DecisionOut]


@router.get("/matches/{match_id}/analysis", response={200: AnalysisOut, **OF_A_MOVE})
def read_analysis(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show what a search has found of a finished match so far: nothing until somebody asks for it."""
    user = player(request)
    match = access.match_for(user, match_id)
    limits.check("reads", request, user)
    return to_json(plain_analysis(match, analysis_of(match)))


@router.post("/matches/{match_id}/analysis", response={200: AnalysisOut, **OF_A_MOVE}, summary="Analyse")
def ask_for_analysis(request: HttpRequest, match_id: str) -> HttpResponse:
    """Have a finished match analysed, which takes a minute or two, and longer while others are under way.

    Asking again changes nothing.
    """
    user = player(request)
    match = access.match_for(user, match_id)
    limits.check("analyses", request, user)
    return to_json(plain_analysis(match, ask(match, user)))
