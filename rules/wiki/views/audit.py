"""The audit trail of a rulebook, for its editors and moderators."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.wiki.permissions import may
from rules.wiki.queries.audits import audit_page
from rules.wiki.views.access import rulebook_or_404


@require_safe
def audit_list(request: HttpRequest, game: str) -> HttpResponse:
    """Who did what to a rulebook and its talk; to everybody else the page isn't there.

    Who reported a comment is for moderators only.
    """
    rulebook = rulebook_or_404(game)
    is_moderator = may(request.user, "moderate", rulebook)
    if not (is_moderator or may(request.user, "edit", rulebook)):
        raise Http404("No such rulebook.")
    what, number = request.GET.get("what", ""), request.GET.get("page")
    page = audit_page(rulebook, what, number, for_moderator=is_moderator)
    return render(request, "rules/wiki/audit_list.html", {"rulebook": rulebook, "page": page})
