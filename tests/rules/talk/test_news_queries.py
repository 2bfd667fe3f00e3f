"""News and reports are read with as few queries when there are many as when there is one of each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from rules.talk.actions.moderation import report
from rules.talk.actions.threads import resolve_by_rule
from rules.talk.queries.moderation import moderated, open_reports
from scrapsite.notifications.news import news_of
from tests.rules.proposing import submitted
from tests.rules.talking import accept, begin, editor, moderator, say

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]


def queries(read: Callable[[], object]) -> int:
    """Return how many queries *read* makes, once what is kept is there."""
    read()
    with CaptureQueriesContext(connection) as made:
        read()
    return len(made)


@pytest.mark.soak(seconds=1)
def test_the_page_of_news(user: User, other_user: User, user_client: Client, client_of: ClientOf) -> None:
    anvil = editor()
    proposal = submitted(user_client, "attack-1", "Ready ones attack.")

    def happens() -> list[int]:
        """Let there be comments, answers, rulings and reviews; return how often each reader's news ask."""
        accept(anvil, say(other_user, begin(user)))
        resolve_by_rule(anvil, begin(user, "And below?").pk, "attack-2")
        proposal.review(client_of(other_user), "comment", "Fine.")
        return [queries(partial(news_of, reader)) for reader in (user, other_user)]

    few = happens()
    assert [len(news_of(reader).items) for reader in (user, other_user)] == [4, 1]
    happens()
    assert happens() == few


def test_the_queue_of_reports(user: User, other_user: User) -> None:
    damper = moderator()
    rulebooks = moderated(damper)

    def happens() -> list[int]:
        """Let there be a report; return how often the queue and its moderator's news ask."""
        report(user, say(other_user, begin(user), "Rustbucket!"), "Rude.")
        return [queries(partial(open_reports, rulebooks)), queries(partial(news_of, damper))]

    few = happens()
    happens()
    assert happens() == few
