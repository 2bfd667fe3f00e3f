"""Failed attempts to sign in: they count by name and address together, and lock out nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from structlog.testing import capture_logs

from scrapsite.common import limits
from scrapsite.common.errors import TooMany, is_of_account
from scrapsite.common.requests import client_network, network_of
from scrapsite.profiles import account_limits
from tests.conftest import PASSWORD
from tests.site.accounts.factors import give_app, sign_in

pytestmark = pytest.mark.django_db


def guess(client: Client, times: int = 6, **where: str) -> None:
    for number in range(times):
        client.post("/accounts/login/", {"login": "rivet", "password": f"guess-{number}"}, **where)


def is_let_in(client: Client, **where: str) -> bool:
    client.post("/accounts/login/", {"login": "rivet", "password": PASSWORD}, **where)
    return "_auth_user_id" in client.session


class TestLockingOut:
    def test_guesses_from_one_address_lock_out_nobody_at_another(self, user: User) -> None:
        guess(Client(), REMOTE_ADDR="192.0.2.1")
        assert not is_let_in(Client(), REMOTE_ADDR="192.0.2.1")
        assert is_let_in(Client(), REMOTE_ADDR="192.0.2.2")

    def test_a_known_device_gets_in_from_the_attackers_address_too(self, user: User) -> None:
        own = Client()
        sign_in(own)
        own.post("/accounts/logout/")
        guess(Client(), times=12)
        assert not is_let_in(Client())
        assert is_let_in(own)

    def test_a_guest_who_became_an_account_did_so_on_a_known_device(self, guest_client: Client) -> None:
        form = {"username": "tinker", "password1": PASSWORD, "password2": PASSWORD, "email": ""}
        guest_client.post("/accounts/convert/", form)
        guest_client.post("/accounts/logout/")
        for attempt in range(12):
            sign_in(Client(), "tinker", f"guess-{attempt}")
        sign_in(guest_client, "tinker")
        assert "_auth_user_id" in guest_client.session

    def test_a_known_device_that_was_stolen_may_not_guess_on(self, user: User) -> None:
        own = Client()
        sign_in(own)
        own.post("/accounts/logout/")
        guess(own, times=11)
        assert not is_let_in(own)

    def test_a_device_is_known_to_its_own_accounts_only(self, user: User, other_user: User) -> None:
        theirs = Client()
        sign_in(theirs, "gasket")
        theirs.post("/accounts/logout/")
        guess(theirs)
        assert not is_let_in(theirs)

    def test_a_forged_device_is_unknown(self, user: User) -> None:
        client = Client()
        client.cookies["known"] = "WyIxIixbIjEiXV0:forged:signature"
        guess(client)
        assert not is_let_in(client)

    def test_an_ipv6_customer_is_one_address(self, user: User) -> None:
        for number in range(6):
            guess(Client(), times=1, REMOTE_ADDR=f"2001:db8:1:2::{number}")
        assert not is_let_in(Client(), REMOTE_ADDR="2001:db8:1:2:3::9")
        assert is_let_in(Client(), REMOTE_ADDR="2001:db8:1:3::9")


class TestManyBehindOneAddress:
    """A class that signed up within a minute was refused, whatever the operator set."""

    @pytest.mark.parametrize(
        "factor, told", [(1, [200] * 20 + [429] * 2), (2, [200] * 22), (0, [200] * 20 + [429] * 2)]
    )
    def test_sign_ups_are_multiplied_by_the_factor(
        self, settings: Any, client: Client, factor: float, told: list[int]
    ) -> None:
        settings.ACCOUNT_RATE_LIMITS = account_limits(factor)
        assert [client.post("/accounts/signup/", {}).status_code for _ in told] == told

    def test_one_accounts_own_limit_is_not_that_of_the_address(self, user: User) -> None:
        client = Client()
        sign_in(client)
        reached = [client.post("/accounts/password/change/") for _ in range(6)][-1]
        strangers = [Client().post("/accounts/signup/", {}) for _ in range(21)][-1]
        request = RequestFactory().get("/")
        for _ in range(3):
            limits.check("own-data", request, user)
        with pytest.raises(TooMany) as many:
            limits.check("own-data", request, user)
        assert [reached.status_code, strangers.status_code] == [429, 429]
        assert [is_of_account(answer) for answer in (reached, strangers)] == [True, False]
        assert many.value.of_account
        with pytest.raises(TooMany) as many:
            limits.require_room("own-data", request, user)
        assert many.value.of_account

    @pytest.mark.parametrize("factor", [0, 1, 10])
    def test_guesses_at_one_account_are_not(self, settings: Any, user: User, factor: float) -> None:
        settings.ACCOUNT_RATE_LIMITS = account_limits(factor)
        guess(Client())
        assert not is_let_in(Client())

    def test_the_settings_multiply(self, settings: Any) -> None:
        assert account_limits(settings.RATE_LIMIT_FACTOR) == settings.ACCOUNT_RATE_LIMITS


class TestAddresses:
    """One function decides who is at the other end, and believes the proxies that it is told to."""

    @pytest.mark.parametrize(
        "proxies, forwarded, counted",
        [
            (0, "198.51.100.7", "192.0.2.1"),
            (1, "198.51.100.7", "198.51.100.7"),
            (1, "203.0.113.9, 198.51.100.7", "198.51.100.7"),
            (2, "203.0.113.9, 198.51.100.7", "203.0.113.9"),
            (2, "198.51.100.7", "192.0.2.1"),
            (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            (1, "nonsense", "192.0.2.1"),
            (1, "", "192.0.2.1"),
        ],
    )
    def test_pages_sockets_and_limits_agree(
        self, settings: Any, proxies: int, forwarded: str, counted: str
    ) -> None:
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
        request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1", headers={"X-Forwarded-For": forwarded})
        assert client_network(request) == network_of("192.0.2.1", forwarded) == counted

    def test_limits_count_what_the_proxy_says(self, settings: Any, client: Client) -> None:
        settings.RATE_LIMIT_FACTOR = 1 / 60
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
        assert limits.LIMITS["guests"] == (60, 60)
        asked = [
            client.post("/api/v1/guests", headers={"X-Forwarded-For": address}).status_code
            for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")
        ]
        assert asked == [200, 429, 200] or asked == [201, 429, 201]


class TestSecurityLog:
    """What happens to accounts is logged, without anything secret."""

    def test_signing_in_and_failing_to(self, user: User, client: Client) -> None:
        with capture_logs() as lines:
            client.post("/accounts/login/", {"login": "rivet", "password": "not-this-one"})
            client.post("/accounts/login/", {"login": PASSWORD, "password": "rivet"})
            sign_in(client)
            session = client.session.session_key
            client.post("/accounts/logout/")
        assert [(line["event"], line["user"]) for line in lines] == [
            ("sign-in-failed", user.pk),
            ("sign-in-failed", None),
            ("signed-in", user.pk),
            ("signed-out", user.pk),
        ]
        assert all(line["address"] == "127.0.0.1" for line in lines)
        assert session
        for secret in (PASSWORD, "not-this-one", session):
            assert secret not in str(lines)

    def test_a_new_password_a_wrong_code_and_ended_sessions(self, user: User, client: Client) -> None:
        secret = give_app(user)
        with capture_logs() as lines:
            sign_in(client)
            client.post("/accounts/second-factor/check/", {"code": "1234567"})
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            form = {"oldpassword": PASSWORD, "password1": "another-old-gear", "password2": "another-old-gear"}
            client.post("/accounts/password/change/", form)
        events = [line["event"] for line in lines]
        assert {"factor-failed", "password-changed"} <= set(events)
        assert not any(word in str(lines) for word in (secret, "1234567", "another-old-gear"))


class TestSecurityTxt:
    def test_it_names_whom_to_write_to(self, client: Client, settings: Any) -> None:
        assert client.get("/.well-known/security.txt").status_code == 404
        settings.SECURITY_CONTACT = "mailto:keeper@scrapsite.example"
        text = client.get("/.well-known/security.txt").text
        assert text.startswith("Contact: mailto:keeper@scrapsite.example\nExpires: 20")
