"""No job of the site holds SQLite's only write lock for long: whoever moves meanwhile waits for it.

It is judged by the work of the thread between BEGIN and COMMIT, as a multiple of what a hundred questions to
the database cost just before and after: other programs lengthen the time on the wall, a slow machine both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group, User
from django.db import connection
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from cards.catalogue.indexing import load_cards
from cards.catalogue.models import CardFacet, IndexedCard, IndexState
from games import catalog, recovery
from games.clocks.timeouts import settle_due
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.models import Match
from games.matches.notifications import STARTED
from games.ratings.counting import count_ratings
from games.statistics.plays import count_plays
from rules.talk.models import Follow
from rules.wiki import shipped
from rules.wiki.actions.drafting import begin_draft
from rules.wiki.actions.loading import load_rules
from rules.wiki.actions.proposals import submit
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.actions.reviewing import review
from rules.wiki.checks import MOST_BLOCKS
from rules.wiki.models import (
    AuditEntry,
    CheckVerdict,
    Edition,
    Paragraph,
    Revision,
    RevisionKind,
    Rulebook,
    Shipment,
    Verdict,
)
from rules.wiki.permissions import EDITORS
from rules.wiki.stored_books import blocks_to_json
from scrapsite.common.models import BATCH
from scrapsite.notifications.delivery_worker import mail_round
from scrapsite.notifications.digests import forget_old, make_digests
from scrapsite.notifications.kinds import EMAIL, SITE
from scrapsite.notifications.models import Notification
from tests.locks import Held, write_locks
from tests.playing import BOT, ME, bot_match, match_of, play_on
from tests.rules.text import block, edition, law, reworded, text_of
from tests.site.notifications.people import confirm

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows, not all of it"),
]

# In hundreds of questions, which took 45 ms where the longest job here took 50.
MOST_WORK = 1.75
LONG_AGO = timedelta(days=60)


class Killed(BaseException):
    """The process was killed, so nothing after it runs."""


def hundred_questions() -> float:
    """Return the milliseconds of work that a hundred questions to the database take now."""
    began = time.thread_time()
    for number in range(100):
        Edition.objects.filter(pk=number).first()
    return (time.thread_time() - began) * 1000


def assert_short(job: Callable[[], Any]) -> list[Held]:
    """Run the job; fail if it holds the lock for too long at a time."""
    unit = hundred_questions()
    with write_locks() as held:
        job()
    unit = max(unit, hundred_questions())
    long = [f"{one}; a hundred questions: {unit:.0f} ms" for one in held if one.cpu > MOST_WORK * unit]
    assert held, "the job wrote nothing"
    assert long == []
    return held


def forget_rules() -> None:
    """Make the database one that has no rulebooks yet."""
    Edition.objects.update(head=None)
    for model in (AuditEntry, Paragraph, Revision, Shipment, Edition, Rulebook):
        model.objects.all().delete()


@contextmanager
def killed_at(write: int) -> Iterator[None]:
    """Let the process be killed at its *write*-th statement that writes."""
    left = write

    def watch(execute: Any, sql: str, *rest: Any) -> Any:
        nonlocal left
        left -= sql.startswith(("INSERT", "UPDATE", "DELETE"))
        if left < 0:
            raise Killed
        return execute(sql, *rest)

    with connection.execute_wrapper(watch):
        yield


class TestLoading:
    def test_all_cards(self) -> None:
        for model in (CardFacet, IndexedCard, IndexState):
            model.objects.all().delete()
        assert_short(load_cards)

    @pytest.mark.soak(seconds=1)
    def test_all_rulebooks_each_edition_by_itself(self) -> None:
        forget_rules()
        shipped.read_file.cache_clear()
        held = assert_short(load_rules)
        assert len(held) == Edition.objects.count() > 1

    @pytest.mark.soak(seconds=2)
    def test_whoever_kills_the_loader_leaves_whole_editions_only(self) -> None:
        count = Edition.objects.count()
        for write in range(0, 40, 6):
            forget_rules()
            with pytest.raises(Killed), killed_at(write):
                load_rules()
            for one in Edition.objects.all():
                assert one.head is not None
                assert one.head.paragraphs.count() == len(
                    shipped.book(one.rulebook.game, one.slug).paragraphs
                )
        load_rules()
        assert Edition.objects.exclude(head=None).count() == count

    @pytest.mark.soak(seconds=1)
    def test_a_book_of_the_greatest_size(self, user: User) -> None:
        found = edition()
        text = text_of(found)
        words = "What is said here is law number {}, and some more words say it at length."
        more = (
            block(law(f"more-{number}", words.format(number))) for number in range(MOST_BLOCKS - len(text))
        )
        origin = Origin(RevisionKind.PROPOSAL, user, "All there is to say.")
        whole = (*text, *more)
        assert_short(lambda: publish(found, found.head, whole, origin))

    @pytest.mark.soak(seconds=1)
    def test_a_proposal_that_three_hundred_people_hear_of(self, user: User, other_user: User) -> None:
        other_user.groups.add(Group.objects.get(name=EDITORS))
        found = edition()
        people = User.objects.bulk_create(User(username=f"reader-{number}") for number in range(300))
        Follow.objects.bulk_create(Follow(user=one, rulebook=found.rulebook) for one in people)
        EmailAddress.objects.bulk_create(
            EmailAddress(user=one, email=f"{one}@example.org", verified=True, primary=True) for one in people
        )
        draft = begin_draft(user, found)
        draft.blocks = blocks_to_json(reworded(text_of(found), "setup-1", "Quite other words."))
        draft.save()
        assert_short(lambda: submit(user, draft, draft.version, "Other words", ""))
        draft.refresh_from_db()
        holds = {"setup-1": CheckVerdict.HOLDS}
        assert_short(lambda: review(other_user, draft, draft.version, Verdict.ACCEPT, "", holds))
        told = Notification.objects.filter(about=edition().head_id, kind="rules-news")
        assert {channel: told.filter(channel=channel).count() for channel in (SITE, EMAIL)} == {
            SITE: 300,
            EMAIL: 300,
        }


class TestTheWorker:
    @pytest.mark.soak(seconds=2)
    def test_counts_and_rates_long_matches(self, user: User) -> None:
        for title in catalog.titles():
            match = create_match(user, title.slug, next(iter(title.editions)), {}, [ME, BOT])
            match = play_on(match, [user, None], 30, undo=False)
            if match.status == "running":
                resign(match.pk, user)
        Match.objects.update(is_rated=True, ratings_done=False)
        assert_short(count_plays)
        assert_short(count_ratings)

    def test_settles_what_is_due_in_many_matches(self, user: User, other_user: User) -> None:
        for _ in range(5):
            match_of(user, other_user)
        with time_machine.travel(timezone.now() + LONG_AGO, tick=True):
            assert len(assert_short(settle_due)) >= 5

    def test_takes_up_what_was_left_behind(self, user: User) -> None:
        match = bot_match(user)
        Match.objects.filter(pk=match.pk).update(bot_to_act=True, updated_at=timezone.now() - LONG_AGO)
        DBTaskResult.objects.all().delete()
        assert_short(recovery.revive_matches)
        assert_short(recovery.end_stale_tasks)

    @pytest.mark.soak(seconds=1)
    def test_forgets_what_is_old_in_batches(self, user: User) -> None:
        old = timezone.now() - LONG_AGO
        DBTaskResult.objects.bulk_create(
            DBTaskResult(
                status="SUCCESSFUL",
                task_path="a.task",
                args_kwargs={},
                exception_class_path="",
                traceback="",
                run_after=old,
                finished_at=old,
            )
            for _ in range(3 * BATCH)
        )
        Notification.objects.bulk_create(_notes(user, 3 * BATCH, old, digested_at=old))
        assert len(assert_short(recovery.forget_old_tasks)) == 3
        assert len(assert_short(forget_old)) == 3
        assert not DBTaskResult.objects.exists()
        assert not Notification.objects.exists()

    def test_writes_and_sends_a_letter_of_two_hundred_items(self, user: User, other_user: User) -> None:
        confirm(user)
        now = timezone.now()
        match = match_of(user, other_user)
        Notification.objects.all().delete()
        Notification.objects.bulk_create(_notes(user, 200, now, match=match, game="scrapbots"))
        assert_short(make_digests)
        assert len(assert_short(mail_round)) == 2


def _notes(user: User, count: int, at: Any, **more: Any) -> Iterator[Notification]:
    for number in range(count):
        yield Notification(
            user=user, channel="email", kind=STARTED, key=f"n-{number}", created_at=at, due_at=at, **more
        )
