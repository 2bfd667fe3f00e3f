"""Notifies followers. The notifications are stored in the transaction of the change."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q

from rules.talk.models import Comment, Follow, Thread
from rules.talk.notifications import RULES_NEWS
from rules.talk.queries.follows import changed_anchors
from rules.talk.queries.news import COMMENT, OPENING, REVISION, RULING
from rules.wiki.models import Revision
from scrapsite.notifications import notify


def tell_of_comment(comment: Comment) -> None:
    """Notify followers of the thread, its paragraph or its rulebook of a new comment."""
    _tell(_of_thread(comment.thread), comment.author, COMMENT, comment.pk)


def tell_of_opening(thread: Thread, comment: Comment) -> None:
    """Notify followers of the paragraph or its rulebook of a new thread."""
    _tell(_of_thread(thread), comment.author, OPENING, comment.pk)


def tell_of_ruling(thread: Thread) -> None:
    """Notify followers of the thread, its paragraph or its rulebook of a ruling, also of a second one."""
    key = f"{RULES_NEWS}:{RULING}:{thread.pk}:{thread.answer_id}:{thread.ruled_at:%Y%m%d%H%M%S%f}"
    _tell(_of_thread(thread), thread.resolved_by, RULING, thread.pk, key)


def tell_of_revision(revision: Revision, actor: User | None, **said: Any) -> None:
    """Notify followers of the rulebook, or of a paragraph that changed, of a new revision."""
    if revision.number == 1:
        return
    rulebook = revision.edition.rulebook_id
    follows = Follow.objects.filter(rulebook=rulebook, thread=None)
    anchors = set(follows.exclude(anchor="").values_list("anchor", flat=True))
    changed = changed_anchors([revision], anchors).get(revision.pk, set())
    _tell(Q(rulebook=rulebook, thread=None, anchor__in=["", *changed]), actor, REVISION, revision.pk)


def _of_thread(thread: Thread) -> Q:
    place = Q(rulebook=thread.edition.rulebook_id, thread=None, anchor__in=("", thread.anchor))
    return Q(thread=thread) | place


def _tell(wanted: Q, actor: User | None, kind: str, pk: int, key: str = "") -> None:
    users: Iterable[int] = Follow.objects.filter(wanted).values_list("user", flat=True).distinct()
    others = [user for user in users if actor is None or user != actor.pk]
    notify(others, RULES_NEWS, key=key, about=pk, detail=kind)
