"""What the other players have to agree to: an undo, or to go on by new rules."""

from typing import Any, get_args

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_POST

from games.engine.errors import BadMove
from games.match_page.forms import read_moment
from games.match_page.views.showing import show_after
from games.matches.actions import new_rules
from games.matches.actions.undo_requests import Verdict, answer_undo, ask_undo
from games.matches.refusals import shows_refusals
from scrapsite.common import limits
from scrapsite.common.requests import whole_number


@require_POST
@shows_refusals
def undo_ask(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask the others to let the visitor take a move back."""
    limits.check("moves", request)
    ask_undo(match_id, request.user, **read_moment(request.POST))
    return show_after(request, match_id)


@require_POST
@shows_refusals
def undo_answer(request: HttpRequest, match_id: str) -> HttpResponse:
    """Allow, refuse or withdraw an undo request, as the pressed button says."""
    limits.check("moves", request)
    answer_undo(match_id, request.user, **_answer(request.POST))
    return show_after(request, match_id)


@require_POST
@shows_refusals
def rules_answer(request: HttpRequest, match_id: str) -> HttpResponse:
    """Agree to go on by the newest rules, or end the match as a draw, as the pressed button says."""
    limits.check("moves", request)
    verdict = request.POST.get("verdict", "")
    if verdict not in get_args(new_rules.Verdict):
        raise BadMove("The form doesn’t say what is answered.")
    new_rules.answer_new_rules(match_id, request.user, verdict)  # type: ignore[arg-type]
    return show_after(request, match_id)


def _answer(data: QueryDict) -> dict[str, Any]:
    """Return the arguments for `answer_undo` that a form sent. *Raises:* `BadMove`."""
    key, verdict = whole_number(data.get("request", ""), high=10**15 - 1), data.get("verdict", "")
    if key is None or verdict not in get_args(Verdict):
        raise BadMove("The form doesn’t say what is answered, and how.")
    return {"request": key, "verdict": verdict}
