"""The page of choices, ending letters from a letter, and giving an address to begin with."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.matches.models import Match
from scrapsite.common.limits import LIMITS
from scrapsite.notifications.delivery_worker import site_mail_round
from scrapsite.notifications.kinds import EMAIL, FEED
from scrapsite.notifications.models import NotificationChoice, NotificationPreference, PushSubscription
from scrapsite.notifications.preferences.choosing import Choices, choices_of
from scrapsite.notifications.preferences.stopping import stop_path
from scrapsite.notifications.registry import kind_of
from tests.site.accounts.factors import prove
from tests.site.notifications.people import end_turn, post

pytestmark = pytest.mark.django_db

PAGE = "/me/alerts/"
BROWSER = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", "p256dh": "B" * 87, "auth": "c" * 22}


def as_it_stands(client: Client) -> dict[str, str]:
    """Return the form as a browser would send it back untouched."""
    page = client.get(PAGE).content.decode()
    boxes = re.findall(r"<input type=\"checkbox\"\s+name=\"([^\"]+)\"\s+value=\"yes\"\s+(checked)?", page)
    return {name: "yes" for name, is_ticked in boxes if is_ticked} | {"rhythm": "soon", "hour": "8"}


def shown_by(client: Client) -> str:
    """Return what the form says that it shows."""
    found = re.search(r'name="shown"\s+value="([^"]*)"', client.get(PAGE).content.decode())
    assert found
    return found[1]


def wants(user: User, channel: str, kind: str, game: str = "") -> bool:
    """Say what the stored choices amount to."""
    return choices_of([user.pk]).get(user.pk, Choices()).wants(channel, kind_of(kind), game)


class TestThePage:
    def test_sent_back_untouched_changes_nothing(self, user: User, user_client: Client) -> None:
        form = as_it_stands(user_client)
        assert form["email:your-turn"] == "yes"
        assert "email:chat" not in form
        assert user_client.post(PAGE, form).status_code == 302
        assert not NotificationChoice.objects.exists()

    def test_takes_a_wish_for_all_games(self, user: User, user_client: Client) -> None:
        form = as_it_stands(user_client) | {"email:chat": "yes"}
        del form["email:ended"]
        user_client.post(PAGE, form)
        assert wants(user, EMAIL, "chat", "junkyard")
        assert not wants(user, EMAIL, "ended", "junkyard")
        assert wants(user, FEED, "ended", "junkyard")
        now = as_it_stands(user_client)
        assert "email:ended" not in now
        assert now["email:chat:junkyard"] == "yes", "a game goes along until one chooses separately"

    def test_that_was_open_while_the_site_got_a_channel_leaves_that_on(
        self, user: User, user_client: Client, settings: Any
    ) -> None:
        """Whoever saved it then got no push messages and never knew."""
        old = as_it_stands(user_client) | {"shown": shown_by(user_client)}
        settings.VAPID_PUBLIC_KEY = settings.VAPID_PRIVATE_KEY = "A" * 43
        NotificationChoice.objects.create(user=user, channel="push", kind="chat", wanted=True)
        user_client.post(PAGE, old)
        assert wants(user, "push", "chat")
        assert wants(user, "push", "your-turn")
        user_client.post(PAGE, old | {"shown": shown_by(user_client)})
        assert not wants(user, "push", "your-turn")

    def test_that_was_open_while_the_site_got_a_kind_leaves_that_as_it_was(
        self, user: User, user_client: Client
    ) -> None:
        NotificationChoice.objects.create(user=user, channel="feed", kind="ended", wanted=False)
        old = {name: "yes" for name in as_it_stands(user_client) if ":ended" not in name}
        shown = " ".join(name for name in shown_by(user_client).split() if ":ended" not in name)
        user_client.post(PAGE, old | {"shown": shown, "own:junkyard": "yes"})
        for game in ("", "junkyard", "scrapbots"):
            assert wants(user, EMAIL, "ended", game)
            assert not wants(user, FEED, "ended", game)
        assert NotificationChoice.objects.filter(game="junkyard").exists()

    def test_that_was_open_while_the_site_got_a_game_leaves_that_as_it_was(
        self, user: User, user_client: Client
    ) -> None:
        old = as_it_stands(user_client)
        NotificationChoice.objects.create(
            user=user, channel="email", kind="ended", game="junkyard", wanted=False
        )
        shown = shown_by(user_client)
        user_client.post(PAGE, old | {"shown": shown.replace(" own:junkyard", "")})
        assert not wants(user, EMAIL, "ended", "junkyard")
        user_client.post(PAGE, old | {"shown": shown})
        assert wants(user, EMAIL, "ended", "junkyard")

    def test_takes_a_wish_for_one_game(self, user: User, user_client: Client) -> None:
        form = as_it_stands(user_client) | {"own:junkyard": "yes"}
        del form["email:your-turn:junkyard"]
        user_client.post(PAGE, form)
        assert not wants(user, EMAIL, "your-turn", "junkyard")
        assert wants(user, EMAIL, "your-turn", "scrapbots")
        assert as_it_stands(user_client) == form

    def test_a_game_goes_along_with_all_when_its_box_is_not_ticked(
        self, user: User, user_client: Client
    ) -> None:
        form = as_it_stands(user_client)
        del form["email:your-turn:junkyard"]
        user_client.post(PAGE, form)
        assert wants(user, EMAIL, "your-turn", "junkyard")

    def test_turns_a_whole_channel_off_and_on_again(self, user: User, user_client: Client) -> None:
        form = as_it_stands(user_client)
        user_client.post(PAGE, {name: value for name, value in form.items() if name != "email:any"})
        assert not wants(user, EMAIL, "your-turn")
        user_client.post(PAGE, form)
        assert wants(user, EMAIL, "your-turn")

    def test_takes_the_daily_letter(self, user: User, user_client: Client) -> None:
        user_client.post(PAGE, as_it_stands(user_client) | {"rhythm": "daily", "hour": "19"})
        assert NotificationPreference.objects.values_list("rhythm", "hour").get() == ("daily", 19)

    def test_brings_forward_what_waits_for_the_daily_letter_once_that_is_not_wanted(
        self, match: Match, rivet: User, gasket: User, client_of: Callable[[User], Client]
    ) -> None:
        """It waited until tomorrow all the same."""
        client = client_of(gasket)
        hour = str((timezone.now() + timedelta(hours=12)).hour)
        client.post(PAGE, as_it_stands(client) | {"rhythm": "daily", "hour": hour})
        end_turn(match, [rivet, gasket])
        assert post() == []
        client.post(PAGE, as_it_stands(client) | {"rhythm": "soon"})
        assert [letter.to for letter in post()] == [["gasket@example.org"]]

    def test_moves_what_waits_to_a_new_hour_of_the_daily_letter(
        self, match: Match, rivet: User, gasket: User, client_of: Callable[[User], Client]
    ) -> None:
        """It came at the old hour of the next day."""
        NotificationPreference.objects.create(user=gasket, rhythm="daily", hour=8)
        with time_machine.travel(datetime(2027, 1, 5, 14, 0, tzinfo=UTC), tick=False) as clock:
            end_turn(match, [rivet, gasket])
            client = client_of(gasket)
            client.post(PAGE, as_it_stands(client) | {"rhythm": "daily", "hour": "20"})
            clock.move_to(datetime(2027, 1, 5, 19, 0, tzinfo=UTC))
            assert post(timedelta(0)) == []
            clock.move_to(datetime(2027, 1, 5, 20, 1, tzinfo=UTC))
            assert [letter.to for letter in post(timedelta(0))] == [["gasket@example.org"]]

    @pytest.mark.parametrize("hour", ["", "24", "-1", "x", "٣", "1e1", "9" * 400])
    def test_takes_no_nonsense_for_an_hour(self, user: User, user_client: Client, hour: str) -> None:
        user_client.post(PAGE, as_it_stands(user_client) | {"rhythm": "never", "hour": hour})
        assert NotificationPreference.objects.values_list("rhythm", "hour").get() == ("soon", 8)

    def test_leaves_alone_what_is_not_on_it(self, user: User, user_client: Client) -> None:
        NotificationChoice.objects.create(user=user, channel="push", kind="chat", wanted=True)
        user_client.post(PAGE, as_it_stands(user_client))
        assert wants(user, "push", "chat")

    def test_shows_the_address_to_its_owner_alone(
        self, rivet: User, gasket: User, user_client: Client, match: Match
    ) -> None:
        assert "rivet@example.org" in user_client.get(PAGE).content.decode()
        for address in (PAGE, f"/matches/{match.pk}/", "/matches/"):
            assert "gasket@example.org" not in user_client.get(address).content.decode()

    def test_sends_guests_for_an_account_and_visitors_to_sign_in(
        self, guest_client: Client, client: Client
    ) -> None:
        assert "/accounts/convert/" in guest_client.get(PAGE).content.decode()
        assert client.get(PAGE)["Location"] == "/accounts/login/?next=/me/alerts/"


def test_an_address_is_given_confirmed_and_written_to(
    match: Match, rivet: User, gasket: User, client_of
) -> None:  # type: ignore[no-untyped-def]
    gasket.emailaddress_set.all().delete()
    client = client_of(gasket)
    prove(client)
    client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    assert "isn’t confirmed yet" in client.get(PAGE).content.decode()
    site_mail_round()
    link = re.search(rf"{settings.SITE_URL}(/accounts/confirm-email/\S+)", mail.outbox[-1].body)
    assert link
    end_turn(match, [rivet, gasket])
    assert post() == [], "not before it is confirmed"
    client.post(link[1])
    assert "new@example.org" in client.get(PAGE).content.decode()
    end_turn(match, [rivet, gasket])
    end_turn(match, [rivet, gasket])
    assert ["new@example.org"] in [letter.to for letter in post()]


class TestEndingLettersFromALetter:
    def link(self, user: User) -> str:
        return stop_path(user, ["ended", "your-turn"])

    def test_takes_one_click_of_a_mail_program(self, match: Match, rivet: User, gasket: User) -> None:
        end_turn(match, [rivet, gasket])
        (letter,) = post()
        address = letter.message()["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
        strict = Client(enforce_csrf_checks=True)
        assert strict.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
        end_turn(match, [rivet, gasket])
        end_turn(match, [rivet, gasket])
        assert [letter.to for letter in post()] == []
        assert not wants(gasket, EMAIL, "your-turn")
        assert wants(gasket, FEED, "your-turn")

    def test_letters_already_packed_do_not_go_out(self, match: Match, rivet: User, gasket: User) -> None:
        from datetime import timedelta

        import time_machine
        from django.utils import timezone

        from scrapsite.notifications.digests import make_digests

        end_turn(match, [rivet, gasket])
        with time_machine.travel(timezone.now() + timedelta(minutes=4), tick=False):
            assert make_digests() == 1
        Client().post(self.link(gasket))
        assert post() == []

    def test_a_look_changes_nothing(self, client: Client, user: User) -> None:
        page = client.get(self.link(user))
        assert page.status_code == 200
        assert "Your turn" in page.content.decode()
        assert not NotificationChoice.objects.exists()

    def test_may_end_one_kind_alone_in_all_games(self, client: Client, user: User) -> None:
        NotificationChoice.objects.create(
            user=user, channel="email", kind="ended", game="junkyard", wanted=True
        )
        client.post(self.link(user), {"kind": "ended"})
        assert not wants(user, EMAIL, "ended", "junkyard")
        assert wants(user, EMAIL, "your-turn", "junkyard")

    def test_a_kind_it_was_not_about_ends_all(self, client: Client, user: User) -> None:
        client.post(self.link(user), {"kind": "chat"})
        assert not wants(user, EMAIL, "your-turn")

    def test_takes_no_address_that_we_did_not_make(self, client: Client, user: User) -> None:
        good = self.link(user)
        for bad in ("/alerts/stop/x/", good[:-3] + "x/", good.replace("/stop/", "/stop/x"), f"{good}x/"):
            assert client.post(bad).status_code == 404
        assert not NotificationChoice.objects.exists()


class TestPush:
    def test_is_not_there_unless_it_is_set_up(self, user_client: Client) -> None:
        assert "push" not in user_client.get(PAGE).content.decode().lower()
        assert user_client.post("/me/alerts/push/", BROWSER).status_code == 404

    def test_takes_a_browser_once_and_gives_it_to_who_uses_it_now(
        self, user: User, other_user: User, client_of, can_push: None
    ) -> None:  # type: ignore[no-untyped-def]
        for owner in (user, user, other_user):
            assert client_of(owner).post("/me/alerts/push/", BROWSER).status_code == 204
        assert PushSubscription.objects.get().user == other_user
        client_of(other_user).post("/me/alerts/push/end/")
        assert not PushSubscription.objects.exists()

    @pytest.mark.parametrize(
        "change",
        [
            {"endpoint": ""},
            {"endpoint": "http://fcm.googleapis.com/x"},
            {"endpoint": "https://fcm.googleapis.com.evil.example/x"},
            {"endpoint": "https://evil.example/fcm.googleapis.com"},
            {"endpoint": "https://evilnotify.windows.com/x"},
            {"endpoint": "https://fcm.googleapis.com:8443/x"},
            {"endpoint": "https://127.0.0.1/x"},
            {"endpoint": "https://me@fcm.googleapis.com/x"},
            {"endpoint": "https://fcm.googleapis.com/" + "x" * 600},
            {"p256dh": "<>"},
            {"auth": "x" * 60},
        ],
    )
    def test_takes_the_services_of_browsers_only(
        self, user_client: Client, can_push: None, change: dict[str, str]
    ) -> None:
        assert user_client.post("/me/alerts/push/", BROWSER | change).status_code == 422
        assert not PushSubscription.objects.exists()


def test_a_push_key_is_made_as_the_settings_want_it() -> None:
    out = io.StringIO()
    call_command("make_push_key", stdout=out)
    lines = dict(line.split("=") for line in out.getvalue().splitlines())
    assert {name: len(value) for name, value in lines.items()} == {
        "VAPID_PUBLIC_KEY": 87,
        "VAPID_PRIVATE_KEY": 43,
    }


class TestTheDoorOfALetter:
    def test_leads_to_the_decision_once_one_is_signed_in(
        self, client: Client, user_client: Client, match: Match
    ) -> None:
        door = f"/me/alerts/go/{match.pk}/"
        assert client.get(door)["Location"] == f"/accounts/login/?next={door}"
        assert user_client.get(door)["Location"] == f"/matches/{match.pk}/#board"

    def test_leads_a_guest_who_is_not_meant_to_signing_in_with_a_warning(
        self, match: Match, guest_client: Client
    ) -> None:
        """“There is no such match” was said of a private one."""
        answer = guest_client.get(f"/me/alerts/go/{match.pk}/", follow=True)
        assert answer.redirect_chain[0][0].startswith("/accounts/logout/?next=%2Faccounts%2Flogin%2F")
        assert "guest" in answer.text

    def test_leads_nowhere_but_to_a_match(self, user_client: Client) -> None:
        for text in ("NO-MATCH", "aaaaaaaaaaa", "..", "%2F%2Fevil.example"):
            assert user_client.get(f"/me/alerts/go/{text}/").status_code == 404


def test_too_many_changes_in_a_minute_are_refused_with_the_time_to_wait(
    user_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were a 500."""
    monkeypatch.setitem(LIMITS, "notifications", (0, 0))
    answer = user_client.post(PAGE, as_it_stands(user_client))
    assert (answer.status_code, "Retry-After" in answer) == (429, True)


@pytest.mark.parametrize("until", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "soon", ""])
def test_news_are_read_until_any_moment_that_a_form_may_name(user_client: Client, until: str) -> None:
    assert user_client.post("/me/news/read/", {"until": until})["Location"] == "/me/news/"
