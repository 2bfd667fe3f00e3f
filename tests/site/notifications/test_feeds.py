"""Feeds by a secret address: what stands in them, and that the address can be taken back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from games.matches import notifications
from games.matches.actions.create import create_match
from games.matches.actions.invitations import invite
from games.matches.actions.resign import resign
from games.talk.models import ChatMessage
from scrapsite.notifications.channels.feed_keys import key_of, renew_key, user_of
from scrapsite.notifications.models import FeedKey, Notification
from tests.playing import ME, OPEN, match_of
from tests.site.notifications.people import end_turn, turn_to

pytestmark = pytest.mark.django_db

NAMES = {"atom": "http://www.w3.org/2005/Atom"}


def entries(client: Client, key: str) -> list[str]:
    """Return the titles in the feed of news."""
    answer = client.get(f"/feeds/{key}/alerts.atom")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.content)
    return [str(one.text) for one in root.findall("atom:entry/atom:title", NAMES)]


def events(client: Client, key: str) -> list[object]:
    """Return what stands in the calendar."""
    answer = client.get(f"/feeds/{key}/deadlines.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


class TestNews:
    def test_are_there_at_once_without_an_address_for_letters(
        self, client: Client, user: User, other_user: User
    ) -> None:
        key = renew_key(other_user)
        match = turn_to(match_of(user, other_user), [user, other_user], 0)
        end_turn(match, [user, other_user])
        assert entries(client, key) == ["Your turn: Scrapbots against rivet"]
        assert Notification.objects.get().digested_at is not None

    def test_keep_what_still_waits_behind_many_turns_of_a_quick_match(
        self, client: Client, user: User, other_user: User
    ) -> None:
        """Fifty rows were read, and all of them were of turns long past."""
        key = renew_key(other_user)
        invite(create_match(user, "scrapbots", "3.6", {}, [ME, OPEN]).pk, user, "gasket")
        match = match_of(user, other_user)
        Notification.objects.bulk_create(
            Notification(
                user=other_user,
                channel="feed",
                kind="your-turn",
                key=f"past {number}",
                match_id=match.pk,
                game="scrapbots",
                about=1000 + number,
                created_at=timezone.now(),
                due_at=timezone.now(),
                digested_at=timezone.now(),
            )
            for number in range(150)
        )
        assert any(title.startswith("Invitation") for title in entries(client, key))

    def test_leave_out_what_has_settled_itself(self, client: Client, user: User, other_user: User) -> None:
        key = renew_key(other_user)
        match = turn_to(match_of(user, other_user), [user, other_user], 0)
        end_turn(match, [user, other_user])
        end_turn(match, [user, other_user])
        assert entries(client, key) == []
        resign(match.pk, user)
        assert entries(client, key) == ["Over: Scrapbots against rivet"]

    def test_never_hold_what_was_said(self, client: Client, user: User, other_user: User) -> None:
        key = renew_key(other_user)
        match = match_of(user, other_user)
        said = ChatMessage.objects.create(match=match, user=user, seat=0, text="Secret plan")
        notifications.notify([other_user.pk], "chat", match, about=said.pk)
        feed = client.get(f"/feeds/{key}/alerts.atom").content.decode()
        assert "rivet wrote a message" in feed
        assert "Secret plan" not in feed

    def test_are_not_sent_again_to_who_has_them(self, client: Client, user: User) -> None:
        key = renew_key(user)
        first = client.get(f"/feeds/{key}/alerts.atom")
        again = client.get(f"/feeds/{key}/alerts.atom", headers={"If-None-Match": first["ETag"]})
        assert again.status_code == 304
        assert first["Cache-Control"] == "private, no-store"


class TestDeadlines:
    def test_are_those_of_matches_that_wait_for_me(
        self, client: Client, user: User, other_user: User
    ) -> None:
        mine, other = renew_key(user), renew_key(other_user)
        with time_machine.travel(datetime(2027, 1, 5, 11, 0, tzinfo=UTC), tick=False):
            match = turn_to(match_of(user, other_user), [user, other_user], 0)
        (event,) = events(client, mine)
        assert event["DTEND"].dt == datetime(2027, 2, 4, 11, 0, tzinfo=UTC)  # type: ignore[index]
        assert event["SUMMARY"] == "Decide: Scrapbots against gasket"  # type: ignore[index]
        assert str(event["URL"]).endswith(f"/me/alerts/go/{match.pk}/")  # type: ignore[index]
        assert events(client, other) == []

    def test_go_when_the_match_does(self, client: Client, user: User, other_user: User) -> None:
        key = renew_key(user)
        match = turn_to(match_of(user, other_user), [user, other_user], 0)
        assert len(events(client, key)) == 1
        resign(match.pk, user)
        assert events(client, key) == []


class TestTheAddress:
    def test_ends_when_another_is_made_or_the_feeds_are_ended(self, user: User, user_client: Client) -> None:
        user_client.post("/me/alerts/feeds/")
        first = key_of(user)
        assert user_of(first) == user
        assert f"/feeds/{first}/alerts.atom" in user_client.get("/me/alerts/").content.decode()
        user_client.post("/me/alerts/feeds/")
        second = key_of(user)
        assert (user_of(first), user_of(second)) == (None, user)
        user_client.post("/me/alerts/feeds/end/")
        assert user_of(second) is None
        assert Client().get(f"/feeds/{second}/alerts.atom").status_code == 404

    def test_cannot_be_made_from_what_is_stored(self, user: User) -> None:
        key = renew_key(user)
        serial = FeedKey.objects.get().serial
        assert key.startswith(serial)
        for guess in (serial, serial + "0" * 32, key[:-1] + ("0" if key[-1] != "0" else "1"), key.upper()):
            assert user_of(guess) is None

    def test_holds_while_the_sites_key_is_replaced(self, user: User, settings) -> None:  # type: ignore[no-untyped-def]
        key = renew_key(user)
        settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another" * 10
        assert user_of(key) == user

    def test_leads_nowhere_for_who_is_barred(self, user: User) -> None:
        key = renew_key(user)
        user.is_active = False
        user.save()
        assert user_of(key) is None

    def test_forgets_nothing_by_being_read(self, client: Client, user: User) -> None:
        key = renew_key(user)
        with time_machine.travel(datetime.now(UTC) + timedelta(days=300), tick=False):
            assert entries(client, key) == []
        assert user_of(key) == user
