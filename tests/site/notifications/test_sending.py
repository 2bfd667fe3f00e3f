"""Sending under a lease, also when a worker dies before or after a delivery has gone out."""

from __future__ import annotations

import smtplib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import OperationalError
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from games.matches import notifications
from games.matches.models import Match
from scrapsite.notifications import delivery as sending
from scrapsite.notifications import digests
from scrapsite.notifications.channels.email import message_of, send_letter
from scrapsite.notifications.channels.feed_keys import renew_key
from scrapsite.notifications.delivery_worker import deliver, mail_round
from scrapsite.notifications.digests import forget_old, make_digests
from scrapsite.notifications.kinds import EMAIL
from scrapsite.notifications.models import Delivery, Notification
from scrapsite.notifications.preferences.choosing import switch_off
from tests.rules.at_once import all_at_once, at_once, database_of_threads
from tests.site.notifications.people import SETTLED, confirm, end_turn, post

pytestmark = pytest.mark.django_db

LEASE = timedelta(seconds=121)


class Killed(BaseException):
    """The worker was killed, so nothing after it runs."""


@pytest.fixture
def delivery(match: Match, rivet: User, gasket: User) -> Delivery:
    """A letter to gasket that is due."""
    end_turn(match, [rivet, gasket])
    with time_machine.travel(timezone.now() + SETTLED, tick=False):
        make_digests()
    Delivery.objects.update(next_try=timezone.now())
    return Delivery.objects.get()


def killed_when(moment: str) -> Any:
    """Return a way to send at which the worker dies before or after the letter has gone."""

    def send(delivery: Delivery) -> None:
        if moment == "after":
            send_letter(delivery)
        raise Killed

    return send


class TestAKilledWorker:
    def test_before_gathering_is_done_leaves_everything_as_it_was(
        self, match: Match, rivet: User, gasket: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def die(*rows: Any, **changes: Any) -> None:
            raise Killed

        end_turn(match, [rivet, gasket])
        with monkeypatch.context() as patch:
            patch.setattr("scrapsite.notifications.digests._mark", die)
            with pytest.raises(Killed):
                post()
        assert not Delivery.objects.exists()
        assert len(post()) == 1

    @pytest.mark.parametrize("moment, arrived", [("before", 0), ("after", 1)])
    def test_while_sending_leaves_it_to_another_when_the_lease_is_over(
        self, delivery: Delivery, moment: str, arrived: int
    ) -> None:
        with pytest.raises(Killed):
            sending.send_due(EMAIL, killed_when(moment))
        assert len(mail.outbox) == arrived
        assert mail_round() == 0, "somebody may still be at it"
        with time_machine.travel(timezone.now() + LEASE, tick=False):
            assert mail_round() == 1
            assert mail_round() == 0
        names = {letter.message()["Message-ID"] for letter in mail.outbox}
        assert names == {f"<{delivery.pk}@127.0.0.1>"}, "by which the receiver can tell"

    def test_sends_the_very_same_letter_again(self, delivery: Delivery, match: Match) -> None:
        first = message_of(delivery).message().as_string()
        Match.objects.update(name="By another name")
        again = message_of(Delivery.objects.get()).message().as_string()
        assert _without_boundary(first) == _without_boundary(again)


def test_a_letter_that_waits_is_not_sent_when_its_kind_is_not_wanted_any_more(delivery: Delivery) -> None:
    switch_off(delivery.user_id, EMAIL, "your-turn")
    assert mail_round() == 1
    assert mail.outbox == []
    delivery.refresh_from_db()
    assert delivery.given_up_at is not None


class TestTwoWorkers:
    def test_do_not_take_the_same_delivery(self, delivery: Delivery) -> None:
        assert sending.claim(delivery.pk) is not None
        assert sending.claim(delivery.pk) is None

    def test_of_which_one_is_late_do_not_undo_each_others_marks(self, delivery: Delivery) -> None:
        late = sending.claim(delivery.pk)
        with time_machine.travel(timezone.now() + LEASE, tick=False):
            mine = sending.claim(delivery.pk)
        assert late is not None
        assert mine is not None
        sending.try_to_send(late, killed_when_never)
        delivery.refresh_from_db()
        assert delivery.sent_at is None, "it holds no lease any more"
        sending.try_to_send(mine, killed_when_never)
        delivery.refresh_from_db()
        assert delivery.sent_at is not None

    def test_do_not_gather_the_same_notification(self, match: Match, rivet: User, gasket: User) -> None:
        end_turn(match, [rivet, gasket])
        with time_machine.travel(timezone.now() + SETTLED, tick=False):
            assert make_digests() == 1
            assert make_digests() == 0
        assert Delivery.objects.count() == 1


class TestANotificationThatCannotBeRead:
    @pytest.fixture(autouse=True)
    def lost(self, match: Match, rivet: User, gasket: User) -> Notification:
        """Both have a notification; rivet's comes first and is of a kind that an update took along."""
        end_turn(match, [rivet, gasket])
        end_turn(match, [rivet, gasket])
        Notification.objects.filter(user=rivet).update(kind="lost", about=7)
        return Notification.objects.filter(user=rivet, channel=EMAIL).get()

    def test_keeps_nobody_from_getting_letters(self, match: Match, gasket: User, lost: Notification) -> None:
        """It ended each round: there were no letters, pushes and calls any more."""
        Notification.objects.filter(user=gasket).update(kind="ended")
        Match.objects.update(status="finished")
        assert [letter.to for letter in post()] == [["gasket@example.org"]]
        lost.refresh_from_db()
        assert lost.was_dropped

    def test_keeps_nobody_from_the_page_and_the_feed_of_news(self, rivet: User, client: Client) -> None:
        client.force_login(rivet)
        assert client.get("/me/news/").status_code == 200
        assert client.get(f"/feeds/{renew_key(rivet)}/alerts.atom").status_code == 200

    def test_keeps_only_its_own_letter_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def made(user_id: int) -> None:
            tried.append(user_id)
            raise ValueError(user_id)

        tried: list[int] = []
        monkeypatch.setattr(digests, "make_letter", made)
        with time_machine.travel(timezone.now() + SETTLED, tick=False):
            assert make_digests() == 0
        assert len(tried) == 2


def killed_when_never(delivery: Delivery) -> None:
    """Send nothing, and succeed."""


class TestATroubledServer:
    def test_is_tried_again_later_and_not_for_ever(
        self, delivery: Delivery, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*given: Any) -> None:
            raise smtplib.SMTPSenderRefused(451, b"Not now", "scrapsite@localhost")

        monkeypatch.setattr(EmailMultiAlternatives, "send", fail)
        now = timezone.now()
        for days in range(10):
            with time_machine.travel(now + timedelta(days=2 * days), tick=False):
                mail_round()
        delivery.refresh_from_db()
        assert delivery.given_up_at is not None
        assert delivery.tries == len(sending.WAITS) + 1
        assert "Not now" in delivery.error

    def test_that_is_away_is_left_alone_for_a_while(
        self, delivery: Delivery, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*given: Any) -> None:
            raise ConnectionRefusedError

        monkeypatch.setattr(EmailMultiAlternatives, "send", fail)
        with pytest.raises(sending.Down):
            mail_round()
        monkeypatch.undo()
        assert mail_round() == 0
        with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=False):
            assert mail_round() == 1
        assert len(mail.outbox) == 1

    def test_that_knows_no_such_person_is_not_asked_again(
        self, delivery: Delivery, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*given: Any) -> None:
            raise smtplib.SMTPRecipientsRefused({"gasket@example.org": (550, b"No such user")})

        monkeypatch.setattr(EmailMultiAlternatives, "send", fail)
        mail_round()
        delivery.refresh_from_db()
        assert delivery.given_up_at is not None
        assert delivery.tries == 1


def test_what_was_told_long_ago_is_forgotten(match: Match, rivet: User, gasket: User) -> None:
    end_turn(match, [rivet, gasket])
    post()
    with time_machine.travel(timezone.now() + timedelta(days=29), tick=False):
        forget_old()
        assert Notification.objects.exists()
    with time_machine.travel(timezone.now() + timedelta(days=31), tick=False):
        forget_old()
    assert not Notification.objects.exists()
    assert not Delivery.objects.exists()


def _without_boundary(text: str) -> str:
    boundary = text.split('boundary="')[1].split('"')[0]
    return text.replace(boundary, "")


def test_what_was_sent_is_marked_although_the_database_was_busy(
    delivery: Delivery, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = iter((OperationalError("database is locked"), OperationalError("database is locked"), None))
    update = QuerySet.update

    def busy(rows: QuerySet[Any], **changes: Any) -> int:
        if "sent_at" in changes and (problem := next(tries)) is not None:
            raise problem
        return update(rows, **changes)

    monkeypatch.setattr(QuerySet, "update", busy)
    assert mail_round() == 1
    delivery.refresh_from_db()
    assert delivery.sent_at is not None


@at_once
def test_delivery_threads_at_work_in_the_same_instant_write_one_letter_each(
    match: Match, rivet: User, gasket: User, tmp_path: Path
) -> None:
    end_turn(match, [rivet, gasket])
    Match.objects.filter(pk=match.pk).update(status="finished")
    people = [User.objects.create_user(f"robot-{number}") for number in range(8)]
    for person in people:
        confirm(person)
        for number in range(3):
            notifications.notify([person.pk], "ended", match, key=f"ended-{number}")
    Notification.objects.update(due_at=timezone.now())
    with database_of_threads(tmp_path):
        assert all_at_once([deliver] * 4) == []
    assert len({letter.to[0] for letter in mail.outbox}) == 8
    assert len(mail.outbox) == 8
