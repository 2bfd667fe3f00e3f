"""The pages of proposals: begun, changed, submitted, reviewed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from games import limits
from rules.actions import drafting
from rules.queries.proposals import visible_to
from rules.views.doors import edition_or_404, members_only, see, shows_refusals


@require_http_methods(["GET", "HEAD", "POST"])
@members_only
@shows_refusals
def proposal_create(request: HttpRequest, game: str, edition: str) -> HttpResponse:
    """Ask whether to begin; a POST opens one's draft, at the paragraph one came from."""
    found = edition_or_404(game, edition)
    if request.method != "POST":
        context = {"edition": found, "anchor": request.GET.get("anchor", "")}
        return render(request, "rules/proposal_create.html", context)
    limits.check("edits", request)
    draft = drafting.begin_draft(request.user, found)
    return see(request, reverse("rules:proposal_detail", args=[draft.pk]))


@require_safe
def proposal_list(request: HttpRequest) -> HttpResponse:
    """All proposals that were submitted."""
    return render(request, "rules/proposal_list.html")


@require_safe
def proposal_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """One proposal."""
    proposal = get_object_or_404(visible_to(request.user), pk=pk)
    return render(request, "rules/proposal_detail.html", {"proposal": proposal})
