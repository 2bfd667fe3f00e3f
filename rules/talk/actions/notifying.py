"""Notifies followers, authors, reviewers, editors and moderators.

The notifications are stored in the transaction of the change.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q

from rules.talk.models import Comment, Follow, Report, Thread
from rules.talk.notifications import RULES_MENTION, RULES_NEWS, RULES_OWN, RULES_WORK
from rules.talk.queries.follows import changed_anchors
from rules.talk.queries.news import (
    ANSWERED,
    COMMENT,
    OPENING,
    REVERTED,
    REVIEW,
    REVISION,
    RULING,
    SUBMITTED,
)
from rules.talk.queries.work import REPORT
from rules.wiki.models import Proposal, Review, Revision, RevisionKind, Rulebook, Verdict
from rules.wiki.permissions import Right, able
from rules.wiki.queries.revisions import authors_taken_back
from scrapsite.notifications import notify
from scrapsite.notifications.news import settle
from scrapsite.notifications.registry import muting

_MOMENT = "%Y%m%d%H%M%S%f"


def tell_of_comment(comment: Comment, mentioned: Iterable[User] = ()) -> None:
    """Notify followers of the thread, its paragraph or its rulebook of a new comment, but not *mentioned*."""
    besides = [user.pk for user in mentioned]
    _tell(_of_thread(comment.thread), comment.author, COMMENT, comment.pk, besides=besides)


def tell_of_opening(thread: Thread, comment: Comment, mentioned: Iterable[User] = ()) -> None:
    """Notify followers of the paragraph or its rulebook of a new thread, but not *mentioned*."""
    besides = [user.pk for user in mentioned]
    _tell(_of_thread(thread), comment.author, OPENING, comment.pk, besides=besides)


def tell_of_mention(author_id: int | None, pk: int, kind: str, people: Iterable[User]) -> None:
    """Notify *people* that they are named, but not those who muted the author.

    *pk*, *kind:* of what names them, `MENTION` for a comment or `REVIEW_MENTION` for a review.
    """
    muting_them = muting(author_id or 0)
    users = [user.pk for user in people if user.pk not in muting_them]
    notify(users, RULES_MENTION, about=pk, detail=kind)


def tell_of_ruling(thread: Thread) -> None:
    """Notify followers of the thread, its paragraph or its rulebook of a ruling, also of a second one."""
    key = f"{RULES_NEWS}:{RULING}:{thread.pk}:{thread.answer_id}:{thread.ruled_at:{_MOMENT}}"
    _tell(_of_thread(thread), thread.resolved_by, RULING, thread.pk, key, besides=[thread.author_id])


def tell_of_answer(thread: Thread) -> None:
    """Notify whoever began the thread that it was settled, unless they did it."""
    if thread.author_id is not None and thread.author_id != thread.resolved_by_id:
        key = f"{RULES_OWN}:{ANSWERED}:{thread.pk}:{thread.resolved_at:{_MOMENT}}"
        notify([thread.author_id], RULES_OWN, key=key, about=thread.pk, detail=ANSWERED)


def tell_of_report(report: Report) -> None:
    """Notify the moderators of the rulebook of a report."""
    key = f"{REPORT}:{report.pk}:{report.created_at:{_MOMENT}}"
    rulebook = report.comment.thread.edition.rulebook
    _tell_keepers("moderate", rulebook, report.reporter_id, REPORT, report.pk, key)


def tell_of_submission(proposal: Proposal, **said: Any) -> None:
    """Notify the editors of a proposal to review, and of one that comes again also those who reviewed it."""
    key = f"{SUBMITTED}:{proposal.pk}:{proposal.submitted_at:{_MOMENT}}"
    author = proposal.author_id
    editors = _tell_keepers("edit", proposal.edition.rulebook, author, SUBMITTED, proposal.pk, key)
    others = _reviewers(proposal) - editors - {author}
    notify(others, RULES_OWN, key=f"{RULES_OWN}:{key}", about=proposal.pk, detail=SUBMITTED)


def tell_of_review(review: Review, besides: Iterable[User] = ()) -> set[int | None]:
    """Notify the proposal's author and those who reviewed it of a new review; return who they are.

    *besides:* people who aren't told.
    """
    proposal = review.proposal
    people = {proposal.author_id, *_reviewers(proposal)} - {review.author_id, *(user.pk for user in besides)}
    if review.verdict != Verdict.COMMENT:
        settle_news(proposal.pk, SUBMITTED)
    notify(people, RULES_OWN, about=review.pk, detail=REVIEW)
    return people


def forget_submission(proposal: Proposal, **said: Any) -> None:
    """Let nobody be told any more that *proposal* waits for a review."""
    settle_news(proposal.pk, SUBMITTED)


def settle_news(about: int, *details: str) -> None:
    """Let the header count no longer what the page of news doesn't tell any more."""
    settle((RULES_NEWS, RULES_OWN, RULES_WORK, RULES_MENTION), about, details)


def tell_of_revision(revision: Revision, actor: User | None, **said: Any) -> None:
    """Notify followers of the rulebook, or of a paragraph that changed, of a new revision.

    Whoever wrote it hears of its acceptance instead, and whose change it takes back hears of that.
    """
    if revision.number == 1:
        return
    if revision.kind == RevisionKind.REVERT:
        undone = authors_taken_back(revision) - {actor.pk if actor else None}
        notify(undone, RULES_OWN, about=revision.pk, detail=REVERTED)
    rulebook = revision.edition.rulebook_id
    follows = Follow.objects.filter(rulebook=rulebook, thread=None)
    anchors = set(follows.exclude(anchor="").values_list("anchor", flat=True))
    changed = changed_anchors([revision], anchors).get(revision.pk, set())
    wanted = Q(rulebook=rulebook, thread=None, anchor__in=["", *changed])
    _tell(wanted, actor, REVISION, revision.pk, besides=[revision.author_id])


def _of_thread(thread: Thread) -> Q:
    place = Q(rulebook=thread.edition.rulebook_id, thread=None, anchor__in=("", thread.anchor))
    return Q(thread=thread) | place


def _tell(
    wanted: Q, actor: User | None, kind: str, pk: int, key: str = "", *, besides: Iterable[int | None] = ()
) -> None:
    users: Iterable[int] = Follow.objects.filter(wanted).values_list("user", flat=True).distinct()
    not_told = {actor.pk if actor else None, *besides}
    notify([user for user in users if user not in not_told], RULES_NEWS, key=key, about=pk, detail=kind)


def _tell_keepers(
    right: Right, rulebook: Rulebook, besides: int | None, kind: str, pk: int, key: str = ""
) -> set[int]:
    """Notify those who can use the *right*; return who they are."""
    keepers = {user.pk for user in able(right, rulebook, besides=besides)}
    notify(keepers, RULES_WORK, key=f"{RULES_WORK}:{key}" if key else "", about=pk, detail=kind)
    return keepers


def _reviewers(proposal: Proposal) -> set[int | None]:
    return set(proposal.reviews.order_by().values_list("author", flat=True).distinct())
