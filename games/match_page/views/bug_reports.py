"""Bug reports from the page of a match, or from its replay."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from games.engine.errors import GameError
from games.match_page import fold
from games.match_page.bug_reports import report_bug
from games.matches import access
from games.matches.models import Match
from games.matches.refusals import Notice, shows_refusals
from games.replay.moments import replay
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status
from scrapsite.common.requests import whole_number

_LONGEST_SENT = 20_000


@require_http_methods(["GET", "HEAD", "POST"])
@shows_refusals
def bug_report(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask what looks wrong; a POST sends it with what the visitor sees of the match.

    The fields `step` and `seat` name a moment of the replay; without a step, it's the match as it is now.
    """
    match = access.match_for(request.user, match_id)
    sent = request.POST if request.method == "POST" else request.GET
    step, knowledge = whole_number(sent.get("step", "")), sent.get("seat", "")
    notice, status = None, 200
    if request.method == "POST":
        try:
            limits.check("bug-reports", request)
            report_bug(match.pk, request.user, _words(request), step, knowledge)
        except (GameError, Refusal) as error:
            notice, status = Notice(error.reason, error.code), http_status(error)
        else:
            messages.success(request, "Thank you. Your report was sent, with the board as you saw it.")
            return HttpResponseRedirect(_page_of(match, step, knowledge), status=303)
    own = access.seat_of(request.user, match)
    moment = None if step is None else replay(match, own, knowledge, step, None)
    board = moment.board if moment else fold.board(match, own)
    context = {
        "board": board,
        "moment": moment,
        "notice": notice,
        "words": _words(request),
        "back": _page_of(match, step, knowledge),
    }
    return render(request, "games/match_page/bug_report.html", context, status=status)


def _words(request: HttpRequest) -> str:
    return request.POST.get("words", "")[:_LONGEST_SENT]


def _page_of(match: Match, step: int | None, knowledge: str) -> str:
    """Return the address of the match, or of a moment of its replay."""
    if step is None:
        return reverse("games:match_detail", args=[match.pk])
    asked = urlencode([("seat", knowledge), ("step", step)])
    return f"{reverse('games:match_replay', args=[match.pk])}?{asked}"
