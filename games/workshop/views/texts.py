"""The words of rules that a draft changes: the list, the form of one paragraph, and the proposal."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from msgspec.structs import replace

from games.drafts import access, texts
from games.drafts.actions.changing import change_draft
from games.drafts.actions.rewording import propose_texts, write_text
from games.drafts.editing import mark_at, without
from games.drafts.editions import changes_of
from games.drafts.errors import Overtaken
from games.drafts.models import Draft
from games.engine.drafting import Changes
from games.engine.errors import GameError
from games.workshop.page import working
from games.workshop.rulebook import rulebook_of
from games.workshop.still_said import suggested
from games.workshop.views.tools import reasons_of, see, tell_saved
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status, with_retry_after
from scrapsite.common.requests import is_fragment, plain_lines
from scrapsite.common.rulebook import Paragraph, connected
from scrapsite.server.work.once import key_of_form, once

_LONGEST_SENT = 20_000


@require_safe
def text_list(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Show the owner which paragraphs have other words in the draft, and which may need some."""
    draft = access.own_draft(request.user, draft_id)
    return render(request, "games/workshop/text_list.html", rulebook_of(draft, request.user))


@require_http_methods(["GET", "HEAD", "POST"])
def text_edit(request: HttpRequest, draft_id: str, anchor: str) -> HttpResponse:
    """Show the form of a paragraph. A POST shows a preview, stores it, or goes back to the base's words.

    With `?suggested`, it begins with the figures that the draft has, where they can be put in by themselves.
    """
    draft = access.own_draft(request.user, draft_id)
    changes = changes_of(draft.working)
    kept = changes.texts.get(anchor, "")
    paragraph = next((found for found in texts.paragraphs(draft) if found.anchor == anchor), None)
    if paragraph is None and not kept:
        raise Http404("No such paragraph.")
    context = {
        "draft": draft,
        "paragraph": paragraph or Paragraph(anchor, anchor, "", "", ""),
        "text": kept or (paragraph.text if paragraph else ""),
        "is_changed": bool(kept),
        "seen": (seen := request.POST.get("seen") or mark_at(changes, f"texts/{anchor}")),
    }
    if request.method != "POST":
        return _form(request, draft, changes, context)
    text, press = request.POST.get("text", "")[:_LONGEST_SENT], request.POST.get("press", "save")
    try:
        limits.check("previews" if press == "look" else "drafts", request)
        if press == "reset":
            at = f"texts/{anchor}"
            change_draft(request.user, draft.pk, lambda changes: without(changes, at), at)
            return see(request, "games:text_list", draft.pk)
        with limits.counting("slow-texts", request, connected().slow_texts):
            if press in ("look", "preview"):
                return _preview(request, draft, context | {"text": text})
            changed = write_text(request.user, draft.pk, anchor, text, seen)
    except Overtaken as error:
        now = changes_of(access.own_draft(request.user, draft_id).working)
        stored = now.texts.get(anchor) or (paragraph.text if paragraph else "")
        context |= {"text": text, "stored": stored, "seen": mark_at(now, f"texts/{anchor}")}
        return _refused(request, context, error)
    except (GameError, Refusal) as error:
        return _refused(request, context | {"text": text}, error)
    tell_saved(request, draft, changed, "The words are saved in your draft.")
    if request.POST.get("back") == "draft":
        return see(request, "games:draft_detail", draft.pk, after="#still-said")
    return see(request, "games:text_list", draft.pk, after=f"#{anchor}")


@require_POST
def text_propose(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Submit the draft's words of rules as a proposal to the rulebook."""
    draft = access.own_draft(request.user, draft_id)
    summary, reason = request.POST.get("summary", ""), request.POST.get("reason", "")[:_LONGEST_SENT]
    try:
        limits.check("edits", request)
        with limits.counting("slow-texts", request, connected().slow_texts):
            once(
                request.user,
                key_of_form(request),
                "rules-proposal",
                lambda note: propose_texts(request.user, draft.pk, summary, plain_lines(reason), note).pk,
            )
    except (GameError, Refusal) as error:
        context = rulebook_of(draft, request.user) | {"notice": error, "summary": summary, "reason": reason}
        response = render(request, "games/workshop/text_list.html", context, status=http_status(error))
        return with_retry_after(response, error)
    messages.success(request, "Proposed. The editors of the rulebook will read it.")
    return see(request, "games:text_list", draft.pk, after="#proposals")


def _form(request: HttpRequest, draft: Draft, changes: Changes, context: dict[str, Any]) -> HttpResponse:
    """Return the form of a paragraph as it begins, with a preview of the words it has."""
    anchor = context["paragraph"].anchor
    kept = changes.texts.get(anchor, "")
    if "suggested" in request.GET and not kept:
        suggestion = suggested(working(draft), draft, anchor)
        if suggestion:
            return _preview(request, draft, context | {"text": suggestion, "is_suggested": True})
    found = texts.reworded(draft, replace(changes, texts={anchor: kept} if kept else {}))
    return render(request, "games/workshop/text_edit.html", context | {"preview": next(iter(found), None)})


def _preview(request: HttpRequest, draft: Draft, context: dict[str, Any]) -> HttpResponse:
    shown = texts.preview(draft, context["paragraph"].anchor, context["text"])
    template = (
        "games/workshop/_text_preview.html" if is_fragment(request) else "games/workshop/text_edit.html"
    )
    return render(request, template, context | {"preview": shown})


def _refused(request: HttpRequest, context: dict[str, Any], error: GameError | Refusal) -> HttpResponse:
    """Return the form with what was written and why it wasn't taken; for htmx the part that says so."""
    context |= {"notice": error, "why": " ".join(reasons_of(error)) or error.reason}
    if is_fragment(request):
        return render(request, "games/workshop/_text_preview.html", context)
    response = render(request, "games/workshop/text_edit.html", context, status=http_status(error))
    return with_retry_after(response, error)
