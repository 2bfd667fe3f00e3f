"""Choosing by program what one is told of, and how."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scrapsite.notifications import api
from scrapsite.notifications.channels.feed_keys import renew_key
from scrapsite.notifications.models import Notification, NotificationChoice, NotificationPreference
from scrapsite.notifications.preferences.choosing import Choices, choices_of
from scrapsite.notifications.registry import kind_of, kinds
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db

PATH = "/me/alerts"


def shown(caller: Caller):
    status, chosen = caller.get(PATH)
    assert status == 200
    api.PreferencesOut.model_validate(chosen)
    return chosen


def changed(caller: Caller, body):
    status, chosen = caller.post(PATH, body)
    assert status == 200, chosen
    assert chosen == shown(caller)
    return chosen


def wants(caller: Caller, way: str, kind: str, game: str = "") -> bool:
    """Say what the stored choices amount to."""
    return choices_of([caller.user.pk]).get(caller.user.pk, Choices()).wants(way, kind_of(kind), game)


def test_the_usual_is_shown_with_what_the_kinds_are(caller):
    chosen = shown(caller)
    assert chosen["ways"] == {"site": True, "email": True, "feed": True}
    assert chosen["kinds"]["your-turn"] == ["email", "feed"]
    assert chosen["kinds"]["chat"] == ["feed"]
    assert (chosen["games"], chosen["rhythm"], chosen["hour"]) == ({}, "soon", 8)
    assert [one["kind"] for one in chosen["known"]] == [kind.slug for kind in kinds()]
    assert {one["kind"]: one["ways"] for one in chosen["known"]} == chosen["kinds"]


def test_what_is_named_changes_and_the_rest_stays(caller, rival):
    changed(caller, {"kinds": {"ended": ["feed"]}})
    chosen = changed(caller, {"kinds": {"chat": ["email", "feed"]}})
    assert (chosen["kinds"]["ended"], chosen["kinds"]["chat"]) == (["feed"], ["email", "feed"])
    assert not wants(caller, "email", "ended")
    assert wants(caller, "email", "chat", "junkyard")
    assert changed(caller, {}) == chosen
    assert shown(rival)["kinds"]["ended"] == ["email", "feed"]


def test_what_waits_for_the_daily_letter_goes_out_soon_once_that_is_not_wanted(caller):
    """It waited until tomorrow all the same."""
    now = timezone.now()
    changed(caller, {"rhythm": "daily"})
    row = Notification.objects.create(
        user=caller.user, channel="email", kind="ended", created_at=now, due_at=now + timedelta(hours=12)
    )
    changed(caller, {"hour": 19})
    row.refresh_from_db()
    assert row.due_at > now
    assert row.due_at.hour == 19
    changed(caller, {"rhythm": "soon"})
    row.refresh_from_db()
    assert row.due_at < now + timedelta(hours=1)


def test_the_usual_is_nothing_to_remember(caller):
    changed(caller, {"kinds": {"ended": []}})
    changed(caller, {"kinds": {"ended": ["feed", "email"]}})
    assert not NotificationChoice.objects.exists()


def test_a_whole_way_is_switched_off_and_on_and_keeps_its_kinds(caller):
    chosen = changed(caller, {"ways": {"email": False}})
    assert chosen["ways"] == {"site": True, "email": False, "feed": True}
    assert chosen["kinds"]["your-turn"] == ["email", "feed"]
    assert not wants(caller, "email", "your-turn")
    changed(caller, {"ways": {"email": True}})
    assert wants(caller, "email", "your-turn")


def test_one_game_differs_and_goes_along_again(caller):
    chosen = changed(caller, {"games": {"junkyard": {"your-turn": ["feed"]}}})
    assert chosen["games"]["junkyard"]["your-turn"] == ["feed"]
    assert chosen["games"]["junkyard"]["ended"] == ["email", "feed"]
    assert "rules-news" not in chosen["games"]["junkyard"]
    assert not wants(caller, "email", "your-turn", "junkyard")
    assert wants(caller, "email", "your-turn", "scrapbots")
    assert changed(caller, {"games": {"junkyard": None}})["games"] == {}
    assert wants(caller, "email", "your-turn", "junkyard")


def test_how_often_letters_come(caller):
    assert changed(caller, {"rhythm": "daily"})["hour"] == 8
    assert changed(caller, {"hour": 19})["rhythm"] == "daily"
    assert NotificationPreference.objects.values_list("rhythm", "hour").get() == ("daily", 19)


def test_a_way_that_the_site_does_not_have_is_neither_shown_nor_lost(caller):
    NotificationChoice.objects.create(user=caller.user, channel="push", kind="chat", wanted=True)
    assert "push" not in changed(caller, {"kinds": {"chat": []}})["ways"]
    assert wants(caller, "push", "chat")
    status, refusal = caller.post(PATH, {"ways": {"push": True}})
    assert (status, refusal["reason"]) == (422, "Nothing comes by “push” here, only by site, email, feed.")


def test_push_is_there_where_the_site_has_it(caller, monkeypatch):
    monkeypatch.setattr("scrapsite.notifications.kinds.can_push", lambda: True)
    assert shown(caller)["kinds"]["your-turn"] == ["email", "push", "feed"]
    assert changed(caller, {"kinds": {"your-turn": ["push"]}})["kinds"]["your-turn"] == ["push"]


@pytest.mark.parametrize(
    "wrong, reason",
    [
        ({"kinds": {"weather": []}}, "There is no kind of notification “weather”."),
        ({"kinds": {"chat": ["pigeon"]}}, "Nothing comes by “pigeon” here, only by site, email, feed."),
        ({"kinds": {"chat": ["site"]}}, "There are no “chat” notifications by “site”."),
        ({"ways": {"webhook": True}}, "Nothing comes by “webhook” here, only by site, email, feed."),
        ({"games": {"chess": {}}}, "There is no game “chess”."),
        ({"games": {"junkyard": {"rules-news": []}}}, "“rules-news” can’t be chosen for a single game."),
    ],
)
def test_with_a_mistake_in_it_nothing_is_changed(caller, wrong, reason):
    status, refusal = caller.post(PATH, {"kinds": {"ended": []}, "rhythm": "daily"} | wrong)
    assert (status, refusal["code"], refusal["reason"]) == (422, "alerts/refused", reason)
    assert not NotificationChoice.objects.exists()
    assert not NotificationPreference.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {"rhythm": "never"},
        {"hour": 24},
        {"hour": "8"},
        {"ways": {"email": "no"}},
        {"ways": ["email"]},
        {"kinds": {"chat": "email"}},
        {"kinds": {"x" * 41: []}},
        {"kinds": {"chat": ["email"] * 11}},
        {"games": {"junkyard": []}},
        {"user": 1},
    ],
)
def test_a_body_of_the_wrong_form_is_refused(caller, body):
    status, refusal = caller.post(PATH, body)
    assert (status, refusal["code"]) == (422, "request/invalid")


def test_the_addresses_of_feeds_stay_on_the_page(caller):
    key = renew_key(caller.user)
    assert key not in str(shown(caller))
    assert "@" not in str(shown(caller))


def test_only_who_is_signed_in_chooses_and_not_too_often(caller, settings):
    assert Client().get(f"/api/v1{PATH}").status_code == 401
    assert Client().post(f"/api/v1{PATH}", {}, content_type="application/json").status_code == 401
    settings.RATE_LIMIT_FACTOR = 1 / 30
    assert caller.post(PATH, {"hour": 7})[0] == 200
    assert caller.post(PATH, {"hour": 9})[1]["code"] == "limit/too-many"
    assert NotificationPreference.objects.get().hour == 7
