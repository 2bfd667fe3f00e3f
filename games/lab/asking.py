"""Asking for a report, cancelling it and going on: the same question has one report, however many ask."""

from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.lab.access import check_edition, is_published, own_report, setup_as_asked
from games.lab.costs import seconds_of
from games.lab.errors import NoLab, TooLong
from games.lab.measuring.setup import Setup, checked, key_of
from games.lab.models import ID_LENGTH, LabReport, LabRequest
from games.lab.tasks import begin_anew, go_on
from scrapsite.common import limits

_Stage = LabReport.Stage
MINUTE = 60


def ask(user: Any, setup: Setup) -> LabReport:
    """Return the report on *setup*, made or under way; have its games played if nobody has asked before.

    *Raises:* `BadOptions`, `TooLong`, `NoLab`; `Full` if *user* waits for too many.
    """
    for _, edition in setup.editions:
        check_edition(user, setup.title, edition)
    checked(setup)
    report_id = key_of(setup)[:ID_LENGTH]
    found = LabReport.objects.filter(pk=report_id, stage__in=(*LabReport.UNDER_WAY, _Stage.DONE)).first()
    if found is None:
        check_minutes(seconds_of(setup))
        limits.require_quota("reports", user)
    with transaction.atomic():
        report, is_new = LabReport.objects.get_or_create(pk=report_id, defaults=_columns(setup))
        LabRequest.objects.update_or_create(
            report=report,
            user=user,
            defaults={
                "edition": setup.edition,
                "against": setup.against,
                "asked_at": timezone.now(),
                "is_waiting": True,
            },
        )
        begins = is_new or report.stage in (_Stage.CANCELLED, _Stage.FAILED)
        if begins or all(is_published(setup.title, edition) for _, edition in setup.editions):
            # Who asked first by another name may delete their draft, or keep it to themselves.
            report.edition, report.against = setup.edition, setup.against
            report.save(update_fields=["edition", "against"])
        if begins:
            _begin(report)
    return report


def cancel(user: Any, report_id: str) -> LabReport:
    """Withdraw the request of *user*; the games stop unless others wait for them too. *Raises:* `Http404`."""
    _, mine = own_report(user, report_id)
    return _withdraw(mine)


def leave_reports(user: Any) -> None:
    """Withdraw all requests of *user*, who leaves; games for which nobody else waits stop."""
    waiting = LabRequest.objects.filter(user=user, is_waiting=True, report__stage__in=LabReport.UNDER_WAY)
    for mine in waiting:
        _withdraw(mine)


def _withdraw(mine: LabRequest) -> LabReport:
    with transaction.atomic():
        report = LabReport.objects.select_for_update().get(pk=mine.report_id)
        if report.is_under_way:
            LabRequest.objects.filter(pk=mine.pk).update(is_waiting=False)
            if not report.requests.filter(is_waiting=True).exists():
                report.stage = _Stage.CANCELLED
                report.save(update_fields=["stage", "touched_at"])
    return report


def resume(user: Any, report_id: str) -> LabReport:
    """Go on with a report that was cancelled or that failed; what was played counts. *Raises:* as `ask`."""
    report, mine = own_report(user, report_id)
    if report.stage not in (_Stage.CANCELLED, _Stage.FAILED):
        return report
    return ask(user, setup_as_asked(report, mine))


def count_under_way(user: Any) -> int:
    """Return for how many reports *user* waits."""
    mine = LabRequest.objects.filter(user=user, is_waiting=True)
    return mine.filter(report__stage__in=LabReport.UNDER_WAY).count()


def _begin(report: LabReport) -> None:
    report.stage, report.why = _Stage.WAITING, ""
    report.save(update_fields=["stage", "why", "touched_at"])
    begin_anew(report)
    go_on(report)


def _columns(setup: Setup) -> dict[str, Any]:
    named = {name: getattr(setup, name) for name in Setup.__struct_fields__}
    return named | {"options": dict(setup.options), "whole": setup.shards}


def has_lab() -> bool:
    """Return whether this site plays games for the lab."""
    return settings.LAB_PROCESSES > 0


def check_minutes(seconds: float) -> None:
    """Check that the lab may play so long, in seconds of one processor. *Raises:* `NoLab`, `TooLong`."""
    if not has_lab():
        raise NoLab("This site plays no games for the lab.")
    minutes = seconds / settings.LAB_PROCESSES / MINUTE
    if minutes > settings.LAB_MOST_MINUTES:
        raise TooLong(
            f"These games would take about {minutes:.0f} minutes; {settings.LAB_MOST_MINUTES} is the most. "
            "Choose a quicker bot or fewer games."
        )
