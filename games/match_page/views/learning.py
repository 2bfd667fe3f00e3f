"""The forms of a tutorial on the page of its match."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.engine.errors import BadMove
from games.lessons.actions import first_match, leave_lesson, read_step, take_back
from games.match_page.views.showing import show_after
from games.matches import access
from games.matches.refusals import shows_refusals
from scrapsite.common import limits
from scrapsite.common.requests import whole_number
from scrapsite.server.work.once import key_of_form, once

_LEAVING = {"leave": True, "return": False}


@require_POST
@shows_refusals
def lesson_step(request: HttpRequest, match_id: str) -> HttpResponse:
    """Go on after the step that the form names, take a move back, skip the rest, or come back.

    The pressed button says which.
    """
    limits.check("moves", request)
    way, number = request.POST.get("way", ""), whole_number(request.POST.get("step", ""))
    if way in _LEAVING:
        leave_lesson(match_id, request.user, is_left=_LEAVING[way])
    elif way == "next" and number is not None:
        read_step(match_id, request.user, number)
    elif way == "back":
        take_back(match_id, request.user)
    else:
        raise BadMove("The form doesn’t say how the tutorial goes on.")
    return show_after(request, match_id)


@require_POST
@shows_refusals
def first_match_begin(request: HttpRequest, match_id: str) -> HttpResponse:
    """Begin the first match after a tutorial, against the bot for beginners, and go there."""
    access.match_for(request.user, match_id)
    limits.check("matches", request)
    made = once(
        request.user,
        key_of_form(request),
        f"first match {match_id}",
        lambda note: first_match(match_id, request.user, note).pk,
    )
    response = redirect("games:match_detail", made)
    response.status_code = 303
    return response
