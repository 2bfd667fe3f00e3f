"""Returning to an older revision, which makes a new one with the same text."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from rules.document.errors import BadText, Outdated, Refused
from rules.document.text_limits import check_text
from rules.wiki.actions.publishing import Origin, get_ready, publish_ready
from rules.wiki.audit import note
from rules.wiki.models import CheckVerdict, Edition, Revision, RevisionKind
from rules.wiki.permissions import require
from rules.wiki.stored_books import blocks_from_json

LONGEST_REASON = 200


def return_to(
    user: User,
    revision: Revision,
    seen: int,
    reason: str,
    checks: Mapping[str, CheckVerdict] | None = None,
) -> Revision:
    """Publish what *revision* said. *seen:* number of the revision in force when it was asked for.

    *checks:* as for `review`. *Raises:* BadText, Outdated, Refused.
    """
    edition = revision.edition
    require(user, "edit", edition.rulebook)
    reason = " ".join(reason.split())
    if len(reason) > LONGEST_REASON:
        raise BadText(f"The reason has at most {LONGEST_REASON} characters.", "text/long")
    if reason:
        check_text(reason)
    head = Edition.objects.select_related("head").get(pk=edition.pk).head
    if head is None or head.number != seen:
        raise Outdated("Somebody published another revision in the meantime. Look at the differences again.")
    if head == revision:
        raise Refused("This revision is already in force.", "rules/no-change")
    summary = f"Returns to revision {revision.number}{f': {reason}' if reason else '.'}"
    origin = Origin(RevisionKind.REVERT, user, summary, revision, verdicts=checks or {})
    ready = get_ready(edition, head, blocks_from_json(revision.blocks), origin)
    with transaction.atomic():
        made = publish_ready(edition, ready)
        game = edition.rulebook.game
        page = reverse("rules:revision_detail", args=[game, edition.slug, made.number])
        note(user, "revision/reverted", edition.rulebook, f"{made}: {summary}", page)
    return made
