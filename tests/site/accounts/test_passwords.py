"""Passwords: argon2id, hashed once for each attempt, and older hashes replaced at sign-in."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher, make_password
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve

from scrapsite.common.players import new_guest
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

OLD = "django.contrib.auth.hashers.PBKDF2PasswordHasher"
NEW = "another-old-gearbox"


@pytest.fixture(autouse=True)
def hashes(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The hashing done so far in the test, with the hashers that the site uses outside tests."""
    settings.PASSWORD_HASHERS = ["scrapsite.accounts.passwords.Argon2Hasher", OLD]
    done: list[str] = []
    for hasher, method in (
        (Argon2PasswordHasher, "encode"),
        (Argon2PasswordHasher, "verify"),
        (PBKDF2PasswordHasher, "encode"),
    ):
        monkeypatch.setattr(hasher, method, counted(getattr(hasher, method), hasher.algorithm, done))
    return done


def counted(method: Any, name: str, done: list[str]) -> Any:
    """Return *method* so that it notes its *name* in *done*."""
    return lambda *given: done.append(name) or method(*given)  # type: ignore[func-returns-value]


def sign_in(name: str, password: str) -> Any:
    return Client().post("/accounts/login/", {"login": name, "password": password})


def test_a_new_password_is_hashed_with_argon2id(user: User) -> None:
    assert user.password.startswith("argon2$argon2id$v=19$m=47104,t=2,p=1$")


@pytest.mark.parametrize(
    "name, password",
    [
        ("rivet", PASSWORD),
        ("RIVET", PASSWORD),
        ("rivet", "not-this-one"),
        ("nobody", PASSWORD),
        ("barred", PASSWORD),
        ("barred", "not-this-one"),
        ("guest", PASSWORD),
    ],
)
def test_an_attempt_to_sign_in_is_hashed_once(
    user: User, make_user: Any, hashes: list[str], name: str, password: str
) -> None:
    make_user("barred")
    User.objects.filter(username="barred").update(is_active=False)
    guest = new_guest()
    hashes.clear()
    answer = sign_in(guest.username if name == "guest" else name, password)
    assert hashes == ["argon2"]
    is_right = name.lower() == "rivet" and password == PASSWORD
    assert (answer.headers.get("Location") == "/me/") == is_right


@pytest.mark.soak(seconds=1)
def test_an_older_hash_is_replaced_at_sign_in(user: User, hashes: list[str]) -> None:
    User.objects.filter(pk=user.pk).update(password=make_password(PASSWORD, hasher="pbkdf2_sha256"))
    hashes.clear()
    assert sign_in("rivet", PASSWORD).status_code == 302
    assert hashes == ["pbkdf2_sha256", "argon2"]
    assert User.objects.get(pk=user.pk).password.startswith("argon2$")
    hashes.clear()
    assert sign_in("rivet", PASSWORD).status_code == 302
    assert hashes == ["argon2"]


@pytest.mark.soak(seconds=1)
def test_a_wrong_password_leaves_an_older_hash_alone(user: User, hashes: list[str]) -> None:
    old = make_password(PASSWORD, hasher="pbkdf2_sha256")
    User.objects.filter(pk=user.pk).update(password=old)
    hashes.clear()
    sign_in("rivet", "not-this-one")
    assert hashes == ["pbkdf2_sha256"]
    assert User.objects.get(pk=user.pk).password == old


def test_changing_the_password_checks_the_old_one_once_and_hashes_the_new_one_once(
    user_client: Client, user: User, hashes: list[str]
) -> None:
    hashes.clear()
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert user_client.post("/accounts/password/change/", form).status_code == 302
    assert hashes == ["argon2", "argon2"]
    assert sign_in("rivet", NEW).status_code == 302


def test_proving_again_who_one_is_is_hashed_once(user_client: Client, hashes: list[str]) -> None:
    hashes.clear()
    answer = user_client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert (answer.status_code, hashes) == (302, ["argon2"])


@pytest.mark.parametrize("path", ["/accounts/signup/", "/accounts/convert/"])
def test_a_new_account_is_hashed_once(guest_client: Client, hashes: list[str], path: str) -> None:
    client = guest_client if "convert" in path else Client()
    form = {"username": "tinker", "password1": PASSWORD, "password2": PASSWORD}
    hashes.clear()
    assert client.post(path, form).status_code == 302
    assert hashes == ["argon2"]
    assert sign_in("tinker", PASSWORD).status_code == 302


def test_staff_sign_in_on_the_sites_page_with_one_hash(user: User, hashes: list[str]) -> None:
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    client = Client()
    way = client.get("/admin/")["Location"]
    hashes.clear()
    assert client.post(way, {"login": "rivet", "password": PASSWORD})["Location"] == "/admin/"
    assert hashes == ["argon2"]
    assert client.get("/admin/").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/convert/",
        "/accounts/reauthenticate/",
        "/accounts/password/change/",
        "/accounts/password/set/",
        "/accounts/password/reset/key/1-key/",
        "/admin/auth/user/add/",
        "/admin/auth/user/1/password/",
    ],
)
def test_what_hashes_a_password_keeps_nobody_else_waiting(path: str, settings: Any) -> None:
    assert "POST" in settings.SLOW_VIEWS[resolve(path).view_name]


@pytest.mark.soak(seconds=1)
def test_names_that_differ_only_in_case_are_told_apart_when_signing_in(user: User, make_user: Any) -> None:
    other = make_user("Rivet")
    other.set_password(NEW)
    other.save()
    assert sign_in("rivet", PASSWORD).status_code == 302
    assert sign_in("Rivet", NEW).status_code == 302
    assert sign_in("RIVET", NEW).status_code == 200


@pytest.mark.parametrize(
    "backend",
    ["django.contrib.auth.backends.ModelBackend", "allauth.account.auth_backends.AuthenticationBackend"],
)
def test_sessions_that_another_backend_began_go_on(user: User, backend: str) -> None:
    client = Client()
    client.force_login(user, backend=backend)
    assert client.get("/me/").context["user"] == user


@pytest.mark.parametrize(
    "password, said",
    [
        ("bolt", "This password is too short. Use at least 8 characters."),
        ("sprocket9", "This is too much like your username, so it is easy to guess. Choose another."),
        ("password1", "Many people use this password, so it is easy to guess. Choose another."),
    ],
)
def test_a_weak_password_is_refused_in_plain_words(password: str, said: str) -> None:
    form = {"username": "sprocket", "password1": password, "password2": password}
    page = Client().post("/accounts/signup/", form).content.decode()
    assert said in page
    assert not User.objects.filter(username="sprocket").exists()


def test_the_rules_for_a_password_are_told_in_plain_words() -> None:
    page = Client().get("/accounts/signup/").content.decode()
    assert "Don’t use your name or e-mail address." in page
    assert "personal information" not in page
