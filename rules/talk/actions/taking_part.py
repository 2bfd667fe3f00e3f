"""Taking part in talk: the author follows the thread, and those who are named or follow it are told."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from rules.document.errors import Refused
from rules.talk.actions.follows import MOST_FOLLOWS
from rules.talk.actions.notifying import tell_of_comment, tell_of_mention, tell_of_review
from rules.talk.models import Comment, Follow, Mention, Thread
from rules.talk.queries.news import MENTION, REVIEW_MENTION
from rules.wiki.models import Review, Verdict

MOST_A_DAY = 50


def take_part(comment: Comment, people: Iterable[User]) -> None:
    """Make the author of a new comment follow its thread; notify *people*, whom it names, and followers.

    *Raises:* as `mention`.
    """
    if comment.author is not None:
        follow_own(comment.author, comment.thread)
    tell_of_comment(comment, mention(comment, people))


def follow_own(user: User, thread: Thread) -> None:
    """Make *user* follow *thread*, unless they already follow too much."""
    if Follow.objects.filter(user=user).count() < MOST_FOLLOWS:
        Follow.objects.get_or_create(user=user, rulebook=thread.edition.rulebook, thread=thread)


def mention(comment: Comment, people: Iterable[User]) -> list[User]:
    """Store that *comment* names *people* and tell those who weren't told yet; return these.

    *Raises:* Refused when its author has mentioned too many within a day.
    """
    known = set(comment.mentions.values_list("user", flat=True))
    new = [user for user in people if user.pk not in known]
    if new:
        _require_few(comment.author_id, len(new))
        Mention.objects.bulk_create(Mention(comment=comment, user=user) for user in new)
        tell_of_mention(comment.author_id, comment.pk, MENTION, new)
    return new


def hear_of_review(review: Review, mentioned: Sequence[User], **said: Any) -> None:
    """Store whom *review* names, and tell them, the proposal's author and its reviewers of it.

    Nobody is told twice: of a decision they hear what was decided, of a comment that they are named.
    *Raises:* as `mention`.
    """
    if mentioned:
        _require_few(review.author_id, len(mentioned))
        Mention.objects.bulk_create(Mention(review=review, user=user) for user in mentioned)
    told = tell_of_review(review, mentioned if review.verdict == Verdict.COMMENT else ())
    others = [user for user in mentioned if user.pk not in told]
    tell_of_mention(review.author_id, review.pk, REVIEW_MENTION, others)


def _require_few(author_id: int | None, new: int) -> None:
    """*Raises:* Refused if *new* mentions more are too many for a day."""
    by = Q(comment__author=author_id) | Q(review__author=author_id)
    day = timezone.now() - timedelta(days=1)
    if Mention.objects.filter(by, created_at__gt=day).count() + new > MOST_A_DAY:
        raise Refused(
            f"You can mention {MOST_A_DAY} people a day. Leave out the @ before names for now.",
            "rules/many-mentions",
        )
