"""Resolving a thread with an answer, a ruling or a rule, and taking that back."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from rules.talk.actions.notifying import settle_news, tell_of_answer, tell_of_ruling
from rules.talk.models import Comment, Thread
from rules.talk.queries.news import ANSWERED, RULING
from rules.talk.words import address_of
from rules.wiki.audit import note
from scrapsite.common.versions import bump_data_version

_FIELDS = ["answer", "answer_anchor", "resolved_at", "resolved_by", "ruled_at", "updated_at"]


def settle(
    thread: Thread, answer: Comment | None, user: User, *, is_ruling: bool = False, anchor: str = ""
) -> None:
    """Make *answer*, or else the paragraph at *anchor*, the answer of a locked thread.

    A ruling is dated now.
    """
    now = timezone.now()
    thread.answer, thread.answer_anchor, thread.resolved_by = answer, anchor, user
    thread.resolved_at = thread.updated_at = now
    thread.ruled_at = now if is_ruling else None
    _store(thread, user, "ruling/given" if is_ruling else "thread/resolved")
    tell_of_answer(thread)
    if is_ruling:
        tell_of_ruling(thread)


def unsettle(thread: Thread, user: User) -> None:
    """Remove the answer of a locked thread."""
    what = "ruling/withdrawn" if thread.ruled_at else "thread/reopened"
    thread.answer_anchor = ""
    thread.answer = thread.resolved_at = thread.resolved_by = thread.ruled_at = None
    thread.updated_at = timezone.now()
    settle_news(thread.pk, ANSWERED, RULING)
    _store(thread, user, what)


def _store(thread: Thread, user: User, what: str) -> None:
    thread.save(update_fields=_FIELDS)
    note(user, what, thread.edition.rulebook, str(thread), address_of(thread))
    transaction.on_commit(bump_data_version)
