"""Reports of drafts and comments, and what moderators do about them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.discussion import moderation
from games.discussion.models import DraftDecision
from games.discussion.queries import address_of, comment_of, html_of
from games.drafts import access
from games.engine.errors import GameError
from games.workshop.views.tools import key_of, member, see, seen_draft
from scrapsite.accounts.guests import accounts_only
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status, with_retry_after
from scrapsite.common.requests import whole_number

HIGHEST_KEY = 2**53
_REPORTS = "games/workshop/draft_reports.html"

members_only = accounts_only("games:workshop")


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
def draft_report(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Report a draft to the moderators, or a comment on it (`?comment=`)."""
    key = key_of(request)
    draft = access.draft_for(request.user, draft_id, key)
    number = whole_number(request.GET.get("comment", ""), low=1, high=HIGHEST_KEY)
    comment = comment_of(draft, number, request.user) if number else None
    context: dict[str, Any] = {
        "draft": draft,
        "comment": comment,
        "html": html_of(draft, comment.html) if comment else "",
        "reason": request.POST.get("reason", ""),
        "key": key,
    }
    if request.method != "POST":
        return render(request, "games/workshop/draft_report.html", context)
    try:
        limits.check("notes", request)
        moderation.report(member(request), draft, comment, request.POST.get("reason", ""))
    except (GameError, Refusal) as error:
        context |= {"notice": error}
        response = render(request, "games/workshop/draft_report.html", context, status=http_status(error))
        return with_retry_after(response, error)
    messages.success(request, "Thank you. The moderators will read your report.")
    access.open_by_link(request.user, draft, key)
    return see(request, "games:discussion" if comment else "games:draft_detail", draft.pk)


@require_safe
def draft_reports(request: HttpRequest) -> HttpResponse:
    """Show moderators what was reported; everybody else gets a 404."""
    moderation.require_moderator(request.user)
    return render(request, _REPORTS, _context())


@require_POST
def draft_moderate(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Hide a draft, take it off the list, undo that, or leave it as it is (`keep`)."""
    moderation.require_moderator(request.user)
    what = request.POST.get("what", "")
    try:
        if what == "keep":
            moderation.keep_draft(member(request), draft_id)
        else:
            moderation.decide(member(request), draft_id, what, request.POST.get("reason", ""))
    except (GameError, Refusal) as error:
        context = _context() | {"notice": error}
        return render(request, _REPORTS, context, status=http_status(error))
    messages.success(request, "Done. The reports of it are settled.")
    return see(request, "games:draft_reports")


@require_POST
def comment_moderate(request: HttpRequest, draft_id: str, pk: int) -> HttpResponse:
    """Hide a comment, or leave or show it again (`show`), and settle the reports of it.

    What the page of reports showed is shown again only if it `was` hidden there: another moderator may have
    hidden it meanwhile.
    """
    moderation.require_moderator(request.user)
    comment = comment_of(seen_draft(request, draft_id), pk, request.user)
    is_from_reports, is_shown = "from" in request.POST, "show" in request.POST
    if is_from_reports and is_shown and "was" not in request.POST:
        moderation.keep_comment(member(request), comment)
    else:
        moderation.hide_comment(member(request), comment, on=not is_shown)
    if is_from_reports:
        return see(request, "games:draft_reports")
    return see(request, address_of(comment))


def _context() -> dict[str, object]:
    return {"reported": moderation.reported(), "choices": DraftDecision.What.choices}
