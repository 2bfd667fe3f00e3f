"""Sessions: how long they last, the list of one's own, and signing out everywhere."""

from __future__ import annotations

import importlib
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as EarlierStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scrapsite.common import limits
from tests.conftest import PASSWORD
from tests.site.accounts.factors import prove, sign_in

pytestmark = pytest.mark.django_db

FIREFOX = {"User-Agent": "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0"}
DAY = 24 * 3600


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel("2026-03-01 12:00+00:00", tick=False) as clock:
        yield clock


def is_in(client: Client) -> bool:
    return client.get("/me/").context["user"].is_authenticated


class TestLasting:
    def test_an_account_is_signed_out_after_sixty_days_without_use(self, user: User, clock: Any) -> None:
        client = Client()
        sign_in(client)
        clock.shift(59 * DAY)
        assert is_in(client)
        clock.shift(59 * DAY)
        assert is_in(client), "each use moves the end on"
        clock.shift(61 * DAY)
        assert not is_in(client)

    def test_an_account_is_signed_out_after_a_year_in_any_case(self, user: User, clock: Any) -> None:
        client = Client()
        sign_in(client)
        for _ in range(8):
            clock.shift(45 * DAY)
            assert is_in(client)
        clock.shift(6 * DAY)
        assert not is_in(client)

    def test_staff_are_signed_out_after_half_a_day(self, user: User, clock: Any) -> None:
        User.objects.filter(pk=user.pk).update(is_staff=True)
        client = Client()
        sign_in(client)
        clock.shift(11 * 3600)
        assert is_in(client)
        clock.shift(13 * 3600)
        assert not is_in(client)

    def test_a_guest_keeps_the_matches_for_half_a_year(self, guest_client: Client, clock: Any) -> None:
        clock.shift(170 * DAY)
        assert is_in(guest_client)

    def test_a_guest_who_comes_back_is_never_signed_out(self, clock: Any, guest_client: Client) -> None:
        """After 400 days whoever played daily was locked out for good: guests have no password."""
        for _ in range(10):
            clock.shift(100 * DAY)
            page = guest_client.get("/me/")
            assert page.context["user"].is_authenticated
            cookie = page.cookies[settings.SESSION_COOKIE_NAME]
            assert cookie.value == guest_client.session.session_key
            assert cookie["max-age"] >= 180 * DAY, "browsers forget it otherwise"
            assert cookie["httponly"]
        clock.shift(181 * DAY)
        assert not is_in(guest_client)

    def test_a_session_from_before_lasts_on_and_is_listed(self, user: User, clock: Any) -> None:
        """An update signs nobody out."""
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        session = client.session
        for name in ("idle", "ends", "seen", "began"):
            del session[name]
        session.save()
        assert is_in(client)
        assert "idle" in client.session
        assert UserSession.objects.filter(session_key=session.session_key).exists()

    def test_a_session_of_nobody_lasts_a_day_and_is_not_made_without_end(
        self, client: Client, clock: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each question how to sign in with a passkey left one for 400 days, as often as anybody asked."""
        monkeypatch.setitem(limits.LIMITS, "passkeys", (2, 2))
        answers = [
            Client().get("/accounts/second-factor/passkeys/sign-in/", headers={"Accept": "application/json"})
            for _ in range(3)
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        ends = [session.expire_date.timestamp() for session in Session.objects.all()]
        assert [round(end - time.time()) for end in ends] == [DAY, DAY]

    def test_a_page_within_the_hour_costs_no_query_more(self, user_client: Client) -> None:
        user_client.get("/cards/")
        with CaptureQueriesContext(
            connection,
        ) as seen:
            user_client.get("/matches/")
        said = [query["sql"] for query in seen if "session" in query["sql"]]
        assert len(said) == 1, said
        assert said[0].startswith("SELECT")

    def test_a_session_that_ended_meanwhile_is_no_failure(
        self, user_client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Another tab signed out while a page was made: its visitor got a 500."""
        session = user_client.session
        session["seen"] = 0
        session.save()

        def lost(*given: Any) -> None:
            raise UpdateError

        monkeypatch.setattr(type(session), "save", lost)
        assert user_client.get("/cards/help/").status_code == 200

    def test_a_request_that_shares_a_transaction_moves_nothing_on(self, user_client: Client) -> None:
        session = user_client.session
        session["seen"] = 0
        session.save()
        with CaptureQueriesContext(connection) as seen:
            user_client.post("/api/v1/matches/nothing/moves", {}, content_type="application/json")
        assert not [query for query in seen if 'UPDATE "django_session"' in query["sql"]]


class TestList:
    def test_it_says_where_one_is_signed_in(self, user: User) -> None:
        here, there = Client(), Client(headers=FIREFOX)
        sign_in(here), sign_in(there)
        page = here.get("/me/sessions/").text
        assert "Firefox on Windows" in page
        assert "127.0.0.1" in page
        assert page.count("this is the browser you are using now") == 1

    def test_a_session_whose_address_nobody_knows_names_none(self, user: User) -> None:
        """Only the labels said the address that stands in for it."""
        here, there = Client(), Client(headers=FIREFOX)
        sign_in(here), sign_in(there)
        UserSession.objects.update(ip="0.0.0.0")
        page = here.get("/me/sessions/").text
        assert 'aria-label="Sign out Firefox on Windows"' in page
        assert re.search(r"Signed in on [^;<]*\d;", page)
        assert "0.0.0.0" not in page

    def test_only_who_is_signed_in_elsewhere_can_sign_out_there(self, user: User) -> None:
        """“0 sessions ended.” answered the button."""
        here, there = Client(), Client()
        sign_in(here)
        assert 'value="others"' not in here.get("/me/sessions/").text
        sign_in(there)
        assert 'value="others"' in here.get("/me/sessions/").text
        prove(here)
        for said in ("1 session ended.", "You were signed out there already."):
            assert said in here.post("/me/sessions/end/", {"which": "others"}, follow=True).text

    def test_ending_the_others_asks_for_the_password_first(self, user: User) -> None:
        here, there = Client(), Client()
        sign_in(here), sign_in(there)
        answer = here.post("/me/sessions/end/", {"which": "others"})
        assert answer["Location"].startswith("/accounts/reauthenticate/")
        assert is_in(there)
        here.post(answer["Location"], {"password": PASSWORD})
        assert is_in(here)
        assert not is_in(there), "what was asked for is done after the password"

    def test_one_session_is_ended(self, user: User) -> None:
        here, there, elsewhere = Client(), Client(), Client()
        for client in (here, there, elsewhere):
            sign_in(client)
        prove(here)
        row = UserSession.objects.get(session_key=there.session.session_key)
        here.post("/me/sessions/end/", {"which": row.pk})
        assert [is_in(client) for client in (here, there, elsewhere)] == [True, False, True]

    def test_signing_out_everywhere_ends_this_one_too(self, user: User) -> None:
        here, there = Client(), Client()
        sign_in(here), sign_in(there)
        prove(here)
        answer = here.post("/me/sessions/end/", {"which": "all"})
        assert answer["Location"] == "/accounts/login/"
        assert not is_in(here)
        assert not is_in(there)

    def test_somebody_elses_session_stays(self, user: User, other_user: User) -> None:
        here, theirs = Client(), Client()
        sign_in(here), sign_in(theirs, "gasket")
        prove(here)
        row = UserSession.objects.get(session_key=theirs.session.session_key)
        here.post("/me/sessions/end/", {"which": row.pk})
        assert is_in(theirs)

    def test_sessions_from_before_there_was_a_list_are_listed(self, user: User, guest: User) -> None:
        for owner in (user, guest):
            store = EarlierStore()
            store["_auth_user_id"] = str(owner.pk)
            store.save()
        migration = importlib.import_module("scrapsite.migrations.0006_list_sessions")
        migration.list_sessions(apps, None)
        assert UserSession.objects.get().user == user


class TestSigningOut:
    def test_the_browser_clears_what_it_kept(self, user_client: Client) -> None:
        assert user_client.post("/accounts/logout/")["Clear-Site-Data"] == '"cache", "storage"'
        assert "Clear-Site-Data" not in user_client.get("/")


class TestRenamedCookie:
    """Production gives the cookie a prefix. Sessions from before go on under the new name; others don't."""

    def test_a_session_from_before_goes_on(self, user_client: Client, settings: Any) -> None:
        session = user_client.session
        for name in ("idle", "ends", "seen", "began"):
            del session[name]
        session.save()
        settings.SESSION_COOKIE_NAME = "__Host-sessionid"
        assert is_in(user_client)
        assert user_client.cookies["__Host-sessionid"].value == session.session_key

    def test_a_cookie_that_another_host_set_is_nobody(self, user_client: Client, settings: Any) -> None:
        settings.SESSION_COOKIE_NAME = "__Host-sessionid"
        assert not is_in(user_client)
        assert Session.objects.exists()
