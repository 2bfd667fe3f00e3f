"""Keys for programs: made with a name, a scope and an end, shown once, and void at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from structlog.testing import capture_logs

from scrapsite.accounts.models import ApiToken, Scope
from scrapsite.accounts.tokens import issue_token, user_for_token
from scrapsite.notifications.delivery_worker import site_mail_round
from tests.conftest import PASSWORD
from tests.site.accounts.factors import prove

pytestmark = pytest.mark.django_db

FORM = {"name": "chess engine", "scope": "play", "days": "90"}
NEW = {"game": "scrapbots", "edition": "3.6", "seats": [{"kind": "me"}, {"kind": "open"}]}


def program(token: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {token}"})


def create_match(token: str) -> Any:
    return program(token).post("/api/v1/matches", NEW, content_type="application/json")


class TestMaking:
    def test_a_key_is_shown_once_and_names_its_user(self, user_client: Client, user: User) -> None:
        prove(user_client)
        assert user_client.post("/me/keys/", FORM)["Location"] == "/me/keys/"
        page = user_client.get("/me/keys/")
        token = page.context["new_key"]
        assert token in page.text
        assert page["Cache-Control"] == "private, no-store"
        assert user_for_token(token) == user
        again = user_client.get("/me/keys/")
        assert token not in again.text
        assert "chess engine" in again.text
        assert token not in str(dict(user_client.session))
        assert token not in str(ApiToken.objects.values()), "only a hash is kept"

    def test_it_asks_for_the_password_first(self, user_client: Client) -> None:
        answer = user_client.post("/me/keys/", FORM)
        assert answer["Location"].startswith("/accounts/reauthenticate/")
        assert not ApiToken.objects.exists()
        user_client.post(answer["Location"], {"password": PASSWORD})
        assert ApiToken.objects.get().name == "chess engine"

    def test_a_guest_has_no_password_to_ask_for(self, guest_client: Client, guest: User) -> None:
        guest_client.post("/me/keys/", FORM)
        assert user_for_token(guest_client.get("/me/keys/").context["new_key"]) == guest

    def test_there_are_ten_at_most(self, user: User, user_client: Client) -> None:
        for _ in range(10):
            issue_token(user)
        prove(user_client)
        answer = user_client.post("/me/keys/", FORM)
        assert answer.status_code == 422
        assert "10 keys, which is the most" in answer.text
        assert ApiToken.objects.count() == 10

    @pytest.mark.parametrize(
        "wrong", [{"scope": "everything"}, {"days": "7"}, {"name": ""}, {"name": "x" * 41}]
    )
    def test_a_form_that_is_wrong_makes_none(self, user_client: Client, wrong: dict[str, str]) -> None:
        prove(user_client)
        assert user_client.post("/me/keys/", FORM | wrong).status_code == 422
        assert not ApiToken.objects.exists()

    def test_the_address_and_the_log_hear_of_it(self, user: User, user_client: Client) -> None:
        EmailAddress.objects.create(user=user, email="rivet@example.org", verified=True, primary=True)
        prove(user_client)
        with capture_logs() as lines:
            user_client.post("/me/keys/", FORM)
        site_mail_round()
        token = user_client.get("/me/keys/").context["new_key"]
        assert mail.outbox[-1].subject == "[Scrapsite] A key for programs was made"
        assert [line["event"] for line in lines] == ["key-made"]
        assert token not in str(lines) + mail.outbox[-1].body

    def test_strangers_get_no_key(self, client: Client) -> None:
        assert client.post("/me/keys/", FORM).status_code == 302
        assert not ApiToken.objects.exists()


class TestUsing:
    @pytest.mark.parametrize(
        "token", ["", "scrap_", "scrap_x", "nonsense", "scrap_" + "x" * 10_000, "scrap_\0é"]
    )
    def test_a_wrong_key_names_nobody(self, user: User, token: str) -> None:
        issue_token(user)
        assert user_for_token(token) is None

    def test_a_key_ends(self, user: User) -> None:
        now = timezone.now()
        assert user_for_token(issue_token(user, expires_at=now - timedelta(seconds=1))) is None
        assert user_for_token(issue_token(user, expires_at=now + timedelta(days=1))) == user

    def test_a_key_for_reading_changes_nothing(self, user: User) -> None:
        token = issue_token(user, scope=Scope.READ)
        answer = create_match(token)
        assert (answer.status_code, answer.json()["code"]) == (403, "auth/scope")
        assert not user.created_matches.exists()
        assert program(token).get("/api/v1/games").status_code == 200

    def test_a_key_for_playing_plays_and_changes_nothing_else(self, user: User) -> None:
        token = issue_token(user, scope=Scope.PLAY)
        assert create_match(token).status_code in (200, 201)
        starts = timezone.now() + timedelta(days=7)
        off = {"starts": starts.isoformat(), "ends": (starts + timedelta(days=1)).isoformat()}
        for wanted, scope in ((403, Scope.PLAY), (None, Scope.ALL)):
            client = program(issue_token(user, scope=scope))
            status = client.post("/api/v1/me/time-off", off, content_type="application/json").status_code
            assert (status == 403) is (wanted == 403)

    def test_a_key_from_before_has_a_name_and_may_do_everything(self, user: User) -> None:
        """The migration's defaults: what a row gets that says nothing of itself."""
        key = ApiToken.objects.create(user=user, key_hash="0" * 64)
        key.refresh_from_db()
        assert (key.name, key.scope, key.expires_at) == ("first key", "all", None)

    def test_its_last_use_is_noted_once_an_hour(self, user: User) -> None:
        token = issue_token(user)
        client = program(token)
        with CaptureQueriesContext(connection) as first:
            client.get("/api/v1/me/time-off")
        with CaptureQueriesContext(connection) as second:
            client.get("/api/v1/me/time-off")
        assert len([one for one in first if "UPDATE" in one["sql"]]) == 1
        assert not [one for one in second if "UPDATE" in one["sql"]]
        assert ApiToken.objects.get().last_used_at is not None
        ApiToken.objects.update(last_used_at=timezone.now() - timedelta(hours=2))
        client.get("/api/v1/me/time-off")
        assert ApiToken.objects.get().last_used_at > timezone.now() - timedelta(minutes=1)

    def test_a_move_that_shares_a_transaction_notes_no_use(self, user: User) -> None:
        """Such requests change the database in one place only."""
        program(issue_token(user)).post("/api/v1/matches/nothing/moves", {}, content_type="application/json")
        assert ApiToken.objects.get().last_used_at is None

    def test_looking_up_a_key_is_one_statement(self, user: User) -> None:
        token = issue_token(user)
        with CaptureQueriesContext(connection) as seen:
            user_for_token(token)
        assert len(seen) == 1


class TestVoiding:
    def test_one_key_is_voided(self, user: User, user_client: Client) -> None:
        first, second = issue_token(user), issue_token(user)
        user_client.post(f"/me/keys/{ApiToken.objects.earliest('pk').pk}/void/")
        assert [user_for_token(token) for token in (first, second)] == [None, user]

    def test_somebody_elses_key_stays(self, user_client: Client, other_user: User) -> None:
        token = issue_token(other_user)
        assert user_client.post(f"/me/keys/{ApiToken.objects.get().pk}/void/").status_code == 404
        assert user_for_token(token) == other_user

    def test_void_keys_and_keys_of_barred_users_name_nobody(self, user: User, user_client: Client) -> None:
        token = issue_token(user)
        User.objects.update(is_active=False)
        assert user_for_token(token) is None
        User.objects.update(is_active=True)
        user_client.post("/me/keys/void/")
        assert user_for_token(token) is None

    @pytest.mark.parametrize("asked", [True, False])
    def test_a_new_password_voids_keys_on_request(self, user: User, user_client: Client, asked: bool) -> None:
        token = issue_token(user)
        form = {"oldpassword": PASSWORD, "password1": "another-old-gear", "password2": "another-old-gear"}
        answer = user_client.post("/accounts/password/change/", form | ({"void_keys": "on"} if asked else {}))
        assert answer.status_code == 302
        assert (user_for_token(token) is None) is asked
