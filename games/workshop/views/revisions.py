"""Revisions, their cards and their rulebooks."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import catalog
from games.drafts import access
from games.drafts.checking import may_be_tried_again
from games.drafts.editions import draft_file, edition_of
from games.drafts.models import DraftRevision
from games.engine.cards import Card
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo
from games.matches.access import match_for
from games.workshop.page import lost_reason, page_of, query_of, saved
from games.workshop.revision_rules import rule_of, rulebook_of
from games.workshop.views.tools import key_of, seen_draft
from scrapsite.common import limits
from scrapsite.common.requests import is_fragment, whole_number
from scrapsite.common.typesetting.answers import attachment

_REVISION = "games/workshop/revision_detail.html"


@require_safe
def revision_detail(request: HttpRequest, draft_id: str, number: int) -> HttpResponse:
    """Show a revision: whether it can be played, and what differs from the base, or from `?against=`.

    That is the number of another revision, or `edition:3.4` for a published edition of the game. htmx gets
    only how its check goes. Who knows the revision from a match sees what differs, and no more.
    """
    revision = _seen(request, draft_id, number)
    context = _context(request, revision) | {"title": catalog.title(revision.draft.title)}
    if not context["may_see"]:
        return render(request, _REVISION, context | {"shown": saved(revision)})
    context |= page_of(revision.draft, request.user, key_of(request))
    is_newest = context["is_mine"] and context["is_saved"] and context["newest"] == revision
    context["may_try_again"] = is_newest and may_be_tried_again(revision)
    if is_fragment(request):
        return render(request, "games/workshop/_checked.html", context | {"is_update": True})
    against = _against(revision, request.GET.get("against", ""))
    context["published"] = [
        info for info in context["title"].editions.values() if info.slug != revision.draft.base
    ]
    return render(request, _REVISION, context | {"shown": saved(revision, against), "against": against})


@require_safe
def draft_cards(request: HttpRequest, draft_id: str, number: int) -> HttpResponse:
    """Show all cards of a revision."""
    revision = _seen(request, draft_id, number)
    marks = {group.card: group.sort for group in saved(revision).groups if group.card}
    cards = [(card, marks.get(card.slug, "")) for card in edition_of(revision).cards]
    context = _context(request, revision) | {"cards": cards}
    return render(request, "games/workshop/revision_cards.html", context)


@require_safe
@limits.limited("reads")
def draft_card(request: HttpRequest, draft_id: str, number: int, slug: str) -> HttpResponse:
    """Show a card of a revision, for its page and beside a board."""
    revision = _seen(request, draft_id, number)
    card, shown = _card(revision, slug), saved(revision)
    group = next((group for group in shown.groups if group.card == slug), None)
    context = _context(request, revision) | {"card": card, "group": group, "shown": shown}
    return render(request, "games/workshop/revision_card.html", context)


@require_safe
@limits.limited("reads")
def draft_face(request: HttpRequest, draft_id: str, number: int, slug: str) -> HttpResponse:
    """Show the face of a card alone, for what shows it beside a link."""
    revision = _seen(request, draft_id, number)
    return render(request, "games/workshop/_face.html", {"card": _card(revision, slug)})


def _against(revision: DraftRevision, said: str) -> EditionInfo | None:
    """Return the edition that *said* compares with, None for the base. *Raises:* `Http404`."""
    draft, (kind, _, slug) = revision.draft, said.partition(":")
    if kind == "edition" and slug:
        try:
            return catalog.published(draft.title, slug)
        except BadOptions as error:
            raise Http404(error.reason) from error
    number = whole_number(said, low=1)
    return edition_of(access.revision_of(draft, number)) if number else None


def _seen(request: HttpRequest, draft_id: str, number: int) -> DraftRevision:
    try:
        return access.revision_for(request.user, draft_id, number, key_of(request))
    except Http404:
        return access.revision_of(seen_draft(request, draft_id), number)


def _card(revision: DraftRevision, slug: str) -> Card:
    found = edition_of(revision).by_slug.get(slug)
    if found is None:
        raise Http404("No such card.")
    return found


def _context(request: HttpRequest, revision: DraftRevision) -> dict[str, Any]:
    draft, key = revision.draft, key_of(request)
    is_seen = access.drafts_for(request.user).filter(pk=draft.pk).exists()
    query = query_of(key) if key and not is_seen and access.is_opened_by(draft, key) else ""
    seen = {"draft": draft, "revision": revision, "may_see": is_seen or bool(query), "query": query}
    return seen | {"lost": lost_reason(revision)}


@require_safe
@limits.limited("heavy-pages")
def revision_rulebook(request: HttpRequest, draft_id: str, number: int) -> HttpResponse:
    """Show the rulebook by which a revision is played: that of its base with the draft’s words in it."""
    revision = _seen(request, draft_id, number)
    context = _context(request, revision) | {"title": catalog.title(revision.draft.title)}
    book = rulebook_of(revision, context["query"])
    if book is None:
        raise Http404("This edition has no rulebook here.")
    return render(request, "games/workshop/revision_rulebook.html", context | {"book": book})


@require_safe
@limits.limited("reads")
def revision_rule(request: HttpRequest, draft_id: str, number: int, anchor: str) -> HttpResponse:
    """Show one paragraph of that rulebook; for htmx only the part that goes beside a board."""
    revision, in_panel = _seen(request, draft_id, number), is_fragment(request)
    context = _context(request, revision) | {"title": catalog.title(revision.draft.title)}
    rule = rule_of(revision, anchor, context["query"], in_panel)
    if rule is None:
        raise Http404("The rulebook of this revision has no such paragraph.")
    page = reverse("games:revision_rulebook", args=[draft_id, number]) + context["query"]
    context |= {"rule": rule, "in_panel": in_panel, "read_on": f"{page}#{anchor}"}
    template = "_revision_rule.html" if in_panel else "revision_rule.html"
    return render(request, f"games/workshop/{template}", context)


@require_safe
def match_draft(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the changes that make the draft edition of a match as a file, for the replayer."""
    match = match_for(request.user, match_id)
    if not catalog.is_draft(match.edition):
        raise Http404("This match isn’t played by a draft edition.")
    text, name = draft_file(match.edition), f"scrapsite-{match.pk}-draft.json"
    return attachment(text, "application/json; charset=utf-8", name)
