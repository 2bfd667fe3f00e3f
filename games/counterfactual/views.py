"""Pages of reports: asking, progress, the sums, and each match step by step."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from games import catalog
from games.counterfactual import asking
from games.counterfactual.models import CounterfactualReport
from games.counterfactual.pages import KINDS, comparison_of, progress_of, summary_of
from games.drafts.access import edition_for
from games.engine.errors import BadOptions
from games.matches.access import match_for, visible_to
from games.matches.errors import RulesChanged
from games.matches.queries.people import seat_names, with_people
from games.matches.refusals import guest_first, player_of, show_refusal
from scrapsite.common import limits
from scrapsite.common.errors import Full, TooMany, http_status, with_retry_after
from scrapsite.common.requests import is_fragment, whole_number

PAGE = 50


def counterfactual_create(request: HttpRequest) -> HttpResponse:
    """Ask which matches to play again (GET), or have them played under `edition` (POST).

    The address gives `title`, `base` and `edition`. A visitor who isn't signed in becomes a guest.
    """
    asked = request.POST if request.method == "POST" else request.GET
    title, base, edition = (asked.get(name, "") for name in ("title", "base", "edition"))
    try:
        found, real, other = (
            catalog.title(title),
            edition_for(request.user, title, base),
            edition_for(request.user, title, edition),
        )
    except BadOptions as error:
        raise Http404(error.reason) from error
    scope = CounterfactualReport.Scope.MINE if asked.get("scope") == "mine" else "public"
    refusal: BadOptions | Full | None = None
    if request.method == "POST":
        try:
            limits.check("counterfactuals", request)
            if again := guest_first(request):
                return again
            report = asking.ask(player_of(request), title, base, edition, scope)
        except (BadOptions, Full) as error:
            refusal = error
        except TooMany as error:
            return limits.refused(request, error)
        else:
            return _see_other(report)
    choices = asking.choices(request.user, title, base, scope)
    shown = {
        "title": found,
        "base": real,
        "edition": other,
        "choices": choices,
        "has_matches": any(choice.matches for choice in choices),
        "most": asking.MOST_MATCHES,
        "refusal": refusal,
    }
    status = http_status(refusal) if refusal else 200
    response = render(request, "games/counterfactual/counterfactual_create.html", shown, status=status)
    return with_retry_after(response, refusal) if refusal else response


@require_safe
def counterfactual_detail(request: HttpRequest, report_id: str) -> HttpResponseBase:
    """Show a report, as far as it is; `?kind=` lists matches of one kind only.

    Matches that were closed since still count; only those that the visitor may look at are listed. How far
    it is, a page asks every other second; that costs little and isn't counted.
    """
    report = asking.report_for(request.user, report_id)
    if is_fragment(request):
        if not report.is_under_way:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return render(request, "_progress.html", {"progress": progress_of(report)})
    return _show_whole(request, report)


@limits.limited("heavy-pages")
def _show_whole(request: HttpRequest, report: CounterfactualReport) -> HttpResponse:
    kind = request.GET.get("kind", "")
    courses = report.courses.filter(match__in=visible_to(request.user).values("pk"))
    rows = with_people(courses.select_related("match"), "match__seats")
    if kind in KINDS:
        rows = rows.filter(kind=kind)
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    shown: dict[str, Any] = {
        **_head(report),
        "summary": summary_of(report),
        "rows": page,
        "courses": [(row, seat_names(row.match.seats.all()), KINDS[row.kind], row.read()) for row in page],
        "kind": kind if kind in KINDS else "",
        "progress": progress_of(report) if report.is_under_way else None,
    }
    return render(request, "games/counterfactual/counterfactual_detail.html", shown)


@require_safe
@limits.limited("heavy-pages")
def counterfactual_match(request: HttpRequest, report_id: str, played_id: str) -> HttpResponse:
    """Show a match under both editions: the first step that differs, or `?step=`.

    If the site has lost the rules of the match, its own page says so.
    """
    report = asking.report_for(request.user, report_id)
    match = match_for(request.user, played_id)
    row = get_object_or_404(report.courses.select_related("match"), match=match)
    wanted = request.GET.get("step", "")
    step = whole_number(wanted) if wanted else None
    if wanted and step is None:
        raise Http404("There is no such step.")
    try:
        comparison = comparison_of(report, row, step)
    except RulesChanged as error:
        return show_refusal(request, match, error)
    shown = {
        **_head(report),
        "row": row,
        "course": row.read(),
        "kind": KINDS[row.kind],
        "comparison": comparison,
    }
    return render(request, "games/counterfactual/counterfactual_match.html", shown)


@require_POST
def counterfactual_cancel(request: HttpRequest, report_id: str) -> HttpResponse:
    """Stop a report that the visitor asked for."""
    report = asking.report_for(request.user, report_id)
    if not asking.is_asker(request.user, report):
        raise Http404("This isn’t your report.")
    asking.cancel(report)
    return _see_other(report)


def _head(report: CounterfactualReport) -> dict[str, Any]:
    return {
        "report": report,
        "title": catalog.title(report.title),
        "base": catalog.edition(report.title, report.base),
        "edition": catalog.edition(report.title, report.edition),
    }


def _see_other(report: CounterfactualReport) -> HttpResponse:
    response = redirect("games:counterfactual_detail", report.pk)
    response.status_code = 303
    return response
