"""Bringing a proposal up to date with the rulebook, and returning a rulebook to an older revision."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from rules.document.diffing import compare
from rules.document.errors import Outdated, RulesError
from rules.wiki.actions import proposals
from rules.wiki.actions.reverting import return_to
from rules.wiki.models import Proposal, Revision
from rules.wiki.permissions import require
from rules.wiki.program import unconfirmed
from rules.wiki.queries.proposals import full
from rules.wiki.queries.updates import CHOICES, Decisions, decided, update_page
from rules.wiki.stored_books import book_of
from rules.wiki.views.access import edition_or_404, members_only, see, shows_refusals, status_of
from rules.wiki.views.drafts import draft_address, member, version_of
from rules.wiki.views.verdicts import verdicts_of
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.requests import plain_lines, whole_number

_MOST_DECISIONS = 600


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@shows_refusals
def proposal_update(request: HttpRequest, pk: int) -> HttpResponse:
    """What has to be decided before the proposal fits the text in force; a POST decides it."""
    proposal = get_object_or_404(full(request.user), pk=pk)
    proposals.require_may_update(member(request), proposal)
    if proposal.base_id == proposal.edition.head_id:
        return see(request, _page_of(request, proposal), "It is up to date.")
    if request.method != "POST":
        return render(request, "rules/wiki/proposal_update.html", {"page": update_page(proposal)})
    return _decide(request, proposal)


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@shows_refusals
def revision_revert(request: HttpRequest, game: str, edition: str, revision: int) -> HttpResponse:
    """Ask whether to return to an older revision, with what that changes; a POST does it."""
    row = edition_or_404(game, edition)
    require(member(request), "edit", row.rulebook)
    wanted = get_object_or_404(
        Revision.objects.select_related("edition__rulebook", "author__profile"), edition=row, number=revision
    )
    head = row.revisions.select_related("edition__rulebook").get(pk=row.head_id or 0)
    reason, seen = request.POST.get("reason", ""), _number(request, "seen")
    context: dict[str, Any] = {
        "revision": wanted,
        "head": head,
        "seen": head.number,
        "edition": row,
        "difference": compare(book_of(head), book_of(wanted)),
        "reason": reason,
        "asked": unconfirmed(book_of(head), book_of(wanted)),
        "checks": verdicts_of(request),
    }
    if request.method != "POST":
        return render(request, "rules/wiki/revision_revert.html", context)
    try:
        limits.check("edits", request)
        made = return_to(member(request), wanted, seen, reason, verdicts_of(request))
    except (RulesError, TooMany) as error:
        context["error"] = error
        if not isinstance(error, Outdated):
            context["seen"] = seen
        return render(request, "rules/wiki/revision_revert.html", context, status=status_of(error))
    page = reverse("rules:book_detail", args=[game, edition])
    said = f"The rules now say again what revision {revision} said. This is revision {made.number}."
    return see(request, page, said)


def _decide(request: HttpRequest, proposal: Proposal) -> HttpResponse:
    limits.check("edits", request)
    said = _decisions(request)
    context = {"page": update_page(proposal, said)}
    try:
        _require_shown(request, said, proposal, context["page"].update.head)
        update, context["page"] = decided(proposal, said)
        if update.is_clean:
            proposals.bring_up_to_date(member(request), proposal, version_of(request), update)
            return see(request, _page_of(request, proposal), "It is up to date with the rulebook again.")
    except (RulesError, TooMany) as error:
        return render(
            request, "rules/wiki/proposal_update.html", context | {"error": error}, status=status_of(error)
        )
    return render(request, "rules/wiki/proposal_update.html", context | {"is_open": True}, status=422)


def _require_shown(request: HttpRequest, said: Decisions, proposal: Proposal, head: Revision) -> None:
    """*Raises:* Outdated when something was decided on a page that showed another head or proposal."""
    if not said.choices and not said.order:
        return
    if version_of(request) != proposal.version:
        raise Outdated("The proposal was changed in the meantime. Look at the texts again.")
    if _number(request, "head") != head.number:
        raise Outdated(
            "Somebody has published another revision, or this page is old. Look at the texts again."
        )


def _decisions(request: HttpRequest) -> Decisions:
    keys = request.POST.getlist("key")[:_MOST_DECISIONS]
    chosen = {key: request.POST.get(f"choice:{key}", "") for key in keys}
    titles = {key: title for key in keys if (title := request.POST.get(f"title:{key}")) is not None}
    texts = {key: text for key in keys if (text := request.POST.get(f"text:{key}")) is not None}
    return Decisions(
        {key: choice for key, choice in chosen.items() if choice in CHOICES},
        titles,
        {key: plain_lines(text) for key, text in texts.items()},
        request.POST.get("order", ""),
    )


def _page_of(request: HttpRequest, proposal: Proposal) -> str:
    """Return the next page: the draft until it is submitted, then the proposal."""
    if proposal.submitted_at is None:
        return draft_address(proposal)
    return reverse("rules:proposal_detail", args=[proposal.pk])


def _number(request: HttpRequest, name: str) -> int:
    found = whole_number(request.POST.get(name, ""))
    return -1 if found is None else found
