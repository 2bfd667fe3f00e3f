"""The pages of the lab: asking for a report, how far it is, what was found, and files to take along."""

from contextlib import suppress
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import catalog
from games.engine.errors import BadOptions, GameError
from games.lab import asking
from games.lab.access import report_for, setup_as_asked
from games.lab.forms import NUMBERS, form_of, read
from games.lab.measuring.setup import Setup
from games.lab.models import LabReport, LabRequest
from games.lab.page import named, page_of, progress_of, summary_of
from games.lab.plain import cards_csv, measures_csv, plain_report
from games.matches.refusals import player_of
from scrapsite.common import limits
from scrapsite.common.errors import Refusal, http_status, with_retry_after
from scrapsite.common.requests import is_fragment

SHOWN_REPORTS = 50
FILES = (
    ("report.json", "Everything (JSON)"),
    ("measures.csv", "The game (CSV)"),
    ("cards.csv", "The cards (CSV)"),
)


@require_http_methods(["GET", "HEAD", "POST"])
def report_create(request: HttpRequest) -> HttpResponse:
    """Show the form `?title=&edition=&against=` and the reader's reports. A POST asks for a report.

    A visitor who isn't signed in becomes a guest by that.
    """
    data = request.POST if request.method == "POST" else request.GET
    try:
        setup = read(request.user, data.dict())
    except BadOptions as error:
        if request.method != "POST":
            raise Http404(error.reason) from error
        return _form(request, _safe(request), error)
    if request.method != "POST":
        return _form(request, setup)
    try:
        limits.check("reports", request)
        report = asking.ask(player_of(request), setup)
    except (GameError, Refusal) as error:
        return _form(request, setup, error)
    return _to(report)


@require_safe
def report_detail(request: HttpRequest, report_id: str) -> HttpResponse:
    """Show a report, or how far it is."""
    report, mine = report_for(request.user, report_id)
    if is_fragment(request):
        return _progress(request, report)
    return _report(request, report, mine)


@require_POST
def report_cancel(request: HttpRequest, report_id: str) -> HttpResponse:
    """Stop the games of the reader's report."""
    return _to(asking.cancel(request.user, report_id))


@require_POST
def report_resume(request: HttpRequest, report_id: str) -> HttpResponse:
    """Go on with the reader's report, which was cancelled or which failed."""
    try:
        limits.check("reports", request)
        return _to(asking.resume(request.user, report_id))
    except (GameError, Refusal) as error:
        report, mine = report_for(request.user, report_id)
        return with_retry_after(_report(request, report, mine, error), error)


@require_safe
def report_file(request: HttpRequest, report_id: str, name: str) -> HttpResponse:
    """Return a report as `report.json`, `measures.csv` or `cards.csv`."""
    report, mine = report_for(request.user, report_id)
    if report.stage != LabReport.Stage.DONE:
        raise Http404("This report isn’t made yet.")
    summary = summary_of(report)
    response: HttpResponse
    if name == "report.json":
        response = JsonResponse(plain_report(setup_as_asked(report, mine), summary))
    else:
        text = measures_csv(summary) if name == "measures.csv" else cards_csv(summary)
        response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    file = f"{report.title}-{report.pk[:8]}-{name}"
    response["Content-Disposition"] = f'attachment; filename="{file}"'
    return response


def _report(
    request: HttpRequest,
    report: LabReport,
    mine: LabRequest | None,
    error: GameError | Refusal | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {"report": report, "mine": mine, "named": named(report, mine), "notice": error}
    if report.stage == LabReport.Stage.DONE:
        context["page"] = page_of(report, mine)
        context["files"] = FILES
    elif report.is_under_way:
        context["progress"] = progress_of(report)
    status = 200 if error is None else http_status(error)
    return render(request, "games/lab/report_detail.html", context, status=status)


def _progress(request: HttpRequest, report: LabReport) -> HttpResponse:
    """Return how far it is; have the page loaded anew when it is no longer under way."""
    if not report.is_under_way:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "_progress.html", {"progress": progress_of(report)})


def _form(request: HttpRequest, setup: Setup, error: GameError | Refusal | None = None) -> HttpResponse:
    context = {
        "form": form_of(setup),
        "titles": catalog.titles(),
        "notice": error,
        "has_lab": asking.has_lab(),
        "reports": _reports(request.user),
    }
    status = 200 if error is None else http_status(error)
    response = render(request, "games/lab/report_create.html", context, status=status)
    return with_retry_after(response, error) if error else response


def _safe(request: HttpRequest) -> Setup:
    """Return what the form shows when what was sent can't be read: as much of it as can be."""
    sent = request.POST.dict()
    for wrong in ({"seed"}, set(NUMBERS), sent.keys() - {"title"}):
        with suppress(BadOptions):
            return read(request.user, {name: text for name, text in sent.items() if name not in wrong})
    return read(request.user, {})


def _reports(user: Any) -> list[dict[str, Any]]:
    if not user.is_authenticated:
        return []
    mine = LabRequest.objects.filter(user=user.pk).select_related("report").defer("report__summary")
    return [
        {"report": one.report, "named": named(one.report, one)}
        for one in mine.order_by("-asked_at")[:SHOWN_REPORTS]
    ]


def _to(report: LabReport) -> HttpResponse:
    response = redirect("games:report_detail", report.pk)
    response.status_code = 303
    return response
