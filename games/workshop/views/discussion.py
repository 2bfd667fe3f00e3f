"""What people say about a draft: reading and writing it, and closing the discussion."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.discussion.actions import (
    add_comment,
    close_discussion,
    delete_comment,
    edit_comment,
    may_comment,
    own_comment,
)
from games.discussion.queries import address_of, comment_of, discussion, html_of
from games.drafts import access
from games.drafts.editing import mark_of
from games.drafts.errors import BadWords, Overtaken
from games.drafts.models import Draft
from games.engine.errors import GameError
from games.workshop.page import page_of
from games.workshop.places import has, name_of, places
from games.workshop.views.tools import acts, key_of, member, see, seen_draft
from scrapsite.accounts.guests import accounts_only
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status, with_retry_after
from scrapsite.common.rulebook import connected
from scrapsite.server.work.once import key_of_form, once

_LONGEST_SENT = 20_000

members_only = accounts_only("games:workshop")


@require_safe
def discussion_page(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Show what was said about the draft, or about one thing of it (`?about=`), with a form."""
    draft = seen_draft(request, draft_id)
    return _show(request, draft, {"about": request.GET.get("about")})


@require_POST
@members_only
def comment_add(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Add a comment; `preview` only shows how it would read."""
    key = key_of(request)
    draft = access.draft_for(request.user, draft_id, key)
    about, text = request.POST.get("about", ""), _text(request)
    form = {"about": about or None, "text": text}
    try:
        limits.check("previews" if "preview" in request.POST else "comments", request)
        if not has(page_of(draft, request.user, key)["shown"], about):
            raise BadWords("The draft doesn’t have that any more. Choose again what your comment is about.")
        with limits.counting("slow-texts", request, connected().slow_texts):
            if "preview" in request.POST:
                return _show(request, draft, form | _preview(request, draft, text))
            access.open_by_link(request.user, draft, key)
            made = once(
                request.user,
                key_of_form(request),
                "draft-comment",
                lambda note: add_comment(member(request), draft, about, text, note).pk,
            )
    except (GameError, Refusal) as error:
        return _show(request, draft, form | {"notice": error}, error)
    return see(request, "games:discussion", draft.pk, after=f"#comment-{made}")


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
def comment_edit(request: HttpRequest, draft_id: str, pk: int) -> HttpResponse:
    """Show the form of the visitor's own comment; a POST stores it, or deletes it (`delete`)."""
    try:
        draft = access.draft_for(request.user, draft_id)
    except Http404:
        return _of_unseen_draft(request, draft_id, pk)
    comment = comment_of(draft, pk, request.user)
    if comment.author_id != request.user.pk or comment.hidden_at:
        raise Http404("No such comment of yours.")
    seen = request.POST.get("seen") or mark_of(comment.source)
    context: dict[str, Any] = {
        "draft": draft,
        "address": address_of(comment),
        "text": comment.source,
        "seen": seen,
    }
    if request.method != "POST":
        return render(request, "games/workshop/comment_edit.html", context)
    if "delete" in request.POST:
        delete_comment(member(request), comment)
        messages.success(request, "Your comment is deleted.")
        return see(request, "games:discussion", draft.pk)
    text = _text(request)
    try:
        limits.check("previews" if "preview" in request.POST else "comments", request)
        with limits.counting("slow-texts", request, connected().slow_texts):
            if "preview" in request.POST:
                shown = context | {"text": text} | _preview(request, draft, text)
                return render(request, "games/workshop/comment_edit.html", shown)
            edit_comment(member(request), comment, text, seen)
    except Overtaken as error:
        stored = comment_of(draft, pk, request.user).source
        shown = context | {"text": text, "notice": error, "stored": stored, "seen": mark_of(stored)}
        return render(request, "games/workshop/comment_edit.html", shown, status=http_status(error))
    except (GameError, Refusal) as error:
        shown = context | {"text": text, "notice": error}
        response = render(request, "games/workshop/comment_edit.html", shown, status=http_status(error))
        return with_retry_after(response, error)
    return see(request, address_of(comment))


@require_POST
@acts("drafts")
def discussion_close(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Take no more comments, or take them again (`open`)."""
    close_discussion(request.user, draft_id, is_closed="open" not in request.POST)
    return see(request, "games:discussion", draft_id)


def _of_unseen_draft(request: HttpRequest, draft_id: str, pk: int) -> HttpResponse:
    """Let the visitor delete their own comment on a draft that they can't see any more."""
    comment = own_comment(member(request), draft_id, pk)
    if "delete" in request.POST:
        delete_comment(member(request), comment)
        messages.success(request, "Your comment is deleted.")
        return see(request, "games:workshop")
    return render(request, "games/workshop/comment_delete.html", {"text": comment.source})


def _show(
    request: HttpRequest, draft: Draft, form: dict[str, Any], error: GameError | Refusal | None = None
) -> HttpResponse:
    page = page_of(draft, request.user, key_of(request))
    shown, about = page["shown"], form["about"]
    is_said = bool(about) and draft.comments.filter(about=about).exists()
    if about is not None and not is_said and not has(shown, about):
        about = None
    said = discussion(draft, request.user, about)
    context = page | form
    context |= {
        "about": about,
        "about_name": name_of(shown, about or ""),
        "threads": [(thread, name_of(shown, thread.about)) for thread in said.threads],
        "muted": said.muted,
        "places": places(shown, about or ""),
        "may_comment": may_comment(request.user, draft),
    }
    status = http_status(error) if error else 200
    response = render(request, "games/workshop/discussion.html", context, status=status)
    return with_retry_after(response, error) if error else response


def _preview(request: HttpRequest, draft: Draft, text: str) -> dict[str, Any]:
    made = connected().comment(member(request), draft.title, draft.base, text)
    return {"preview": html_of(draft, made.html), "mentioned": made.people}


def _text(request: HttpRequest) -> str:
    return request.POST.get("text", "")[:_LONGEST_SENT].replace("\r\n", "\n").replace("\r", "\n")
