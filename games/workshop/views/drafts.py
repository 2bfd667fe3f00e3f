"""The lists of drafts, the page of one, and what is done on it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import catalog
from games.drafts import access
from games.drafts.actions.changing import (
    change_draft,
    discard_changes,
    is_saved,
    save_revision,
    undo_change,
)
from games.drafts.actions.making import copy_draft, create_draft, rename_draft
from games.drafts.actions.sharing import mark_candidate, remove_draft, share_draft
from games.drafts.checking import may_be_tried_again
from games.drafts.editing import without
from games.drafts.models import Draft
from games.drafts.slugs import slug_of
from games.engine.errors import BadOptions, GameError
from games.matches.actions.create import create_match
from games.matches.refusals import guest_first, player_of
from games.workshop.page import lists
from games.workshop.views.tools import acts, key_of, see, seen_draft, show_draft
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status, with_retry_after
from scrapsite.common.requests import whole_number
from scrapsite.server.work.once import Note, key_of_form, once

_LINK = "link"


@require_safe
@limits.limited("searches")
def workshop(request: HttpRequest) -> HttpResponse:
    """List the visitor's drafts, those they have a link to, and those that everybody sees; `?q=` searches."""
    return render(request, "games/workshop/workshop.html", lists(request.user, request.GET.get("q", "")))


@require_http_methods(["GET", "HEAD", "POST"])
def draft_new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new draft; a POST makes it. A visitor who isn't signed in becomes a guest."""
    sent = request.POST if request.method == "POST" else request.GET
    title, _, edition = sent.get("edition", "").partition("/")
    context: dict[str, Any] = {
        "titles": [found for found in catalog.titles() if found.drafting],
        "wanted": sent.get("edition", ""),
        "name": sent.get("name", ""),
    }
    if request.method != "POST":
        return render(request, "games/workshop/draft_new.html", context)
    try:
        limits.check("drafts", request)
        catalog.published(title, edition)
        if again := guest_first(request):
            return again
        user = player_of(request)
        made = _made_once(
            request, user, lambda note: create_draft(user, title, edition, sent.get("name", ""), note)
        )
    except (GameError, Refusal) as error:
        reason = "Choose a game and an edition." if isinstance(error, BadOptions) else error.reason
        context |= {"notice": error, "reason": reason}
        response = render(request, "games/workshop/draft_new.html", context, status=http_status(error))
        return with_retry_after(response, error)
    return see(request, "games:draft_detail", made)


@require_safe
def draft_detail(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Show a draft: what differs from its base, its revisions, and the ways to play it."""
    draft = seen_draft(request, draft_id)
    return show_draft(request, draft)


@require_POST
@acts("drafts")
def draft_change(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Undo the last change, discard all of them, or take the one at the place `at` back."""
    what = request.POST.get("what", "")
    if what == "undo":
        undo_change(request.user, draft_id, request.POST.get("seen", ""))
    elif what == "discard":
        discard_changes(request.user, draft_id, request.POST.get("seen", ""))
        messages.info(request, "The changes since the newest revision are discarded. Undo brings them back.")
    else:
        at = request.POST.get("at", "")[:100]
        change_draft(request.user, draft_id, lambda changes: without(changes, at), at or "nothing")
    return see(request, "games:draft_detail", draft_id, after="#changes")


@require_POST
@acts("draft-checks")
def draft_save(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Save the working copy as a new revision, and show how its check goes."""
    draft = access.own_draft(request.user, draft_id)
    newest = draft.revisions.order_by("-number").first()
    was_saved = is_saved(draft) and not (newest and may_be_tried_again(newest))
    revision = save_revision(request.user, draft_id, request.POST.get("note", ""))
    if was_saved:
        messages.info(request, f"Nothing has changed since revision {revision.number}.")
    return see(request, "games:revision_detail", draft_id, revision.number)


@require_POST
@acts("drafts")
def draft_keep(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Let the visitor see the draft from now on without the key of its link."""
    key = key_of(request)
    draft = access.draft_for(request.user, draft_id, key)
    access.open_by_link(player_of(request), draft, key)
    return see(request, "games:draft_detail", draft_id)


@require_POST
@acts("drafts")
def draft_copy(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Make a draft of the visitor's own that begins as this one."""
    draft = access.draft_for(request.user, draft_id, key_of(request))
    number = whole_number(request.POST.get("revision", ""), low=1)
    revision = access.revision_of(draft, number) if number else None
    if revision is None and not access.is_owner(request.user, draft):
        raise Http404("No such revision.")
    if again := guest_first(request):
        return again
    user, name = player_of(request), request.POST.get("name", "")
    made = _made_once(request, user, lambda note: copy_draft(user, draft, revision, name, note))
    return see(request, "games:draft_detail", made)


@require_POST
@acts("drafts")
def draft_share(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Set who may see the draft; `renew` makes a new link."""
    visibility = request.POST.get("visibility", "")
    draft = share_draft(request.user, draft_id, visibility, new_key="renew" in request.POST)
    if draft.moderation == Draft.Moderation.HIDDEN:
        messages.info(request, "Your choice is kept. A moderator has hidden this draft, so only you see it.")
    else:
        messages.success(request, f"The draft is visible to {draft.get_visibility_display()} now.")
    return see(request, "games:draft_detail", draft_id, after="#share")


@require_POST
@acts("drafts")
def draft_candidate(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Say that the draft shall be published, or no more (`end`)."""
    mark_candidate(request.user, draft_id, on="end" not in request.POST)
    return see(request, "games:draft_detail", draft_id, after="#candidate")


@require_POST
@acts("drafts")
def draft_rename(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Give the draft another name and summary."""
    name, summary, mark = (request.POST.get(key, "") for key in ("name", "summary", "seen"))
    rename_draft(request.user, draft_id, name, summary, mark)
    return see(request, "games:draft_detail", draft_id)


@require_http_methods(["GET", "HEAD", "POST"])
def draft_remove(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Ask whether the draft shall go; a POST removes it."""
    draft = access.own_draft(request.user, draft_id)
    if request.method != "POST":
        context = {"draft": draft, "was_played": access.was_played(draft)}
        return render(request, "games/workshop/draft_remove.html", context)
    remove_draft(request.user, draft_id)
    messages.success(request, f"“{draft.name}” was deleted.")
    return see(request, "games:workshop")


@require_POST
@acts("matches")
def draft_play(request: HttpRequest, draft_id: str) -> HttpResponse:
    """Make a match of a revision: against a bot, or with a free seat for whoever has the match's link.

    A visitor who isn't signed in becomes a guest.
    """
    key = key_of(request)
    draft = access.draft_for(request.user, draft_id, key)
    number = whole_number(request.POST.get("revision", ""), low=1) or 0
    slug, opponent = (
        slug_of(access.revision_of(draft, number).draft_id, number),
        request.POST.get("opponent", ""),
    )
    if again := guest_first(request):
        return again
    user = player_of(request)
    access.open_by_link(user, draft, key)
    made = once(
        user,
        key_of_form(request),
        "create",
        lambda note: create_match(user, draft.title, slug, {}, _seats(draft, opponent), note=note).pk,
    )
    return see(request, "games:match_detail", made)


def _made_once(request: HttpRequest, user: Any, make: Callable[[Note], Draft]) -> str:
    """Make a draft, unless the form came before; then too if the draft that came of it was deleted."""
    return once(
        user,
        key_of_form(request),
        "draft",
        lambda note: make(note).pk,
        lambda made: access.drafts_for(user).filter(pk=made).exists(),
    )


def _seats(draft: Draft, opponent: str) -> list[dict[str, str]]:
    other = {"kind": "open"} if opponent == _LINK else {"kind": "bot", "bot": opponent}
    return [{"kind": "me"}, *[other] * (catalog.title(draft.title).seats[0] - 1)]
