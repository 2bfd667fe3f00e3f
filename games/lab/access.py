"""Who may ask for reports on an edition, and who may read them."""

from typing import Any

from django.http import Http404
from msgspec.structs import replace

from games import catalog
from games.drafts.access import edition_for
from games.drafts.models import DraftRevision
from games.drafts.slugs import read_slug
from games.engine.errors import BadOptions
from games.lab.measuring.packages import DraftData
from games.lab.measuring.setup import Setup
from games.lab.models import LabReport, LabRequest


def is_published(title: str, edition: str) -> bool:
    """Return whether *edition* is one of those that everybody plays. *Raises:* `BadOptions`."""
    return edition in catalog.title(title).editions


def check_edition(user: Any, title: str, edition: str) -> None:
    """Check that *user* may use *edition*. *Raises:* `BadOptions` if it isn't there for them."""
    edition_for(user, title, edition)


def report_for(user: Any, report_id: str) -> tuple[LabReport, LabRequest | None]:
    """Return a report that *user* may read, with their own request for it, if there is one.

    Everybody may read what is about published editions. *Raises:* `Http404`.
    """
    report = LabReport.objects.filter(pk=report_id).first() if report_id.isalnum() else None
    if report is None:
        raise Http404("There is no such report.")
    mine = LabRequest.objects.filter(report=report, user=user.pk).first() if user.is_authenticated else None
    if mine is None:
        try:
            for _, edition in report.setup.editions:
                check_edition(user, report.title, edition)
        except BadOptions as error:
            raise Http404("There is no such report.") from error
    return report, mine


def setup_as_asked(report: LabReport, mine: LabRequest | None) -> Setup:
    """Return what *report* is about, by the names with which its reader asked for it.

    Its own are those of somebody who asked, perhaps of a draft that is hidden from this reader.
    """
    return replace(report.setup, edition=mine.edition, against=mine.against) if mine else report.setup


def own_report(user: Any, report_id: str) -> tuple[LabReport, LabRequest]:
    """Return a report that *user* has asked for, with the request. *Raises:* `Http404`."""
    report, mine = report_for(user, report_id)
    if mine is None:
        raise Http404("You haven’t asked for this report.")
    return report, mine


def drafts_of(setup: Setup) -> tuple[DraftData, ...]:
    """Return the draft editions of *setup* as data, for workers that have no database."""
    found = []
    for _, slug in setup.editions:
        if (asked := read_slug(slug)) is not None:
            draft, number = asked
            revision = DraftRevision.objects.select_related("draft").get(draft=draft, number=number)
            found.append(DraftData(setup.title, revision.draft.base, revision.changes, slug))
    return tuple(found)
