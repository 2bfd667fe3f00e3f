"""Learning a game by playing it: the press that begins its lesson."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.lessons.actions import begin_lesson, check_lesson
from games.matches.refusals import player_of
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.origins import same_origin_post


@same_origin_post
@require_POST
def lesson_begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Go on with the lesson of a game, or begin it. A visitor who isn't signed in becomes a guest."""
    check_lesson(slug)
    try:
        limits.check("matches", request)
        match = begin_lesson(player_of(request), slug)
    except TooMany as error:
        return limits.refused(request, error)
    response = redirect("games:match_detail", match.pk)
    response.status_code = 303
    return response
