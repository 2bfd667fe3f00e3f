"""Calls to webhooks and push services, and the addresses that we never call."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.models import Invitation, Match
from scrapsite.notifications.channels import safe_http
from scrapsite.notifications.channels.webhooks import MOST_FAILURES, signature
from scrapsite.notifications.delivery import WAITS
from scrapsite.notifications.models import (
    Delivery,
    Notification,
    NotificationChoice,
    PushSubscription,
    Webhook,
)
from tests.playing import ME, OPEN
from tests.site.notifications.people import deliveries, end_turn, post

pytestmark = pytest.mark.django_db

URL = "https://hooks.example/robots"
Calls = list[tuple[str, Any, dict[str, str]]]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """The calls made, with bodies and headers. Every address answers 204."""
    made: Calls = []

    def call(url: str, body: bytes, headers: dict[str, str]) -> int:
        made.append((url, body, headers))
        return 204

    monkeypatch.setattr(safe_http, "post", call)
    return made


def answering(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    """Make every address answer *status*."""
    monkeypatch.setattr(safe_http, "post", lambda *given: status)


def hook(**more: Any) -> Webhook:
    """Return a webhook for everything."""
    return Webhook.objects.create(name="Robots", url=URL, secret="oil", **more)


def listed_match(first: User, second: User, **more: Any) -> Match:
    """Return a match that stood in the lobby and has begun."""
    match = create_match(first, "scrapbots", "3.6", {}, [ME, OPEN], is_listed=True)
    Match.objects.filter(pk=match.pk).update(**more)
    Invitation.objects.create(match=match, user=second, by=first)
    return join_match(match.pk, second)


class TestWebhooks:
    def test_hear_of_free_seats_beginning_and_end_of_listed_matches(
        self, user: User, other_user: User, calls: Calls
    ) -> None:
        hook()
        match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN], is_listed=True)
        post(timedelta(0))
        join_match(match.pk, other_user)
        post(timedelta(0))
        resign(match.pk, user)
        post(timedelta(0))
        said = [json.loads(body) for _, body, _ in calls]
        assert [one["text"] for one in said] == [
            "There is a free seat in Scrapbots: rivet.",
            "Scrapbots: rivet, gasket has begun.",
            "Scrapbots: rivet, gasket is over: gasket won.",
        ]
        assert [one["kind"] for one in said] == ["opened", "started", "ended"]
        assert said[0]["url"] == f"http://127.0.0.1:8000/matches/{match.pk}/"

    def test_can_tell_that_we_sent_it_and_that_it_came_before(
        self, user: User, other_user: User, calls: Calls
    ) -> None:
        hook(kinds=["started"])
        listed_match(user, other_user)
        post(timedelta(0))
        ((_, body, headers),) = calls
        assert headers["X-Scrapsite-Signature"] == signature("oil", body)
        assert headers["X-Scrapsite-Delivery"] == str(Delivery.objects.get().pk)

    def test_speak_as_discord_and_slack_want_it(self, user: User, other_user: User, calls: Calls) -> None:
        hook(form="discord", kinds=["started"])
        Webhook.objects.create(name="Slack", url=URL, form="slack", kinds=["started"])
        listed_match(user, other_user, name="<!here> & all")
        post(timedelta(0))
        said = [json.loads(body) for _, body, _ in calls]
        assert said[0]["allowed_mentions"] == {"parse": []}
        assert "&lt;!here&gt; &amp; all" in said[1]["text"]

    def test_hear_nothing_of_a_match_that_was_closed_before_the_call(
        self, user: User, other_user: User, calls: Calls
    ) -> None:
        hook(kinds=["started"])
        match = listed_match(user, other_user)
        Match.objects.filter(pk=match.pk).update(watch="nobody")
        post(timedelta(0))
        assert calls == []

    @pytest.mark.parametrize("more", [{"is_private": True}, {"is_listed": False}, {"watch": "nobody"}])
    def test_hear_nothing_of_matches_that_are_not_public(
        self, user: User, other_user: User, more: dict[str, Any]
    ) -> None:
        hook()
        listed_match(user, other_user, **more)
        assert not Notification.objects.filter(kind="started").exists()

    def test_hear_of_the_games_they_are_for(self, user: User, other_user: User) -> None:
        hook(games=["junkyard"])
        listed_match(user, other_user)
        assert not Notification.objects.exists()

    @pytest.mark.soak(seconds=1)
    def test_that_fail_are_tried_again_and_in_the_end_switched_off(
        self, user: User, other_user: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answering(monkeypatch, 503)
        mine = hook(kinds=["started"])
        for _ in range(MOST_FAILURES + 1):
            listed_match(user, other_user)
        later = timedelta(0)
        for minutes in (*WAITS, 0):
            post(later)
            mine.refresh_from_db()
            assert mine.last_error == "It answered 503."
            assert mine.is_active is bool(minutes), "a receiver that is away for a day misses nothing"
            later += timedelta(minutes=minutes, seconds=1)
        post(later)
        assert deliveries(given_up_at=None) == 0, "what is left for it is dropped"

    def test_that_refuse_are_not_asked_again(
        self, user: User, other_user: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        answering(monkeypatch, 404)
        hook(kinds=["started"])
        listed_match(user, other_user)
        post(timedelta(0))
        assert deliveries(given_up_at=None) == 0


class TestTheAdmin:
    def form(self, **changes: Any) -> dict[str, Any]:
        return {"name": "Robots", "url": URL, "form": "plain", "secret": "", "is_active": "on"} | changes

    def test_makes_webhooks(self, client_of: Callable[..., Client]) -> None:
        boss = User.objects.create_superuser("boss")
        client = client_of(boss)
        assert client.get("/admin/scrapsite/webhook/add/").status_code == 200
        client.post("/admin/scrapsite/webhook/add/", self.form(kinds=["opened"], games=["junkyard"]))
        made = Webhook.objects.get()
        assert (made.kinds, made.games) == (["opened"], ["junkyard"])

    @pytest.mark.parametrize(
        "url",
        [
            "http://hooks.example/",
            "ftp://hooks.example/",
            "https://",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://10.0.0.8/x",
            "https://169.254.169.254/latest/",
            "https://user:pass@hooks.example/",
            "https://hooks.example:99999/",
            "https://hooks.example/\r\nX: y",
        ],
    )
    def test_takes_public_https_addresses_only(self, client_of: Callable[..., Client], url: str) -> None:
        client = client_of(User.objects.create_superuser("boss"))
        client.post("/admin/scrapsite/webhook/add/", self.form(url=url))
        assert not Webhook.objects.exists()


class TestWhereWeCall:
    @pytest.mark.parametrize(
        "address, is_public",
        [
            ("93.184.216.34", True),
            ("2606:2800:220:1::1", True),
            ("127.0.0.1", False),
            ("10.1.2.3", False),
            ("172.16.0.1", False),
            ("192.168.1.1", False),
            ("169.254.169.254", False),
            ("100.64.0.1", False),
            ("0.0.0.0", False),
            ("224.0.0.1", False),
            ("255.255.255.255", False),
            ("::1", False),
            ("::", False),
            ("fe80::1", False),
            ("fe80::1%eth0", False),
            ("fd00::1", False),
            ("::ffff:127.0.0.1", False),
            ("::ffff:8.8.8.8", True),
            ("64:ff9b::7f00:1", False),
            ("2002:7f00:1::", False),
            ("::127.0.0.1", False),
            ("ff02::1", False),
            ("nonsense", False),
        ],
    )
    def test_only_the_public_internet(self, address: str, is_public: bool) -> None:
        assert safe_http.is_public(address) is is_public

    def test_not_at_a_name_that_leads_inside(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for found in (["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], []):
            answers = [(0, 0, 0, "", (address, 443)) for address in found]
            monkeypatch.setattr(socket, "getaddrinfo", lambda *given, answers=answers, **more: answers)
            monkeypatch.setattr(socket, "create_connection", _not_reached)
            with pytest.raises(safe_http.BadAddress):
                safe_http.post(URL, b"", {})

    def test_at_the_address_that_was_looked_at(self, monkeypatch: pytest.MonkeyPatch) -> None:
        looks: list[str] = []

        def look(host: str, *given: Any, **more: Any) -> Any:
            looks.append(host)
            return [(0, 0, 0, "", ("93.184.216.34" if len(looks) == 1 else "127.0.0.1", 443))]

        def connect(where: tuple[str, int], *given: Any) -> None:
            assert where == ("93.184.216.34", 443)
            raise ConnectionRefusedError

        monkeypatch.setattr(socket, "getaddrinfo", look)
        monkeypatch.setattr(socket, "create_connection", connect)
        with pytest.raises(ConnectionRefusedError):
            safe_http.post(URL, b"", {})
        assert looks == ["hooks.example"]


def _not_reached(*given: Any, **more: Any) -> None:
    raise AssertionError("this address is not to be called")


class TestPush:
    @pytest.fixture(autouse=True)
    def sealed(self, can_push: None, monkeypatch: pytest.MonkeyPatch) -> None:
        sender = {"Authorization": "vapid"}
        monkeypatch.setattr("scrapsite.notifications.channels.push._sealed", lambda browser, data: data)
        monkeypatch.setattr("scrapsite.notifications.channels.push._signed", lambda browser: sender)

    def browser(self, user: User) -> PushSubscription:
        return PushSubscription.objects.create(
            user=user, endpoint="https://fcm.googleapis.com/x", p256dh="B" * 87, auth="c" * 22
        )

    def test_comes_to_each_browser_and_leads_to_the_decision(
        self, match: Match, rivet: User, gasket: User, calls: Calls
    ) -> None:
        self.browser(gasket)
        end_turn(match, [rivet, gasket])
        assert post(timedelta(0)) == []
        assert calls == [], "a moment is left to who sits there"
        post(timedelta(seconds=21))
        ((url, body, headers),) = calls
        assert url == "https://fcm.googleapis.com/x"
        assert json.loads(body) == {
            "title": "Your turn",
            "body": json.loads(body)["body"],
            "tag": f"match-{match.pk}",
            "url": f"http://127.0.0.1:8000/me/alerts/go/{match.pk}/",
        }
        assert len(headers["Topic"]) <= 32

    def test_forgets_a_browser_that_is_gone(
        self, match: Match, rivet: User, gasket: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.browser(gasket)
        answering(monkeypatch, 410)
        end_turn(match, [rivet, gasket])
        post(timedelta(seconds=21))
        assert not PushSubscription.objects.exists()
        assert deliveries(channel="push", given_up_at=None) == 0

    def test_of_a_site_that_pushes_no_more_is_dropped(
        self, match: Match, rivet: User, gasket: User, settings: Any
    ) -> None:
        self.browser(gasket)
        end_turn(match, [rivet, gasket])
        settings.VAPID_PRIVATE_KEY = ""
        post(timedelta(seconds=21))
        assert deliveries(channel="push") == 0
        assert Notification.objects.get(channel="push").was_dropped

    def test_is_for_who_wants_it(self, match: Match, rivet: User, gasket: User, calls: Calls) -> None:
        self.browser(gasket)
        NotificationChoice.objects.create(user=gasket, channel="push", kind="your-turn", wanted=False)
        end_turn(match, [rivet, gasket])
        post(timedelta(seconds=21))
        assert calls == []

    def two_browsers_wait(
        self, match: Match, people: list[User], monkeypatch: pytest.MonkeyPatch
    ) -> timedelta:
        """Let the push service fail for two browsers of who is next; return when it is tried again."""
        self.browser(people[1])
        PushSubscription.objects.create(
            user=people[1], endpoint="https://fcm.googleapis.com/y", p256dh="B" * 87, auth="c" * 22
        )
        answering(monkeypatch, 503)
        end_turn(match, people)
        post(timedelta(seconds=21))
        assert deliveries(channel="push", sent_at=None, given_up_at=None) == 2
        return timedelta(minutes=WAITS[0], seconds=30)

    def test_that_waits_still_comes_if_it_matters(
        self, match: Match, rivet: User, gasket: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        later = self.two_browsers_wait(match, [rivet, gasket], monkeypatch)
        answering(monkeypatch, 201)
        post(later)
        assert deliveries(channel="push", given_up_at=None) == 2
        assert deliveries(channel="push", sent_at=None) == 0

    def test_that_waits_is_dropped_when_its_kind_is_switched_off(
        self, match: Match, rivet: User, gasket: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """With two browsers nobody knew any more what their messages were about."""
        later = self.two_browsers_wait(match, [rivet, gasket], monkeypatch)
        NotificationChoice.objects.create(user=gasket, channel="push", kind="your-turn", wanted=False)
        answering(monkeypatch, 201)
        post(later)
        assert deliveries(channel="push", given_up_at=None) == 0

    def test_that_waits_is_dropped_when_the_turn_is_over(
        self, match: Match, rivet: User, gasket: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """“It’s your turn” came hours after the move, when the push service was back."""
        later = self.two_browsers_wait(match, [rivet, gasket], monkeypatch)
        end_turn(match, [rivet, gasket])
        answering(monkeypatch, 201)
        post(later)
        assert deliveries(user=gasket, given_up_at=None, channel="push") == 0

    def test_waits_while_the_sites_own_key_is_wrong(
        self, match: Match, rivet: User, gasket: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A truncated key took all players' browsers away."""

        def sign(browser: PushSubscription) -> dict[str, str]:
            raise ValueError("Could not deserialize key data.")

        self.browser(gasket)
        monkeypatch.setattr("scrapsite.notifications.channels.push._signed", sign)
        end_turn(match, [rivet, gasket])
        post(timedelta(seconds=21))
        assert PushSubscription.objects.exists()
        assert deliveries(channel="push", given_up_at=None, sent_at=None) == 1

    @pytest.mark.parametrize(
        "answer, is_given_up, is_kept",
        [
            (500, False, True),
            (429, False, True),
            (400, True, True),
            (ConnectionRefusedError(), False, True),
            (safe_http.BadAddress("a private address"), False, True),
        ],
    )
    def test_is_tried_again_only_if_that_may_help(
        self,
        match: Match,
        rivet: User,
        gasket: User,
        monkeypatch: pytest.MonkeyPatch,
        answer: Any,
        is_given_up: bool,
        is_kept: bool,
    ) -> None:
        def call(*given: Any) -> int:
            if isinstance(answer, Exception):
                raise answer
            return int(answer)

        self.browser(gasket)
        monkeypatch.setattr(safe_http, "post", call)
        end_turn(match, [rivet, gasket])
        post(timedelta(seconds=21))
        delivery = Delivery.objects.get(channel="push")
        assert (delivery.given_up_at is not None, delivery.sent_at) == (is_given_up, None)
        assert PushSubscription.objects.exists() is is_kept


@pytest.mark.parametrize(
    "problem, is_given_up",
    [(safe_http.BadAddress("a private address"), True), (ConnectionRefusedError(), False)],
)
def test_a_webhook_that_cannot_be_called_says_why(
    user: User, other_user: User, monkeypatch: pytest.MonkeyPatch, problem: Exception, is_given_up: bool
) -> None:
    def call(*given: Any) -> int:
        raise problem

    robots = hook(kinds=["started"])
    monkeypatch.setattr(safe_http, "post", call)
    listed_match(user, other_user)
    post(timedelta(0))
    robots.refresh_from_db()
    assert robots.failures == int(is_given_up), "what is tried again may still arrive"
    assert robots.last_error
    assert (Delivery.objects.get().given_up_at is not None) is is_given_up
