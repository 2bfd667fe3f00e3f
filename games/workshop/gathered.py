"""What the page of a draft gathers: talk, matches, reports of the lab, what moderators have decided."""

from typing import Any

from django.db.models import Q

from games.discussion.actions import may_comment
from games.discussion.moderation import newest_decision
from games.discussion.queries import counts
from games.drafts.access import is_owner
from games.drafts.models import Draft, PlaytestAnswer
from games.drafts.slugs import read_slug, slug_of
from games.lab.asking import has_lab
from games.lab.models import LabReport, LabRequest
from games.matches.access import visible_to
from games.matches.models import Match, Status
from games.matches.queries.people import seat_names, with_people
from games.suggestions.listing import lines_of
from games.talk.readers import may_moderate

MOST_MATCHES, MOST_REPORTS = 10, 10


def gathered_of(draft: Draft, user: Any) -> dict[str, Any]:
    """Return what the page of the draft needs besides `page.page_of`."""
    said, is_mine = counts(draft), is_owner(user, draft)
    return {
        "comment_count": sum(said.values()),
        "may_comment": may_comment(user, draft),
        "may_moderate": may_moderate(user),
        "decision": newest_decision(draft) if is_mine or may_moderate(user) else None,
        "matches": [_with_players(match) for match in _matches(draft, user)],
        "has_lab": has_lab(),
        "reports": _reports(draft, user),
        "searches": lines_of(user, draft) if is_mine else [],
        "answer_count": _answers(draft) if is_mine else 0,
    }


def _answers(draft: Draft) -> int:
    """Return how many players have answered; who skipped the questions hasn't."""
    return PlaytestAnswer.objects.filter(revision__draft=draft, is_skipped=False).count()


def _matches(draft: Draft, user: Any) -> list[Match]:
    """Return the newest matches of the draft's revisions that *user* may look at."""
    found = visible_to(user).filter(edition__in=_slugs(draft), status__in=(Status.RUNNING, Status.FINISHED))
    return list(with_people(found.order_by("-updated_at"))[:MOST_MATCHES])


def _reports(draft: Draft, user: Any) -> list[tuple[LabReport, int]]:
    """Return the newest reports of the lab on the draft beside its base, and those that *user* asked for.

    Each has the number of its revision.
    """
    slugs = _slugs(draft)
    asked = LabRequest.objects.filter(user=user.pk, edition__in=slugs)
    mine = {request.report_id: request for request in asked}
    about = Q(edition__in=slugs, against__in=("", draft.base)) | Q(pk__in=mine)
    found = LabReport.objects.filter(about, stage=LabReport.Stage.DONE, title=draft.title)
    newest = found.order_by("-asked_at")[:MOST_REPORTS]
    return [(report, _number_of(mine.get(report.pk, report).edition)) for report in newest]


def _slugs(draft: Draft) -> list[str]:
    return [slug_of(draft.pk, number) for number in draft.revisions.values_list("number", flat=True)]


def _with_players(match: Match) -> tuple[Match, tuple[str, ...], int]:
    """Return a match with the names of its players and the number of its revision."""
    return match, seat_names(match.seats.all()), _number_of(match.edition)


def _number_of(edition: str) -> int:
    """Return the number of the revision that *edition* is of."""
    asked = read_slug(edition)
    return asked[1] if asked else 0
