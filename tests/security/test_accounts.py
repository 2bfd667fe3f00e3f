"""Signing in: no word of who has an account, no redirect elsewhere, no endless guessing."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.test import Client

from games.matches.models import Step
from tests.conftest import PASSWORD
from tests.playing import send_form
from tests.security.roles import World, make_world

pytestmark = pytest.mark.django_db

ELSEWHERE = [
    "https://evil.example/",
    "http://evil.example",
    "//evil.example/",
    "///evil.example/",
    "////evil.example/",
    "/\\evil.example/",
    "\\\\evil.example/",
    "/\t/evil.example/",
    "\t//evil.example/",
    "https:evil.example",
    "https:///evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://testserver@evil.example/",
    "http://testserver.evil.example/",
    "/%09/evil.example@//evil.example",
    " //evil.example",
    "\x00//evil.example",
]


def plain(answer: Any, *names: str) -> str:
    """Return the page without tokens and the names that were typed."""
    text = re.sub(r"[A-Za-z0-9]{64}", "TOKEN", answer.content.decode())
    for name in names:
        text = text.replace(name, "NAME")
    return text


@pytest.fixture
def rivet(user: User) -> User:
    """An account with a confirmed address."""
    user.email = "rivet@scrapsite.example"
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


class TestKnownAndUnknown:
    """Somebody who asks learns nothing about who has an account."""

    def test_a_wrong_password_and_an_unknown_name_look_alike(self, rivet: User) -> None:
        known = Client().post("/accounts/login/", {"login": "rivet", "password": "not-this-one"})
        unknown = Client().post("/accounts/login/", {"login": "nobody", "password": "not-this-one"})
        assert known.status_code == unknown.status_code == 200
        assert plain(known, "rivet") == plain(unknown, "nobody")

    def test_both_take_the_same_work(self, rivet: User, monkeypatch: pytest.MonkeyPatch) -> None:
        """Hashing is what takes the time; the guest's unusable password counts too."""
        guest = User.objects.create_user("guest-x")
        work: list[str] = []
        encode = MD5PasswordHasher.encode
        monkeypatch.setattr(MD5PasswordHasher, "encode", lambda *args: work.append("hash") or encode(*args))
        counts = []
        for name in ("rivet", "nobody", guest.username):
            work.clear()
            Client().post("/accounts/login/", {"login": name, "password": "not-this-one"})
            counts.append(len(work))
        assert counts == [1, 1, 1]

    def test_an_account_that_was_barred_looks_like_none(self, rivet: User) -> None:
        User.objects.filter(pk=rivet.pk).update(is_active=False)
        barred = Client().post("/accounts/login/", {"login": "rivet", "password": "not-this-one"})
        unknown = Client().post("/accounts/login/", {"login": "nobody", "password": "not-this-one"})
        assert plain(barred, "rivet") == plain(unknown, "nobody")

    def test_asking_for_a_new_password_says_the_same(self, rivet: User) -> None:
        known, unknown = (
            Client().post("/accounts/password/reset/", {"email": email}, follow=True)
            for email in (rivet.email, "nobody@scrapsite.example")
        )
        assert known.redirect_chain == unknown.redirect_chain
        assert plain(known, rivet.email) == plain(unknown, "nobody@scrapsite.example")

    def test_signing_up_with_somebody_elses_address_says_nothing(self, rivet: User) -> None:
        answers = []
        for name, email in (("first", rivet.email), ("second", "nobody@scrapsite.example")):
            form = {"username": name, "password1": PASSWORD, "password2": PASSWORD, "email": email}
            answers.append(Client().post("/accounts/signup/", form))
        assert answers[0].status_code == answers[1].status_code
        assert answers[0].headers.get("Location") == answers[1].headers.get("Location")


class TestRedirects:
    """`next` leads only within the site."""

    @staticmethod
    def assert_stays(answer: Any) -> None:
        """The redirect and what it hands on as `next` are addresses of this site."""
        location = answer.headers.get("Location", "")
        for target in (location, *parse_qs(urlparse(location).query).get("next", [])):
            parts = urlparse(target)
            assert not parts.scheme
            assert not parts.netloc
            assert re.match(r"(/(?![/\\\s])|$)", target), target
        assert "HX-Redirect" not in answer.headers

    @pytest.mark.parametrize("target", ELSEWHERE, ids=ascii)
    @pytest.mark.soak(seconds=0.4, one_in=4)
    def test_it_never_leads_elsewhere(self, rivet: User, guest: User, client_of: Any, target: str) -> None:
        login = {"login": "rivet", "password": PASSWORD, "next": target}
        self.assert_stays(Client().post("/accounts/login/", login))
        self.assert_stays(client_of(rivet).get("/accounts/login/", {"next": target}))
        self.assert_stays(client_of(rivet).post("/accounts/logout/", {"next": target}))
        for name in ("login", "signup", "email", "logout", "convert"):
            self.assert_stays(client_of(guest).get(f"/accounts/{name}/", {"next": target}))
            self.assert_stays(Client().get(f"/accounts/{name}/", {"next": target}))
        form = {"username": "tinker", "password1": PASSWORD, "password2": PASSWORD, "next": target}
        self.assert_stays(client_of(guest).post("/accounts/convert/", form))
        form["username"] = "tailor"
        self.assert_stays(Client().post("/accounts/signup/", form, headers={"HX-Request": "true"}))

    def test_within_the_site_it_works(self, rivet: User) -> None:
        login = {"login": "rivet", "password": PASSWORD, "next": "/rules/"}
        assert Client().post("/accounts/login/", login)["Location"] == "/rules/"


class TestSessions:
    """A session is made anew at each change of rights, and ends when it should."""

    def test_signing_in_changes_the_sessions_key(self, rivet: User, guest: User, client_of: Any) -> None:
        client = client_of(guest)
        before = client.session.session_key
        client.post("/accounts/logout/")
        client.post("/accounts/login/", {"login": "rivet", "password": PASSWORD})
        assert client.session.session_key not in (before, None)

    def test_a_new_password_ends_the_other_sessions(self, rivet: User, client_of: Any) -> None:
        here, there = client_of(rivet), client_of(rivet)
        form = {"oldpassword": PASSWORD, "password1": "another-old-gear", "password2": "another-old-gear"}
        assert here.post("/accounts/password/change/", form).status_code == 302
        assert here.get("/me/").context["user"] == rivet
        assert there.get("/me/").context["user"].is_anonymous

    def test_who_is_barred_is_nobody_at_once(self, world: World) -> None:
        client, program = world.client("player"), Client(headers=world.headers("player"))
        User.objects.filter(username="rivet").update(is_active=False)
        assert client.get("/me/").context["user"].is_anonymous
        assert program.get(f"/api/v1/matches/{world.matches['running'].pk}").status_code == 401

    def test_the_sessions_cookie_is_hidden_from_scripts_and_other_sites(self, rivet: User) -> None:
        client = Client()
        client.post("/accounts/login/", {"login": "rivet", "password": PASSWORD})
        cookie = client.cookies["sessionid"]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


@pytest.fixture
def world() -> World:
    """A world without the rivet of the tests above."""
    return make_world()


class TestRateLimits:
    """Too much is a 429 that says when to come back."""

    @staticmethod
    def assert_refused(answer: Any) -> None:
        assert answer.status_code == 429
        assert 1 <= int(answer["Retry-After"]) <= 3600

    def test_moves_by_page_and_program(self, world: World, settings: Any) -> None:
        settings.RATE_LIMIT_FACTOR = 2 / 600
        match, steps = world.matches["running"], Step.objects.count()
        program, client = Client(headers=world.headers("player")), world.client("player")
        body = {"seen": 99, "client_move_id": "x", "move": {"type": "end-turn"}}
        address = f"/api/v1/matches/{match.pk}/moves"
        statuses = [program.post(address, body, content_type="application/json").status_code for _ in (1, 2)]
        assert statuses == [409, 409]
        answer = program.post(address, body, content_type="application/json")
        self.assert_refused(answer)
        assert answer.json()["code"] == "limit/too-many"
        form = {"seen": match.seq, "client_move_id": "x", "move": '{"type":"end-turn"}'}
        self.assert_refused(client.post(f"/matches/{match.pk}/moves/", form))
        self.assert_refused(client.post(f"/matches/{match.pk}/undo/", form))
        assert Step.objects.count() == steps

    def test_matches_and_guests_by_address(self, world: World, settings: Any) -> None:
        """Visitors without cookies are counted together; a forged header makes nobody new."""
        settings.RATE_LIMIT_FACTOR = 1 / 60
        forms = ({"X-Forwarded-For": f"192.0.2.{number}", "X-Real-IP": "192.0.2.9"} for number in range(9))
        answers = [
            send_form(Client(), "/matches/new/", {"title": "scrapbots", "opponent": "link"}, headers=headers)
            for headers in forms
        ]
        statuses = [answer.status_code for answer in answers]
        assert statuses == sorted(statuses)
        assert (statuses[0], statuses[-1]) == (303, 429)
        self.assert_refused(answers[-1])
        for _ in range(2):
            answer = Client().post("/api/v1/guests", headers={"X-Real-IP": "192.0.2.77"})
        self.assert_refused(answer)
        self.assert_refused(Client().post("/api/v1/guests", headers={"X-Forwarded-For": "192.0.2.77"}))

    def test_reading_by_program(self, world: World, settings: Any) -> None:
        settings.RATE_LIMIT_FACTOR = 1 / 1200
        program = Client(headers=world.headers("player"))
        address = f"/api/v1/matches/{world.matches['running'].pk}"
        assert program.get(address).status_code == 200
        self.assert_refused(program.get(address))

    def test_guessing_a_password_soon_ends(self, rivet: User) -> None:
        """Even the right password is refused then, whatever header and cookie are sent along."""
        for number in range(6):
            Client().post(
                "/accounts/login/",
                {"login": "rivet", "password": f"guess-{number}"},
                headers={"X-Forwarded-For": f"192.0.2.{number}"},
            )
        answer = Client().post("/accounts/login/", {"login": "rivet", "password": PASSWORD})
        assert answer.status_code in (200, 429)
        assert "sessionid" not in answer.cookies

    @pytest.mark.parametrize(
        "address", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
    )
    @pytest.mark.soak(seconds=0.5, one_in=2)
    def test_hammering_a_form_is_a_429(self, db: None, address: str) -> None:
        answers = [Client().post(address, {"email": f"a{number}@scrapsite.example"}) for number in range(35)]
        self.assert_refused(answers[-1])
        assert (
            answers[-1]["Cache-Control"].startswith("private") or "no-store" in answers[-1]["Cache-Control"]
        )
