"""The pages of proposals: begun, listed, read, submitted, withdrawn, reviewed."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.document import arranging
from rules.document.errors import Outdated, RulesError
from rules.wiki.actions import drafting, proposals, reviewing
from rules.wiki.linking import name_at
from rules.wiki.models import Proposal, Verdict
from rules.wiki.queries.proposals import STATES, full, proposal_lines, proposal_page, rulebooks
from rules.wiki.stored_books import blocks_from_json, stored_book
from rules.wiki.views.access import edition_or_404, members_only, see, shows_refusals, status_of
from rules.wiki.views.drafts import draft_address, member, own_draft, show_draft, version_of
from rules.wiki.views.previewing import comment_preview, wants_preview
from rules.wiki.views.verdicts import sourced_in, verdicts_of
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.requests import plain_lines
from scrapsite.server.work.once import key_of_form, once

_DONE = {
    Verdict.COMMENT: "Your comment is posted below the proposal.",
    Verdict.ACCEPT: "Accepted and published.",
    Verdict.ASK: "You asked for changes.",
    Verdict.DECLINE: "Declined.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@shows_refusals
def proposal_create(request: HttpRequest, game: str, edition: str) -> HttpResponse:
    """Ask whether to begin. A POST opens the visitor's draft at the paragraph they came from."""
    found = edition_or_404(game, edition)
    if request.method != "POST":
        anchor, book = request.GET.get("anchor", "")[:80], stored_book(game, edition)
        name = name_at(book, anchor) if anchor in book.by_anchor else ""
        context = {"edition": found, "anchor": anchor, "name": name}
        return render(request, "rules/wiki/proposal_create.html", context)
    limits.check("edits", request)
    draft = drafting.begin_draft(member(request), found)
    anchor = request.POST.get("anchor", "")
    try:
        arranging.place_of(blocks_from_json(draft.blocks), anchor)
    except KeyError:
        return see(request, draft_address(draft))
    return see(request, reverse("rules:block_edit", args=[draft.pk, anchor]))


@require_safe
def proposal_list(request: HttpRequest) -> HttpResponse:
    """The proposals that wait for a decision, or those that a filter asks for; a member's own too."""
    game, state = (request.GET.get(name, "")[:60] for name in ("game", "status"))
    mine = request.user.is_authenticated and "mine" in request.GET
    context = {
        "lines": proposal_lines(request.user, game, state, mine=mine, page=request.GET.get("page", "1")),
        "game": game,
        "state": state if state in STATES else "",
        "mine": mine,
        "states": STATES,
        "games": rulebooks(),
    }
    return render(request, "rules/wiki/proposal_list.html", context)


@require_safe
def proposal_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """One proposal: what it changes and why, what people say to it, and what can be done with it."""
    return _show(request, get_object_or_404(full(request.user), pk=pk))


@require_POST
@members_only
@shows_refusals
def proposal_submit(request: HttpRequest, pk: int) -> HttpResponse:
    """Submit the visitor's own draft for review."""
    draft = own_draft(request, pk)
    summary, reason = (plain_lines(request.POST.get(name, "")) for name in ("summary", "reason"))
    try:
        limits.check("edits", request)
        proposals.submit(member(request), draft, version_of(request), summary, reason)
    except (RulesError, TooMany) as error:
        draft = own_draft(request, pk)
        draft.summary, draft.reason = summary, reason
        return show_draft(request, draft, {"submit_error": error}, status_of(error))
    return see(request, _address(draft), "Submitted. The editors of this rulebook will read it.")


@require_POST
@members_only
@shows_refusals
def proposal_withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw the visitor's own proposal."""
    proposal = get_object_or_404(full(request.user), pk=pk)
    limits.check("edits", request)
    proposals.withdraw(member(request), proposal)
    said = "Your proposal has been withdrawn. You can continue editing it and submit it again."
    if proposal.submitted_at is None:
        said = "Your draft has been discarded. You can still continue it."
    return see(request, _address(proposal), said)


@require_POST
@members_only
@shows_refusals
def proposal_review(request: HttpRequest, pk: int) -> HttpResponse:
    """Say something to a proposal, or decide on it."""
    proposal = get_object_or_404(full(request.user), pk=pk)
    text = plain_lines(request.POST.get("text", ""))
    given = request.POST.get("verdict", "")
    if given not in Verdict.values:
        raise Http404("No such verdict.")
    verdict, checks, sourced = Verdict(given), verdicts_of(request), sourced_in(request)
    seen = version_of(request)
    filled_in = {"text": text, "verdict": given, "checks": checks, "sourced": sourced, "version": seen}
    try:
        if wants_preview(request):
            preview = comment_preview(request, proposal.edition, text)
            return _show(request, proposal, filled_in | {"preview": preview})
        limits.check("comments", request)
        user = member(request)
        once(
            user,
            key_of_form(request),
            "review",
            lambda note: reviewing.review(user, proposal, seen, verdict, text, checks, sourced, note).pk,
        )
    except (RulesError, TooMany) as error:
        proposal = get_object_or_404(full(request.user), pk=pk)
        if isinstance(error, Outdated):
            filled_in["version"] = proposal.version
        return _show(request, proposal, filled_in | {"error": error}, status_of(error))
    return see(request, f"{_address(proposal)}#reviews", _DONE[verdict])


def _show(
    request: HttpRequest, proposal: Proposal, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    page = proposal_page(request.user, proposal)
    context = {"page": page, "verdict": "comment", "version": proposal.version, **(more or {})}
    return render(request, "rules/wiki/proposal_detail.html", context, status=status)


def _address(proposal: Proposal) -> str:
    return reverse("rules:proposal_detail", args=[proposal.pk])
