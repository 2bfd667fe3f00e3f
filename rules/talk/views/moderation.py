"""Reports of comments, and what moderators do about them."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.document.errors import Refused, RulesError
from rules.talk.actions import moderation
from rules.talk.models import Comment, Report
from rules.talk.queries.moderation import moderated, open_reports
from rules.talk.views.threads import member
from rules.talk.words import address_of, html_in
from rules.wiki.permissions import may
from rules.wiki.views.access import members_only, see, shows_refusals, status_of
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.requests import plain_lines


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@shows_refusals
def comment_report(request: HttpRequest, pk: int) -> HttpResponse:
    """The form that reports a comment. A POST sends the report."""
    found = Comment.objects.select_related("thread__edition__rulebook", "author__profile")
    comment = found.filter(pk=pk, hidden_at=None, deleted_at=None).first()
    if comment is None:
        raise Http404("No such comment.")
    context = {"comment": comment, "thread": comment.thread, "html": html_in(comment.thread, comment.html)}
    if request.method != "POST":
        return render(request, "rules/talk/comment_report.html", context)
    reason = plain_lines(request.POST.get("reason", ""))
    try:
        limits.check("comments", request)
        moderation.report(member(request), comment, reason)
    except (RulesError, TooMany) as error:
        said = {"error": error, "reason": reason}
        return render(request, "rules/talk/comment_report.html", context | said, status=status_of(error))
    return see(request, address_of(comment.thread), "Thank you. The moderators will read your report.")


@require_safe
@members_only
@shows_refusals
def report_list(request: HttpRequest) -> HttpResponse:
    """The open reports of the rulebooks that the visitor moderates, and those settled last."""
    rulebooks = moderated(member(request))
    if not rulebooks:
        raise Refused("Only moderators see reports.", "rules/needs-moderate")
    return render(request, "rules/talk/report_list.html", {"queue": open_reports(rulebooks)})


@require_POST
@members_only
@shows_refusals
def report_settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Settle a report. It is a 404 for those who do not moderate its rulebook."""
    report = Report.objects.select_related("comment__thread__edition__rulebook").filter(pk=pk).first()
    if report is None or not may(member(request), "moderate", report.comment.thread.edition.rulebook):
        raise Http404("No such report.")
    moderation.settle(member(request), pk)
    return see(request, reverse("rules:report_list"), "The report is closed.")


@require_POST
@members_only
@shows_refusals
def comment_hide(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide a comment from everybody but moderators."""
    return _moderate(request, pk, moderation.hide, "The comment is hidden.")


@require_POST
@members_only
@shows_refusals
def comment_show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a hidden comment again."""
    return _moderate(request, pk, moderation.show, "The comment is visible again.")


def _moderate(request: HttpRequest, pk: int, act: Callable[[User, int], Comment], said: str) -> HttpResponse:
    try:
        comment = act(member(request), pk)
    except Comment.DoesNotExist:
        raise Http404("No such comment.") from None
    return see(request, address_of(comment.thread, comment), said)
