"""Moderation of drafts and of what is said about them. Whoever moderates table talk moderates these too.

A draft that is hidden is seen by its owner alone. One that is off the list can still be shared by a link.
Its revisions stay for the matches that were played by them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone
from django.utils.safestring import SafeString

from games.discussion.models import LONGEST_REASON, DraftComment, DraftDecision, DraftReport
from games.discussion.notifying import settle_news, tell_of_decision
from games.discussion.queries import html_of
from games.drafts.access import drafts_for
from games.drafts.errors import BadWords
from games.drafts.models import Draft
from games.talk.readers import may_moderate
from scrapsite.common.players import author_name, display_name
from scrapsite.common.requests import tidy_words

MOST_REPORTED = 100

_What = DraftDecision.What
_BECOMES = {
    _What.HIDE: Draft.Moderation.HIDDEN,
    _What.UNLIST: Draft.Moderation.UNLISTED,
    _What.SHOW: Draft.Moderation.NONE,
}


@dataclass(frozen=True, slots=True)
class Reported:
    """A draft, or one comment on it, with its open reports. *reasons:* reporter and reason of each.

    *html:* the comment; empty for the draft itself. *by:* who made it.
    """

    draft: Draft
    comment: DraftComment | None
    by: str
    html: SafeString
    reasons: tuple[tuple[str, str], ...]


def require_moderator(user: Any) -> None:
    """*Raises:* `Http404` unless *user* may moderate."""
    if not may_moderate(user):
        raise Http404("No such page.")


def report(user: User, draft: Draft, comment: DraftComment | None, reason: str) -> None:
    """Report a draft that *user* may see, or a comment on it. *Raises:* `BadWords`, also the second time.

    A report of a comment that is settled is open again, with the new reason, if the comment was edited since.
    """
    words = " ".join(tidy_words(reason).split())
    if not words:
        raise BadWords("Say what is wrong with it.")
    if len(words) > LONGEST_REASON:
        raise BadWords(f"A reason has at most {LONGEST_REASON} characters.")
    if (comment.author_id if comment else draft.owner_id) == user.pk:
        raise BadWords("This is your own. You can change it or remove it.")
    try:
        with transaction.atomic():
            DraftReport.objects.create(draft=draft, comment=comment, user=user, reason=words)
    except IntegrityError:
        _report_again(user, draft, comment, words)


@transaction.atomic
def _report_again(user: User, draft: Draft, comment: DraftComment | None, reason: str) -> None:
    """Open *user*'s settled report again. *Raises:* `BadWords` unless the comment was edited since."""
    found = DraftReport.objects.select_for_update(of=("self",)).select_related("comment")
    made = found.filter(draft=draft, comment=comment, user=user).order_by("-pk").first()
    edited_at = made.comment.edited_at if made and made.comment else None
    if made is None or made.settled_at is None or edited_at is None or edited_at <= made.settled_at:
        raise BadWords("You have reported this already.")
    made.reason, made.created_at, made.settled_at = reason, timezone.now(), None
    made.save(update_fields=["reason", "created_at", "settled_at"])


@transaction.atomic
def decide(moderator: User, draft_id: str, what: str, reason: str) -> DraftDecision:
    """Hide a draft, take it off the list, or undo that; settle the reports of it and tell its owner.

    *Raises:* `Http404`, `BadWords`.
    """
    require_moderator(moderator)
    draft = Draft.objects.select_for_update(of=("self",)).filter(pk=draft_id, hidden_at=None).first()
    if draft is None or what not in _What.values:
        raise Http404("No such draft.")
    _check_is_others(moderator, draft.owner_id)
    words = " ".join(tidy_words(reason).split())
    if len(words) > LONGEST_REASON:
        raise BadWords(f"A reason has at most {LONGEST_REASON} characters.")
    if what != _What.SHOW and not words:
        raise BadWords("Tell the owner why.")
    draft.moderation = _BECOMES[_What(what)]
    draft.save(update_fields=["moderation"])
    decision = DraftDecision.objects.create(draft=draft, what=what, reason=words, moderator=moderator)
    _settle(DraftReport.objects.filter(draft=draft, comment=None))
    tell_of_decision(decision)
    return decision


@transaction.atomic
def hide_comment(moderator: User, comment: DraftComment, *, on: bool) -> None:
    """Hide a comment from everybody but moderators, or show it again; settle the reports of it."""
    require_moderator(moderator)
    by = moderator if on else None
    DraftComment.objects.filter(pk=comment.pk).update(hidden_at=timezone.now() if on else None, hidden_by=by)
    if on:
        settle_news(comment.pk)
    _settle(DraftReport.objects.filter(comment=comment))


def keep_comment(moderator: User, comment: DraftComment) -> None:
    """Leave a comment as it is, hidden or not, and settle the reports of it."""
    require_moderator(moderator)
    _settle(DraftReport.objects.filter(comment=comment))


def keep_draft(moderator: User, draft_id: str) -> None:
    """Leave a draft as it is, and settle the reports of it. *Raises:* `BadWords` for a moderator's own."""
    require_moderator(moderator)
    owner = Draft.objects.filter(pk=draft_id).values_list("owner", flat=True).first()
    _check_is_others(moderator, owner)
    _settle(DraftReport.objects.filter(draft=draft_id, comment=None))


def newest_decision(draft: Draft) -> DraftDecision | None:
    """Return what moderators have decided about the draft, while that holds."""
    return draft.decisions.first() if draft.moderation else None


def draft_to_moderate(user: Any, draft_id: str) -> Draft | None:
    """Return a draft that *user* may see as a moderator: also one that was reported or decided on."""
    if not may_moderate(user):
        return None
    shown = Draft.objects.filter(pk=draft_id, hidden_at=None).select_related("owner__profile")
    draft = shown.first()
    if draft is None or drafts_for(user).filter(pk=draft_id).exists():
        return draft
    known = draft.moderation or draft.reports.exists() or draft.decisions.exists()
    return draft if known else None


def reported() -> tuple[Reported, ...]:
    """Return what waits for a moderator, the oldest report first. Show it to moderators only."""
    waiting = DraftReport.objects.filter(settled_at=None, draft__hidden_at=None, comment__deleted_at=None)
    rows = waiting.select_related("user__profile", "draft__owner__profile", "comment__author__profile")
    rows = rows.order_by("created_at", "pk")
    by_thing: dict[tuple[str, int | None], list[DraftReport]] = {}
    for row in rows[: MOST_REPORTED * 5]:
        by_thing.setdefault((row.draft_id, row.comment_id), []).append(row)
    return tuple(_reported(found) for found in list(by_thing.values())[:MOST_REPORTED])


def _reported(rows: Sequence[DraftReport]) -> Reported:
    draft, comment = rows[0].draft, rows[0].comment
    return Reported(
        draft=draft,
        comment=comment,
        by=author_name(comment.author if comment else draft.owner),
        html=html_of(draft, comment.html) if comment else SafeString(""),
        reasons=tuple((display_name(row.user), row.reason) for row in rows),
    )


def _check_is_others(moderator: User, owner: int | None) -> None:
    if owner == moderator.pk:
        raise BadWords("This is your own draft, so another moderator decides.")


def _settle(reports: Any) -> None:
    reports.filter(settled_at=None).update(settled_at=timezone.now())
