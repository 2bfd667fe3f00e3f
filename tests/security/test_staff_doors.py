"""The admin: every address it has, asked by everybody who is no staff, and what staff may do there.

Visitors are led to the site's own sign-in. For everybody else who isn't staff nothing is there: each address
is the same 404 as one that doesn't exist. `tests/security/matrix.py` leaves the admin to this file.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver

from games.matches.models import MatchSecret, Seat, Step
from rules.talk.models import Comment, Thread
from rules.wiki.models import Edition
from scrapsite.common.players import give_profile
from tests.security.roles import STAFF, World
from tests.security.row import ROLES
from tests.security.test_matrix import STAFFS_OWN, patterns
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db

METHODS = ("get", "post", "put", "delete")
NOBODYS = [role for role in (*ROLES, *STAFF) if role != "visitor"]


def addresses(world: World) -> list[str]:
    """Return a real address for every pattern of the admin."""
    found = [one for one in patterns(get_resolver().url_patterns) if one.startswith(STAFFS_OWN)]
    assert len(found) > 80
    return [f"/{filled(one, world)}" for one in found]


def filled(pattern: str, world: World) -> str:
    """Return the pattern with things in it that are there, so that no 404 is for want of them."""
    user = world.people["player"]
    key = world.matches["open"].pk if "games/match" in pattern else user.pk if "auth/user" in pattern else 1
    known = {"content_type_id": 1, "object_id": key, "app_label": "rules", "url": "rules"}
    known["id"] = key
    for name, value in known.items():
        pattern = re.sub(rf"<(?:\w+:)?{name}>|\(\?P<{name}>[^)]*\)", str(value), pattern)
    pattern = pattern.replace("^", "").replace("$", "")
    assert not set(pattern) & set("<>()?*\\"), pattern
    return pattern


@pytest.mark.soak(seconds=2)
def test_every_address_of_the_admin_leads_visitors_to_the_sites_own_sign_in(world: World) -> None:
    for address in addresses(world):
        for method in METHODS:
            answer = getattr(Client(), method)(address)
            assert answer.status_code == 302, (method, address)
            target = urlsplit(answer["Location"])
            assert target.path == "/accounts/login/", (method, address)
            assert parse_qs(target.query) == {"next": [address]}


@pytest.mark.parametrize("is_soak", [False, soaking(True, seconds=3)], ids=["some", "all"])
@pytest.mark.parametrize("role", NOBODYS)
def test_to_everybody_else_without_the_keys_nothing_is_there(world: World, role: str, is_soak: bool) -> None:
    """Each address is asked for by two or three roles, by each with another method; in the soak by all."""
    client, turn, share = world.client(role), NOBODYS.index(role), 1 if is_soak else 3
    for number, address in [*enumerate(addresses(world), start=turn)][turn % share :: share]:
        for method in METHODS if is_soak else [METHODS[number % len(METHODS)]]:
            cache.clear()
            assert getattr(client, method)(address).status_code == 404, (method, address)


@pytest.mark.parametrize("role", NOBODYS)
def test_what_is_there_and_what_never_was_look_alike(world: World, role: str) -> None:
    client = world.client(role)
    there = client.get(f"/admin/auth/user/{world.people['player'].pk}/change/")
    nowhere = client.get("/admin/nothing/at/all/")
    assert plain(there.content) == plain(nowhere.content)
    assert there.headers.keys() == nowhere.headers.keys()


def plain(body: bytes) -> str:
    return re.sub(r"[A-Za-z0-9]{64}", "TOKEN", body.decode())


def staff(*codenames: str, **more: bool) -> User:
    """Return somebody behind the counter with these permissions."""
    user = User.objects.create_user("steward", password="a-rusty-old-gearbox", is_staff=True, **more)
    give_profile(user)
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def boss() -> Client:
    return signed_in(staff(is_superuser=True))


class TestTheDoor:
    def test_staff_who_are_barred_or_no_longer_staff_find_nothing(self) -> None:
        for change in ({"is_active": False}, {"is_staff": False}):
            User.objects.filter(username="steward").delete()
            user = staff(is_superuser=True)
            client = signed_in(user)
            assert client.get("/admin/").status_code == 200
            User.objects.filter(pk=user.pk).update(**change)
            assert client.get("/admin/").status_code in (302, 404)

    def test_signing_in_leads_back_to_where_one_was_going(self) -> None:
        staff(is_superuser=True)
        client = Client()
        asked = client.get("/admin/rules/rulebook/")
        form = {"login": "steward", "password": "a-rusty-old-gearbox", "next": "/admin/rules/rulebook/"}
        done = client.post(asked["Location"], form)
        assert done["Location"] == "/admin/rules/rulebook/"
        assert client.get("/admin/rules/rulebook/").status_code == 200

    def test_there_is_no_second_place_to_try_passwords_at(self) -> None:
        staff(is_superuser=True)
        client = Client()
        form = {"username": "steward", "password": "a-rusty-old-gearbox", "next": "/admin/"}
        answer = client.post("/admin/login/", form)
        assert urlsplit(answer["Location"]).path == "/accounts/login/"
        assert "_auth_user_id" not in client.session

    def test_guessing_passwords_is_stopped_at_the_sites_own_door(self) -> None:
        staff(is_superuser=True)
        client, form = Client(), {"login": "steward", "password": "guess"}
        cache.clear()
        seen = {client.post("/accounts/login/?next=/admin/", form).status_code for _ in range(40)}
        assert 429 in seen or "Too many" in client.post("/accounts/login/", form).content.decode()
        cache.clear()

    def test_signing_out_of_it_signs_out_of_the_site(self, boss: Client) -> None:
        assert boss.get("/admin/logout/")["Location"] == "/accounts/logout/"
        assert boss.post("/admin/logout/")["Location"] == "/"
        assert boss.get("/admin/").status_code == 302

    def test_staff_who_come_to_the_old_sign_in_go_in(self, boss: Client) -> None:
        assert boss.get("/admin/login/")["Location"] == "/admin/"

    def test_passwords_change_where_everybodys_do(self, boss: Client) -> None:
        assert boss.get("/admin/password_change/")["Location"] == "/accounts/password/change/"

    def test_forms_need_their_token(self, boss: Client) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = boss.cookies
        edition = Edition.objects.get(slug="3.6")
        address = f"/admin/rules/edition/{edition.pk}/change/"
        assert strict.post(address, {"summary": "x"}).status_code == 403


class TestTheHeaders:
    PAGES = ("/admin/", "/admin/rules/rulebook/", "/admin/auth/user/", "/admin/auth/user/add/")

    @pytest.mark.parametrize("address", PAGES)
    def test_are_those_of_the_site(self, boss: Client, address: str) -> None:
        answer = boss.get(address)
        assert answer.status_code == 200
        policy = answer["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "no-store" in answer["Cache-Control"]
        assert "private" in answer["Cache-Control"]

    @pytest.mark.parametrize("address", PAGES)
    @pytest.mark.soak(seconds=0.5, one_in=2)
    def test_nothing_is_inline(self, boss: Client, address: str) -> None:
        page = boss.get(address).content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)
        assert not re.search(r"<[^>]+\s(style|on\w+)=", page)
        assert "<style" not in page


class TestWhatIsShown:
    @pytest.mark.soak(seconds=4)
    def test_every_list_and_everything_in_it_opens_for_a_superuser(self, world: World, boss: Client) -> None:
        for model, page in admin.site._registry.items():
            folder = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
            assert boss.get(folder).status_code == 200, folder
            assert boss.get(folder, {"q": "rivet"}).status_code == 200, folder
            shown = page.get_queryset(boss.get(folder).wsgi_request).first()
            for what in ("change", "history") if shown else ():
                assert boss.get(f"{folder}{shown.pk}/{what}/").status_code == 200, (folder, what)

    def test_no_secret_of_a_match_is_in_any_page_about_it(self, world: World, boss: Client) -> None:
        match = world.matches["running"]
        secret = MatchSecret.objects.get(match=match)
        hidden = [bytes(secret.seed).hex(), bytes(secret.salt).hex(), bytes(secret.played).hex()]
        hidden += [bytes(seat.nonce).hex() for seat in Seat.objects.filter(match=match) if seat.nonce]
        for address in (f"/admin/games/match/{match.pk}/change/", "/admin/games/match/"):
            page = boss.get(address).content.decode()
            assert match.pk in page
            assert not [value for value in hidden if value in page]

    def test_moves_states_and_seeds_have_no_page(self) -> None:
        registered = set(admin.site._registry)
        assert not registered & {MatchSecret, Step}
        assert not {model._meta.label for model in registered} & {
            "scrapsite.ApiToken",
            "games.StandingOrder",
            "mfa.Authenticator",
            "usersessions.UserSession",
        }

    @pytest.mark.parametrize("model", ["match", "revision", "paragraph", "auditentry", "comment", "thread"])
    def test_what_only_shows_cannot_be_changed_by_anybody(self, world, boss: Client, model: str) -> None:
        app = "games" if model == "match" else "rules"
        row = {
            "match": world.matches["open"],
            "comment": Comment.objects.get(pk=world.talk["comment"]),
            "thread": Thread.objects.get(pk=world.talk["thread"]),
        }.get(model) or apps.get_model(app, model).objects.first()
        assert boss.get(f"/admin/{app}/{model}/{row.pk}/change/").status_code == 200
        for address in ("add/", f"{row.pk}/change/", f"{row.pk}/delete/"):
            answer = boss.post(f"/admin/{app}/{model}/{address}", {"post": "yes"})
            assert answer.status_code == 403, address
        row.refresh_from_db()

    def test_a_draft_is_its_authors_own(self, world: World, boss: Client) -> None:
        def status(name: str) -> int:
            return boss.get(f"/admin/rules/proposal/{world.talk[name]}/change/").status_code

        assert (status("proposal"), status("draft")) == (200, 302)


class TestLesserStaff:
    """Staff who aren't superusers have what their permissions say, and can't help themselves to more."""

    def test_without_permissions_there_is_nothing_to_see(self) -> None:
        client = signed_in(staff())
        assert client.get("/admin/").status_code == 200
        for address in ("/admin/rules/rulebook/", "/admin/auth/user/", "/admin/games/match/"):
            assert client.get(address).status_code == 403

    def test_somebody_who_may_change_users_cannot_become_a_superuser(self) -> None:
        user = staff("view_user", "change_user")
        client = signed_in(user)
        form = {"username": "steward", "is_active": "on", "is_staff": "on", "is_superuser": "on"}
        profile = {
            "profile-TOTAL_FORMS": "1",
            "profile-INITIAL_FORMS": "1",
            "profile-0-id": str(user.profile.pk),
            "profile-0-user": str(user.pk),
            "profile-0-display_name": "Steward",
        }
        answer = client.post(f"/admin/auth/user/{user.pk}/change/", {**form, **profile})
        assert answer.status_code in (302, 200)
        user.refresh_from_db()
        assert not user.is_superuser

    def test_nor_touch_one_nor_take_over_their_password(self) -> None:
        chief = User.objects.create_user("chief", is_superuser=True, is_staff=True, password="old-iron-9")
        client = signed_in(staff("view_user", "change_user", "delete_user"))
        for address in (f"{chief.pk}/password/", f"{chief.pk}/change/", f"{chief.pk}/delete/"):
            new = {"password1": "taken-over-1", "password2": "taken-over-1", "post": "yes"}
            assert client.post(f"/admin/auth/user/{address}", new).status_code == 403, address
        bulk = {"action": "delete_selected", "_selected_action": [str(chief.pk)], "post": "yes"}
        client.post("/admin/auth/user/", bulk)
        chief.refresh_from_db()
        assert chief.check_password("old-iron-9")

    def test_groups_are_the_superusers(self) -> None:
        client = signed_in(staff("view_group", "change_group", "add_group", "delete_group"))
        assert client.get("/admin/auth/group/").status_code == 200
        assert client.get("/admin/auth/group/add/").status_code == 403

    def test_hiding_a_comment_takes_the_right_to_moderate(self, world: World) -> None:
        client = signed_in(staff("view_comment"))
        chosen = {"action": "hide_comments", "_selected_action": [str(world.talk["comment"])]}
        answer = client.post("/admin/rules/comment/", chosen, follow=True)
        assert "Only moderators" in answer.content.decode()
        assert Comment.objects.get(pk=world.talk["comment"]).hidden_at is None
