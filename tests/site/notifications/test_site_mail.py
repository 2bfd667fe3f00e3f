"""Mail that Django and allauth send: queued by the request, sent by the worker, and then gone."""

from __future__ import annotations

import smtplib
import threading
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives, mail_admins, send_mail
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scrapsite.notifications import delivery as sending
from scrapsite.notifications.channels.site_mail import send_site_mail
from scrapsite.notifications.delivery_worker import delivery_threads, site_mail_round
from scrapsite.notifications.kinds import SITE_MAIL
from scrapsite.notifications.models import Delivery

pytestmark = pytest.mark.django_db

RESET = "/accounts/password/reset/"


def send(subject: str = "Bolts") -> None:
    send_mail(subject, "They are loose.", None, ["rivet@example.org"], html_message="<p>They are loose.</p>")


def fail_with(problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: Any) -> None:
        raise problem

    monkeypatch.setattr(EmailMultiAlternatives, "send", fail)


class TestARequest:
    def test_opens_no_connection_to_a_mail_server(
        self, client: Client, rivet: User, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.WORKER_EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        asked: list[Any] = []
        monkeypatch.setattr(smtplib.SMTP, "connect", lambda *given: asked.append(given))
        assert client.post(RESET, {"email": "rivet@example.org"}).status_code == 302
        assert asked == []
        assert Delivery.objects.get().channel == SITE_MAIL

    def test_that_is_undone_sends_nothing(self) -> None:
        with transaction.atomic():
            send()
            transaction.set_rollback(True)
        assert site_mail_round() == 0

    def test_cannot_queue_attachments(self) -> None:
        message = EmailMessage("Bolts", "See below.", to=["rivet@example.org"])
        message.attach("bolts.txt", "Loose.", "text/plain")
        with pytest.raises(ValueError, match="attachments"):
            message.send()
        assert not Delivery.objects.exists()


class TestTheWorker:
    def test_sends_the_whole_message_once(self) -> None:
        message = EmailMultiAlternatives(
            "Bolts",
            "They are loose.",
            "Works <works@example.org>",
            ["rivet@example.org"],
            bcc=["desk@example.org"],
            cc=["gasket@example.org"],
            reply_to=["office@example.org"],
            headers={"X-Rack": "3"},
        )
        message.attach_alternative("<p>They are <b>loose</b>.</p>", "text/html")
        assert message.send() == 1
        assert mail.outbox == []
        assert (site_mail_round(), site_mail_round()) == (1, 0)
        (sent,) = mail.outbox
        assert (sent.subject, sent.body, sent.from_email) == (
            "Bolts",
            "They are loose.",
            "Works <works@example.org>",
        )
        assert sent.recipients() == ["rivet@example.org", "gasket@example.org", "desk@example.org"]
        assert sent.message()["Reply-To"] == "office@example.org"
        assert sent.message()["X-Rack"] == "3"
        assert sent.message()["Auto-Submitted"] == "auto-generated"
        assert [str(content) for content, kind in sent.alternatives] == ["<p>They are <b>loose</b>.</p>"]

    def test_sends_what_django_itself_writes(self, settings: Any) -> None:
        settings.ADMINS = [("Rivet", "rivet@example.org")]
        mail_admins("Bolts", "They are loose.")
        site_mail_round()
        assert [sent.to for sent in mail.outbox] == [["rivet@example.org"]]

    def test_keeps_nothing_of_what_it_sent(self, client: Client, rivet: User) -> None:
        client.post(RESET, {"email": "rivet@example.org"})
        assert "/password/reset/key/" in str(Delivery.objects.get().content)
        site_mail_round()
        assert len(mail.outbox) == 1
        assert not Delivery.objects.exists()

    def test_tries_again_with_the_same_identity_and_not_for_ever(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        send()
        now = timezone.now()
        fail_with(smtplib.SMTPSenderRefused(451, b"Not now", "scrapsite@localhost"), monkeypatch)
        assert site_mail_round() == 1
        delivery = Delivery.objects.get()
        assert delivery.next_try - now < timedelta(minutes=2)
        monkeypatch.undo()
        with time_machine.travel(now + timedelta(minutes=2), tick=False):
            site_mail_round()
        assert mail.outbox[0].message()["Message-ID"] == f"<{delivery.pk}@127.0.0.1>"

        send("Nuts")
        fail_with(smtplib.SMTPSenderRefused(451, b"Not now", "scrapsite@localhost"), monkeypatch)
        for hours in range(0, 60, 6):
            with time_machine.travel(now + timedelta(hours=hours), tick=False):
                site_mail_round()
        assert not Delivery.objects.exists()

    def test_sends_no_link_that_is_a_day_old(self) -> None:
        send()
        with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
            assert site_mail_round() == 1
        assert mail.outbox == []
        assert not Delivery.objects.exists()

    def test_leaves_a_closed_server_alone_for_a_while(self, monkeypatch: pytest.MonkeyPatch) -> None:
        send()
        fail_with(TimeoutError("timed out"), monkeypatch)
        with pytest.raises(sending.Down):
            site_mail_round()
        assert Delivery.objects.get().sent_at is None

    def test_killed_while_sending_is_followed_by_another_that_sends(self) -> None:
        send()
        claimed = sending.claim(Delivery.objects.get().pk)
        assert claimed is not None
        assert site_mail_round() == 0
        with time_machine.travel(timezone.now() + timedelta(seconds=121), tick=False):
            assert site_mail_round() == 1
        sending.try_to_send(claimed, send_site_mail)
        assert not Delivery.objects.exists()

    def test_has_a_thread_for_it_beside_those_of_other_letters(self) -> None:
        names = {thread.name for thread in delivery_threads(threading.Event())}
        assert {"delivery-site_mail_round", "delivery-mail_round", "delivery-digest_round"} <= names
