"""The pages on which a draft is changed: the whole, one block, a new block, a chapter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast
from urllib.parse import quote, urlencode

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from rules.document.errors import Outdated, RulesError
from rules.wiki.actions import drafting
from rules.wiki.models import Proposal
from rules.wiki.queries.drafts import draft_page
from rules.wiki.queries.proposals import full
from rules.wiki.views.access import members_only, see, shows_refusals, status_of
from rules.wiki.views.editing import Editor, Mode, editor_of, filled_in, result_of
from scrapsite.common import limits
from scrapsite.common.errors import TooMany, with_retry_after
from scrapsite.common.requests import is_fragment, whole_number

_STEPS: dict[str, tuple[drafting.Step, str]] = {
    "up": ("up", "Moved up."),
    "down": ("down", "Moved down."),
    "out": ("out", "Removed. You can undo this in the list of changes."),
    "back": ("back", "The change is undone."),
}


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@shows_refusals
def proposal_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """The blocks of a draft; a POST moves one, takes one out or takes a change back."""
    draft = own_draft(request, pk)
    if request.method != "POST":
        return show_draft(request, draft)
    limits.check("edits", request)
    name = next((name for name in _STEPS if name in request.POST), "")
    if not name:
        raise Http404("No such step.")
    step, said = _STEPS[name]
    key = request.POST[name]
    try:
        drafting.arrange(member(request), draft, version_of(request), step, key)
    except KeyError:
        raise Http404("No such block.") from None
    except RulesError as error:
        return show_draft(request, own_draft(request, pk), {"error": error}, status_of(error))
    return see(request, draft_address(draft, key if name != "out" else ""), said)


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@shows_refusals
def block_edit(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """The form for changing one block."""
    return _edit(request, pk, key, "block")


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@shows_refusals
def block_add(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """The form for adding a block below another."""
    return _edit(request, pk, key, "added")


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@shows_refusals
def chapter_edit(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """A whole chapter as Markdown, anchors and all."""
    return _edit(request, pk, key, "chapter")


@require_POST
@members_only
@shows_refusals
def proposal_preview(request: HttpRequest, pk: int) -> HttpResponse:
    """How what is written would read: for htmx the fragment, else the page of the form with it."""
    draft = own_draft(request, pk)
    limits.check("previews", request)
    found = request.POST.get("mode", "")
    mode: Mode = "added" if found == "added" else "chapter" if found == "chapter" else "block"
    editor = _posted(request, draft, mode, request.POST.get("key", ""))
    context: dict[str, Any] = {"editor": editor}
    status = 200
    try:
        context["previews"] = result_of(editor)
    except RulesError as error:
        context["error"], status = error, status_of(error)
    if is_fragment(request):
        return render(request, "rules/wiki/_preview.html", context)
    return render(request, "rules/wiki/block_edit.html", context, status=status)


def own_draft(request: HttpRequest, pk: int) -> Proposal:
    """Return the visitor's own proposal to change. *Raises:* Http404; Refused if it can't be changed now."""
    draft = get_object_or_404(full(request.user), pk=pk, author=member(request))
    drafting.require_own(member(request), draft)
    return draft


def show_draft(
    request: HttpRequest, draft: Proposal, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    """Return the page of a draft, with what went wrong if something did."""
    context = {"page": draft_page(draft, request.GET.get("at", "")), **(more or {})}
    return render(request, "rules/wiki/proposal_edit.html", context, status=status)


def draft_address(draft: Proposal, key: str = "") -> str:
    """Return the page of a draft, at one of its blocks."""
    page = reverse("rules:proposal_edit", args=[draft.pk])
    return f"{page}?{urlencode({'at': key})}#at-{quote(key, safe='~')}" if key else page


def member(request: HttpRequest) -> User:
    """Return the user of the request. Only for views behind `members_only`."""
    return cast(User, request.user)


def version_of(request: HttpRequest) -> int:
    """Return the version of the draft that the form was made for; -1 where it doesn't say."""
    found = whole_number(request.POST.get("version", ""))
    return -1 if found is None else found


def _edit(request: HttpRequest, pk: int, key: str, mode: Mode) -> HttpResponse:
    """Show a form, or save what is written in it; what can't be saved comes back in the form."""
    draft = own_draft(request, pk)
    if request.method != "POST":
        editor = editor_of(draft, mode, key, request.GET.get("kind", ""))
        return render(request, "rules/wiki/block_edit.html", {"editor": editor})
    editor = _posted(request, draft, mode, key)
    try:
        limits.check("edits", request)
        _save(request, editor)
    except (RulesError, TooMany) as error:
        return _come_back(request, editor, error)
    page = draft_address(draft, key).partition("#")[0]
    return see(request, page, "Saved to your draft. Continue editing it, or submit it for review.")


def _save(request: HttpRequest, editor: Editor) -> None:
    place = (member(request), editor.draft, version_of(request), editor.key)
    if editor.mode == "block":
        drafting.change_block(*place, editor.words)
    elif editor.mode == "added":
        drafting.add_block(*place, editor.words)
    else:
        drafting.change_chapter(*place, editor.words.text)


def _posted(request: HttpRequest, draft: Proposal, mode: Mode, key: str) -> Editor:
    try:
        editor = editor_of(draft, mode, key, request.POST.get("kind", ""))
    except Http404:
        raise Outdated("This isn’t in your draft any more: it was removed in another window.") from None
    return _as_sent(request, editor)


def _as_sent(request: HttpRequest, editor: Editor) -> Editor:
    """Return the form as it was sent: with the version of the draft that it was made for, not the newest."""
    return replace(filled_in(editor, request.POST.dict()), version=version_of(request))


def _come_back(request: HttpRequest, editor: Editor, error: RulesError | TooMany) -> HttpResponse:
    """Return the form with what was written and why it wasn't taken, and what is stored where that moved."""
    context: dict[str, Any] = {"editor": editor, "error": error}
    if isinstance(error, Outdated):
        draft = get_object_or_404(full(request.user), pk=editor.draft.pk)
        context["editor"] = replace(editor, draft=draft, version=draft.version)
        if editor.mode != "added":
            context["stored"] = editor_of(draft, editor.mode, editor.key)
    response = render(request, "rules/wiki/block_edit.html", context, status=status_of(error))
    return with_retry_after(response, error)
