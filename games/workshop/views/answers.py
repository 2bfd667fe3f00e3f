"""What players of a draft are asked after a match, and what they say."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from games import catalog
from games.drafts import access, questions
from games.drafts.actions.answering import answer_questions, set_questions
from games.drafts.errors import Overtaken
from games.matches.refusals import shows_refusals
from games.workshop.views.tools import acts, see, show_draft
from scrapsite.common import limits
from scrapsite.common.errors import http_status


@require_safe
def answer_list(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Show the designer what players have answered."""
    draft = access.own_draft(request.user, draft_id)
    context = {
        "draft": draft,
        "title": catalog.title(draft.title),
        "averages": questions.averages(draft),
        "texts": questions.texts(draft),
        "least": questions.LEAST_ANSWERS,
    }
    return render(request, "games/workshop/answer_list.html", context)


@require_POST
@acts("drafts")
def questions_set(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Set what players are asked."""
    names = request.POST.getlist("question")
    try:
        set_questions(request.user, draft_id, names, request.POST.get("seen", ""))
    except Overtaken as error:
        draft = access.own_draft(request.user, draft_id)
        asked = [question.label for question in questions.asked_by(draft)]
        more = {"notice": error, "asked": names, "asked_now": asked or ["nothing"]}
        return show_draft(request, draft, more, status=http_status(error))
    messages.success(request, "The questions are saved.")
    return see(request, "games:draft_detail", draft_id, after="#questions")


@require_POST
@shows_refusals
def answer_create(request: HttpRequest, match_id: str) -> HttpResponse:
    """Store what a player says of a match; `skip` answers nothing, and asks no more."""
    limits.check("answers", request)
    answer = answer_questions(request.user, match_id, request.POST.dict())
    if not answer.is_skipped:
        messages.success(request, "Thank you. The designer can read your answers now.")
    return see(request, "games:match_detail", match_id)
