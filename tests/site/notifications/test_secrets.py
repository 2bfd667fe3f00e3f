"""A seat's secret actions neither make nor change a notification, and no feed reveals them."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scrapsite.notifications.channels.feed_keys import renew_key
from scrapsite.notifications.models import Notification
from tests.games.yard import DONE, Yard, slot, take_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def yard(rivet: User, gasket: User) -> Yard:
    """A match of Junkyard in which both program in secret. There are no notifications yet."""
    yard = Yard.programming(rivet, gasket)
    Notification.objects.all().delete()
    return yard


def fiddle(yard: Yard, user: User) -> None:
    """Change one's mind a few times."""
    yard.fill(user, slot(0, 1), take_back(1), slot(3, 1), slot(2, 2))


def test_who_programs_alarms_nobody(yard: Yard, gasket: User) -> None:
    fiddle(yard, gasket)
    assert not Notification.objects.exists()


def test_feeds_are_the_same_whatever_others_do_in_secret(
    yard: Yard, rivet: User, gasket: User, client: Client
) -> None:
    key = renew_key(rivet)
    addresses = [f"/feeds/{key}/{name}" for name in ("alerts.atom", "deadlines.ics")]
    before = [client.get(address).content for address in addresses]
    fiddle(yard, gasket)
    assert [client.get(address).content for address in addresses] == before


def test_the_next_decision_is_told_to_who_had_finished(yard: Yard, rivet: User, gasket: User) -> None:
    yard.fill(rivet, DONE)
    assert not Notification.objects.exists(), "gasket knew already"
    yard.fill(gasket, DONE)
    assert not Notification.objects.filter(user=gasket).exists(), "gasket is at the table"
    expected = [rivet] if 0 in yard.match.to_act else []
    assert [notification.user for notification in Notification.objects.filter(kind="your-turn")] == expected
