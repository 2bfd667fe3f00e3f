"""Asking for a report: which matches it is about, and who may see it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404

from games import catalog
from games.counterfactual.models import CounterfactualReport
from games.counterfactual.tasks import play_again
from games.drafts.access import edition_for
from games.engine.errors import BadOptions
from games.matches.access import is_match_id
from games.matches.models import Match, Status, Watch
from scrapsite.common import limits
from scrapsite.common.models import delete_in_batches

MOST_MATCHES = 1000
DAYS_KEPT = 90

_Scope = CounterfactualReport.Scope
_Stage = CounterfactualReport.Stage


@dataclass(frozen=True, slots=True)
class ScopeChoice:
    """Which matches to play again. *matches:* how many there are. *why:* there are none, or empty."""

    scope: str
    name: str
    matches: int
    why: str
    is_chosen: bool


def ask(user: Any, title: str, base: str, edition: str, scope: str = _Scope.PUBLIC) -> CounterfactualReport:
    """Return a report on the newest matches of *base* under *edition*; the same question has the same report.

    While somebody else's is under way, *user* has one of their own, for who asked may stop theirs.
    *Raises:* `BadOptions` for unknown editions or if there is no match to play again, `Full` if *user* waits
    for too many.
    """
    real, other = edition_for(user, title, base), edition_for(user, title, edition)
    if real.slug == other.slug:
        raise BadOptions("Choose another edition to play the matches under.")
    found = [match.pk for match in candidates(user, title, base, scope)[:MOST_MATCHES]]
    if not found:
        raise BadOptions(_none(scope))
    known = CounterfactualReport.objects.filter(
        title=title, base=base, edition=edition, base_hash=real.cards_hash, edition_hash=other.cards_hash,
        engine_version=catalog.title(title).engine_version, scope=scope, matches=found,
    ).exclude(stage__in=(_Stage.FAILED, _Stage.CANCELLED))  # fmt: skip
    own = Q(asked_by=user)
    known = known.filter(own if scope == _Scope.MINE else own | Q(stage=_Stage.DONE))
    if (report := known.first()) is not None:
        return report
    limits.require_quota("counterfactuals", user)
    with transaction.atomic():
        report = CounterfactualReport.objects.create(
            title=title, base=base, edition=edition, base_hash=real.cards_hash, edition_hash=other.cards_hash,
            engine_version=catalog.title(title).engine_version, scope=scope, matches=found, asked_by=user,
        )  # fmt: skip
        play_again.enqueue(report.pk, 0)
    return report


def candidates(user: Any, title: str, base: str, scope: str) -> QuerySet[Match]:
    """Return the finished matches of *base* that a report of *scope* is about, newest first.

    Practice, which begins in the middle, and matches that changed their rules aren't among them.
    """
    info = catalog.edition(title, base)
    found = Match.objects.filter(
        title=title, edition=base, status=Status.FINISHED, seq__gte=0, practice_seq=None, later_since=None,
        engine_version=catalog.title(title).engine_version,
        cards_hash__in=(info.cards_hash, *info.former_hashes),
    ).exclude(chain="")  # fmt: skip
    if scope == _Scope.MINE:
        found = found.filter(seats__user=user)
    else:
        found = found.filter(is_private=False, watch=Watch.ALL)
    return found.order_by("-updated_at", "pk")


def choices(user: Any, title: str, base: str, wanted: str = _Scope.PUBLIC) -> tuple[ScopeChoice, ...]:
    """Return the matches to choose from, of everybody and of *user*, and how many there are.

    *wanted:* which of the two is chosen, if it has any match.
    """
    public = candidates(user, title, base, _Scope.PUBLIC).count()
    if not user.is_authenticated:
        mine, why = 0, "You aren’t signed in."
    else:
        mine, why = candidates(user, title, base, _Scope.MINE).count(), "You haven’t finished one yet."
    chosen = _Scope.MINE if mine and (wanted == _Scope.MINE or not public) else _Scope.PUBLIC
    return (
        ScopeChoice(
            _Scope.PUBLIC, "Public matches", public, _why(public, "Nobody has finished one yet."),
            chosen == _Scope.PUBLIC and bool(public),
        ),
        ScopeChoice(_Scope.MINE, "My own matches", mine, _why(mine, why), chosen == _Scope.MINE),
    )  # fmt: skip


def report_for(user: Any, report_id: str) -> CounterfactualReport:
    """Return the report.

    *Raises:* `Http404` if there is none, or it is about somebody else's own matches or a draft that is hidden
    from *user*.
    """
    report = CounterfactualReport.objects.filter(pk=report_id).first() if is_match_id(report_id) else None
    if report is None or (report.scope == _Scope.MINE and not is_asker(user, report)):
        raise Http404("There is no such report.")
    try:
        for edition in (report.base, report.edition):
            edition_for(user, report.title, edition)
    except BadOptions as error:
        raise Http404("There is no such report.") from error
    return report


def is_asker(user: Any, report: CounterfactualReport) -> bool:
    """Return whether *user* has asked for the report. If its asker has gone, nobody has."""
    return bool(user.is_authenticated) and report.asked_by_id == user.pk


def cancel(report: CounterfactualReport) -> None:
    """Stop the report; what was found stays."""
    CounterfactualReport.objects.filter(pk=report.pk, stage__in=CounterfactualReport.UNDER_WAY).update(
        stage=_Stage.CANCELLED
    )


def leave_reports(user: Any) -> None:
    """Delete the reports that only *user* could read, and stop the others that they have asked for."""
    delete_in_batches(CounterfactualReport.objects.filter(asked_by=user, scope=_Scope.MINE))
    for report in CounterfactualReport.objects.filter(asked_by=user):
        cancel(report)


def forget_reports(now: datetime) -> int:
    """Delete reports at which nobody has worked for `DAYS_KEPT`; return how many rows are gone."""
    old = CounterfactualReport.objects.filter(touched_at__lt=now - timedelta(days=DAYS_KEPT))
    return delete_in_batches(old.exclude(stage__in=CounterfactualReport.UNDER_WAY))


def count_under_way(user: Any) -> int:
    """Return how many reports *user* waits for."""
    mine = CounterfactualReport.objects.filter(asked_by=user)
    return mine.filter(stage__in=CounterfactualReport.UNDER_WAY).count()


def _why(matches: int, why: str) -> str:
    return "" if matches else why


def _none(scope: str) -> str:
    whose = "You have" if scope == _Scope.MINE else "There is"
    return f"{whose} no finished match of this edition that could be played again yet."
