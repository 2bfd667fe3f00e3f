"""A member's own comments: pages that edit and delete them."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from rules.document.errors import BadText, Outdated, Refused
from rules.talk.actions import comments
from rules.talk.models import Comment
from rules.talk.queries.thread_pages import version_of
from rules.talk.queries.threads import visible_threads
from rules.talk.views.threads import member
from rules.talk.words import address_of
from rules.wiki.views.access import members_only, see, shows_refusals, status_of
from rules.wiki.views.previewing import comment_preview, wants_preview
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.requests import plain_lines


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@shows_refusals
def comment_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """The form that edits the visitor's own comment. A POST stores it."""
    try:
        return _edit(request, pk)
    except Comment.DoesNotExist:
        if request.method == "POST" and Comment.objects.filter(pk=pk, author=member(request)).exists():
            said = "This comment was hidden or deleted in the meantime."
            raise Refused(said, "rules/no-comment") from None
        raise Http404("No such comment of yours.") from None


@require_POST
@members_only
@shows_refusals
def comment_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete the visitor's own comment. Go back to its thread, or to the list if the thread is empty now."""
    try:
        comment = comments.delete_comment(member(request), pk)
    except Comment.DoesNotExist:
        raise Http404("No such comment of yours.") from None
    thread = comment.thread
    game = thread.edition.rulebook.game
    if visible_threads(game).filter(pk=thread.pk).exists():
        return see(request, address_of(thread, comment), "Your comment is deleted.")
    return see(
        request,
        reverse("rules:thread_list", args=(game,)),
        "Your comment and its thread are deleted.",
    )


def _edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the form, or the answer to it. *Raises:* Comment.DoesNotExist."""
    comment = comments.own_comment(member(request), pk)
    context: dict[str, Any] = {"comment": comment, "thread": comment.thread, "text": comment.source}
    context |= {"has_title": comments.is_opening(comment), "title": comment.thread.title}
    version = version_of(comment)
    if request.method != "POST":
        return render(request, "rules/talk/comment_edit.html", context | {"version": version})
    text, title = plain_lines(request.POST.get("text", "")), request.POST.get("title")
    try:
        if wants_preview(request):
            preview = comment_preview(request, comment.thread.edition, text, comment.html)
            said = {"preview": preview, "text": text, "version": request.POST.get("version", "")}
            said |= {} if title is None else {"title": title}
            return render(request, "rules/talk/comment_edit.html", context | said)
        limits.check("comments", request)
        comments.edit_comment(member(request), pk, text, request.POST.get("version", ""), title)
    except (BadText, Outdated, TooMany) as error:
        is_outdated = isinstance(error, Outdated)
        seen = version if is_outdated else request.POST.get("version", "")
        said = {"error": error, "text": text, "version": seen, "is_outdated": is_outdated}
        said |= {} if title is None else {"title": title}
        return render(request, "rules/talk/comment_edit.html", context | said, status=status_of(error))
    return see(request, address_of(comment.thread, comment), "Your comment is saved.")
