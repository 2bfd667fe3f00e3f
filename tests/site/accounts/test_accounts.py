"""Guests, accounts, and the way from one to the other."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory

from games.clocks.time_off import set_time_zone
from scrapsite.accounts.actions import convert_guest
from scrapsite.common.models import Profile
from scrapsite.common.players import (
    FIRST,
    SECOND,
    clean_name,
    display_name,
    ensure_player,
    give_profile,
    is_guest,
    made_up_name,
    new_guest,
    profile_of,
    rename,
)
from scrapsite.common.versions import data_version
from scrapsite.notifications.delivery_worker import site_mail_round
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

GOOD = {"username": "tinker", "password1": PASSWORD, "password2": PASSWORD, "email": ""}


def request_of(user: User | AnonymousUser):
    """Return a POST with a session, as views get it."""
    request = RequestFactory().post("/matches/new/")
    request.user = user
    request.session = SessionStore()
    return request


class TestGuests:
    def test_a_guest_is_a_user_without_password_under_a_made_up_name(self, guest: User) -> None:
        assert not guest.has_usable_password()
        assert is_guest(guest)
        assert re.fullmatch(r"[A-Z][a-z-]+ [A-Z][a-z]+ \d{3}", display_name(guest))

    def test_somebody_who_needs_a_seat_becomes_a_guest_and_stays_that_guest(self) -> None:
        request = request_of(AnonymousUser())
        first = ensure_player(request)
        assert ensure_player(request) == first == request.user
        assert User.objects.count() == 1

    def test_somebody_signed_in_stays_who_they_are(self, user: User) -> None:
        assert ensure_player(request_of(user)) == user
        assert User.objects.count() == 1

    @pytest.mark.parametrize("address", ["/", "/me/", "/accounts/login/", "/accounts/signup/"])
    def test_looking_around_makes_nobody_a_player(self, client: Client, address: str) -> None:
        assert client.get(address).status_code == 200
        assert not User.objects.exists()
        assert "sessionid" not in client.cookies

    def test_made_up_names_are_short_enough_and_fit_to_show(self) -> None:
        assert len(max(FIRST, key=len)) + len(max(SECOND, key=len)) + 5 <= 30
        assert clean_name(made_up_name())

    def test_a_made_up_name_that_is_taken_is_made_up_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        names = iter(["Rusty Cog 100", "Rusty Cog 100", "Tin Hub 200"])
        monkeypatch.setattr("scrapsite.common.players.made_up_name", lambda: next(names))
        assert [display_name(new_guest()), display_name(new_guest())] == ["Rusty Cog 100", "Tin Hub 200"]

    def test_when_no_made_up_name_is_free_there_is_still_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("scrapsite.common.players.made_up_name", lambda: "Rusty Cog 100")
        new_guest()
        assert display_name(new_guest()).startswith("Robot ")


class TestNames:
    def test_anybody_signed_in_changes_the_name_others_see(self, guest_client: Client, guest: User) -> None:
        answer = guest_client.post("/me/", {"display_name": "  Old   Spanner "}, follow=True)
        assert "Your name is now Old Spanner." in answer.text
        guest.profile.refresh_from_db()
        assert display_name(guest) == "Old Spanner"

    @pytest.mark.parametrize("name", ["Random bot", "greedy  BOT", "A former player", "Free seat"])
    def test_nobody_takes_a_name_that_the_site_gives(
        self, guest_client: Client, guest: User, name: str
    ) -> None:
        answer = guest_client.post("/me/", {"display_name": name})
        assert answer.status_code == 422
        assert "Others would take you for a bot or a free seat." in answer.text
        guest.profile.refresh_from_db()
        assert display_name(guest) != name

    @pytest.mark.parametrize("name", ["", "x", "y" * 31, "<b>bold</b>", "a\u202eb", "..", "Rob\not\x00"])
    def test_a_name_that_cannot_be_shown_well_is_refused(
        self, guest_client: Client, guest: User, name: str
    ) -> None:
        before = display_name(guest)
        answer = guest_client.post("/me/", {"display_name": name})
        assert answer.status_code == 422
        assert "errorlist" in answer.text
        assert Profile.objects.get(user=guest).display_name == before

    @pytest.mark.parametrize("unseen", ["\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\ufe0f"])
    def test_no_letter_that_nothing_draws_is_in_a_name(self, user: User, guest: User, unseen: str) -> None:
        rename(user, "Rivet")
        for name in (f"Rivet{unseen}", f"Greedy bot{unseen}", f"Free{unseen} seat", unseen * 2):
            with pytest.raises(ValidationError, match="Use letters"):
                rename(guest, name)

    def test_a_name_looking_like_somebody_elses_is_refused(self, user: User, guest: User) -> None:
        rename(user, "Old Spanner")
        with pytest.raises(ValidationError, match="already has that name"):
            rename(guest, "OLD ＳＰＡＮＮＥＲ")
        assert display_name(guest) != "Old Spanner"

    def test_one_may_change_the_case_of_ones_own_name(self, user: User) -> None:
        assert rename(user, "RIVET").display_name == "RIVET"

    def test_public_pages_follow_when_an_account_is_renamed_or_deleted(
        self, user: User, django_capture_on_commit_callbacks: Callable[..., object]
    ) -> None:
        seen = [data_version()]
        for change in (lambda: rename(user, "Old Spanner"), user.delete):
            with django_capture_on_commit_callbacks(execute=True):
                change()
            seen.append(data_version())
        assert len(set(seen)) == 3

    def test_public_pages_stay_as_they_are_when_a_time_zone_is_set(
        self, user: User, django_capture_on_commit_callbacks: Callable[..., object]
    ) -> None:
        """Each change threw away all pages that were kept for everybody."""
        before = data_version()
        with django_capture_on_commit_callbacks(execute=True):
            set_time_zone(user, "Europe/Berlin")
        user.profile.refresh_from_db()
        assert (user.profile.time_zone, data_version()) == ("Europe/Berlin", before)

    def test_public_pages_name_no_guests_and_stay(
        self, guest: User, django_capture_on_commit_callbacks: Callable[..., object]
    ) -> None:
        before = data_version()
        with django_capture_on_commit_callbacks(execute=True):
            rename(guest, "Old Spanner")
            new_guest()
        assert data_version() == before

    def test_names_are_changed_a_few_times_a_minute_only(self, user_client: Client, user: User) -> None:
        with time_machine.travel(time.time(), tick=False):
            names = [f"Spanner {number}" for number in range(11)]
            answers = [user_client.post("/me/", {"display_name": name}) for name in names]
            assert [answer.status_code for answer in answers] == [302] * 10 + [429]
            assert int(answers[-1]["Retry-After"]) <= 60
            assert "Try again in" in answers[-1].content.decode()
        assert Profile.objects.get(user=user).display_name == "Spanner 9"

    def test_a_stranger_has_no_name_to_change(self, client: Client) -> None:
        answer = client.post("/me/", {"display_name": "Old Spanner"})
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/")
        assert not Profile.objects.exists()

    def test_an_account_made_on_the_command_line_has_a_name_too(self) -> None:
        user = User.objects.create_superuser("boss", password=PASSWORD)
        assert display_name(user) == "boss"
        assert profile_of(user).display_name == "boss"
        assert not is_guest(user)

    def test_an_account_whose_user_name_is_somebodys_name_gets_a_made_up_one(self, guest: User) -> None:
        rename(guest, "boss")
        user = User.objects.create_user("boss", password=PASSWORD)
        assert give_profile(user).display_name != "boss"

    def test_an_account_whose_user_name_is_an_address_gets_a_made_up_one(self) -> None:
        """Who signs up with an address as user name had it shown to everybody at the table."""
        shown = give_profile(User.objects.create_user("joe@example.com", password=PASSWORD)).display_name
        assert re.fullmatch(r"[A-Z][a-z-]+ [A-Z][a-z]+ \d{3}", shown)

    def test_a_user_name_that_grows_when_it_is_made_plain_still_fits(self) -> None:
        profile = give_profile(User.objects.create_user("\ufdfa" * 6, password=PASSWORD))
        assert len(profile.display_name) <= 30
        assert len(profile.name_key) <= 90

    @pytest.mark.parametrize("path", ["/accounts/signup/", "/accounts/convert/"])
    def test_an_address_too_long_to_be_kept_is_refused(self, guest_client: Client, path: str) -> None:
        client = Client() if "signup" in path else guest_client
        email = f"{'a' * 60}@{'b' * 60}.{'c' * 60}.{'d' * 60}.{'e' * 20}.org"
        answer = client.post(path, {**GOOD, "email": email})
        assert "Enter a valid e-mail address." in answer.text or "at most 254" in answer.text
        assert not User.objects.filter(username="tinker").exists()


class TestConversion:
    def test_who_never_got_the_answer_is_led_to_signing_in(self, guest_client: Client) -> None:
        """The form sent again landed on an empty one, where the name that was just chosen is taken."""
        before = guest_client.cookies["sessionid"].value
        guest_client.post("/accounts/convert/", GOOD)
        guest_client.cookies["sessionid"] = before
        answer = guest_client.post("/accounts/convert/", {**GOOD, "next": "/cards/"}, follow=True)
        assert answer.redirect_chain == [("/accounts/login/?next=%2Fcards%2F", 302)]
        assert "If you have just created your account, sign in with it." in answer.text

    def test_a_guest_becomes_an_account_and_stays_the_same_row(
        self, guest_client: Client, guest: User
    ) -> None:
        name = display_name(guest)
        answer = guest_client.post("/accounts/convert/", GOOD, follow=True)
        assert "Your account is ready" in answer.text
        found = User.objects.get()
        assert (found.pk, found.username, display_name(found)) == (guest.pk, "tinker", name)
        assert found.check_password(PASSWORD)
        assert not found.profile.is_guest
        assert guest_client.get("/me/").context["user"] == guest

    def test_afterwards_one_can_sign_in_from_another_browser(
        self, guest_client: Client, guest: User, client: Client
    ) -> None:
        guest_client.post("/accounts/convert/", GOOD)
        answer = client.post("/accounts/login/", {"login": "tinker", "password": PASSWORD})
        assert answer.status_code == 302
        assert client.get("/me/").context["user"] == guest

    def test_the_session_gets_a_new_key(self, guest_client: Client) -> None:
        before = guest_client.session.session_key
        guest_client.post("/accounts/convert/", GOOD)
        assert guest_client.session.session_key != before

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"username": "rivet"}, "username"),
            ({"username": "RIVET"}, "username"),
            ({"username": "guest-abc"}, "username"),
            ({"username": ""}, "username"),
            ({"password2": "something-else-7"}, "password2"),
            ({"password1": "password", "password2": "password"}, "password1"),
            ({"password1": "tinker12", "password2": "tinker12"}, "password1"),
            ({"email": "not an address"}, "email"),
        ],
    )
    def test_a_bad_wish_changes_nothing(
        self, guest_client: Client, guest: User, user: User, change: dict[str, str], field: str
    ) -> None:
        answer = guest_client.post("/accounts/convert/", {**GOOD, **change})
        assert answer.status_code == 422
        assert field in answer.context["form"].errors
        assert PASSWORD not in answer.text
        guest.refresh_from_db()
        assert guest.profile.is_guest
        assert not guest.has_usable_password()

    def test_a_name_taken_between_check_and_save_is_refused(self, guest: User, user: User) -> None:
        with pytest.raises(ValidationError, match="already a user"):
            convert_guest(guest, user.username, PASSWORD)
        assert Profile.objects.get(user=guest).is_guest

    def test_nobody_is_converted_twice(self, guest: User) -> None:
        convert_guest(guest, "tinker", PASSWORD)
        with pytest.raises(ValidationError, match="already have an account"):
            convert_guest(guest, "tinker2", PASSWORD)
        assert User.objects.get().username == "tinker"

    def test_an_address_given_is_asked_to_confirm(self, guest_client: Client) -> None:
        guest_client.post("/accounts/convert/", {**GOOD, "email": "tinker@example.org"})
        site_mail_round()
        assert [message.to for message in mail.outbox] == [["tinker@example.org"]]

    def test_an_address_that_is_taken_looks_no_different(
        self, client_of: Callable[[User], Client], db: None
    ) -> None:
        answers = []
        for name in ("tinker", "tailor"):
            form = {**GOOD, "username": name, "email": "same@example.org"}
            answers.append(client_of(new_guest()).post("/accounts/convert/", form))
        assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, "/")] * 2

    def test_it_goes_on_to_a_page_of_this_site_only(self, client_of: Callable[[User], Client]) -> None:
        for name, wish, target in (
            ("tinker", "/cards/", "/cards/"),
            ("tailor", "https://evil.example/", "/"),
        ):
            form = {**GOOD, "username": name, "next": wish}
            assert client_of(new_guest()).post("/accounts/convert/", form)["Location"] == target

    def test_an_account_is_led_to_its_own_page(self, user_client: Client) -> None:
        assert user_client.get("/accounts/convert/")["Location"] == "/me/"

    def test_a_stranger_is_led_to_signing_up(self, client: Client) -> None:
        assert client.get("/accounts/convert/?next=/cards/")["Location"] == (
            "/accounts/signup/?next=%2Fcards%2F"
        )


class TestDoors:
    @pytest.mark.parametrize("page", ["signup", "email", "password/change", "password/set"])
    def test_a_guest_is_led_to_getting_an_account(self, guest_client: Client, page: str) -> None:
        assert guest_client.get(f"/accounts/{page}/")["Location"] == "/accounts/convert/"
        assert guest_client.post(f"/accounts/{page}/", GOOD)["Location"] == "/accounts/convert/"

    def test_a_guest_signing_in_as_somebody_else_is_warned_first(
        self, guest_client: Client, user: User
    ) -> None:
        warning = guest_client.get("/accounts/login/", follow=True)
        assert "Be careful" in warning.text
        after = guest_client.post("/accounts/logout/", {"next": "/accounts/login/"})
        assert after["Location"] == "/accounts/login/"
        guest_client.post("/accounts/login/", {"login": "rivet", "password": PASSWORD})
        assert guest_client.get("/me/").context["user"] == user

    def test_an_account_signs_out_without_a_warning(self, user_client: Client) -> None:
        page = user_client.get("/accounts/logout/")
        assert "Be careful" not in page.text
        assert user_client.post("/accounts/logout/")["Location"] == "/"
        assert not user_client.get("/me/").context["user"].is_authenticated

    def test_signing_out_takes_a_post(self, user_client: Client) -> None:
        user_client.get("/accounts/logout/")
        assert user_client.get("/me/").context["user"].is_authenticated

    def test_an_account_changes_its_password_and_stays_signed_in(self, user_client: Client) -> None:
        new = "another-old-gearbox"
        form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        assert user_client.post("/accounts/password/change/", form).status_code == 302
        assert User.objects.get().check_password(new)
        assert user_client.get("/me/").context["user"].is_authenticated


class TestSigningUp:
    def test_a_stranger_makes_an_account_under_the_user_name(self, client: Client) -> None:
        assert client.post("/accounts/signup/", GOOD).status_code == 302
        user = User.objects.get()
        assert (display_name(user), user.profile.is_guest) == ("tinker", False)
        assert client.get("/me/").context["user"] == user

    def test_a_new_account_is_led_to_a_game(self, client: Client) -> None:
        """It led to the page about the account, from which nothing led on."""
        answer = client.post("/accounts/signup/", GOOD, follow=True)
        assert answer.redirect_chain == [("/", 302)]
        assert "Choose a game below: a match against a bot begins at once." in answer.text
        client.post("/accounts/logout/")
        form = {"login": "tinker", "password": PASSWORD}
        assert "Choose a game below" not in client.post("/accounts/login/", form, follow=True).text

    def test_a_new_account_goes_back_to_where_it_was_wanted(self, client: Client) -> None:
        answer = client.post("/accounts/signup/", {**GOOD, "next": "/cards/"}, follow=True)
        assert answer.redirect_chain == [("/cards/", 302)]
        assert "Choose a game below" not in answer.text

    def test_unknown_users_and_wrong_passwords_get_the_same_answer(self, client: Client, user: User) -> None:
        texts = []
        for name in ("rivet", "nobody"):
            answer = client.post("/accounts/login/", {"login": name, "password": "wrong-wrong"})
            texts.append(re.sub(r'value="[^"]*"', "", answer.text))
        assert texts[0] == texts[1]

    def test_resetting_says_the_same_for_known_and_unknown_addresses(self, client: Client) -> None:
        answers = [client.post("/accounts/password/reset/", {"email": f"{who}@x.org"}) for who in "ab"]
        assert {answer["Location"] for answer in answers} == {"/accounts/password/reset/done/"}

    def test_guessing_passwords_is_slowed_down(self, client: Client, user: User) -> None:
        for _ in range(6):
            client.post("/accounts/login/", {"login": "rivet", "password": "wrong-wrong"})
        answer = client.post("/accounts/login/", {"login": "rivet", "password": PASSWORD})
        assert "Too many" in answer.text
        assert "sessionid" not in client.cookies

    def test_making_accounts_by_the_dozen_is_stopped_for_a_while(self, client: Client) -> None:
        answers = [client.post("/accounts/signup/", {}) for _ in range(21)]
        assert [answer.status_code for answer in answers] == [200] * 20 + [429]
        assert answers[-1]["Retry-After"] == "60"

    def test_changes_need_a_csrf_token(self, client_of: Callable[..., Client], guest: User) -> None:
        strict = client_of(guest, enforce_csrf_checks=True)
        for address in ("/me/", "/me/keys/", "/me/keys/void/", "/accounts/convert/", "/accounts/logout/"):
            assert strict.post(address, GOOD).status_code == 403

    @pytest.mark.parametrize(
        "address",
        [
            "/me/",
            "/accounts/login/",
            "/accounts/signup/",
            "/accounts/password/reset/",
            "/accounts/password/reset/done/",
            "/accounts/password/reset/key/done/",
            "/accounts/password/reset/key/1-nonsense/",
            "/accounts/confirm-email/",
            "/accounts/confirm-email/nonsense/",
            "/accounts/inactive/",
        ],
    )
    def test_every_page_for_strangers_has_our_frame(self, client: Client, address: str) -> None:
        page = client.get(address, follow=True)
        assert page.status_code == 200
        assert 'id="main"' in page.text

    @pytest.mark.parametrize(
        "page", ["/me/", "/accounts/email/", "/accounts/password/change/", "/accounts/reauthenticate/"]
    )
    def test_every_page_for_accounts_has_our_frame(self, user_client: Client, page: str) -> None:
        assert 'id="main"' in user_client.get(page, follow=True).text

    def test_every_field_has_its_label(self, guest_client: Client) -> None:
        page = guest_client.get("/accounts/convert/").text
        fields = re.findall(r'<input type="(?:text|password|email)"[^>]* id="(\w+)"', page)
        assert len(fields) == 4
        for field in fields:
            assert f'<label class="field__label" for="{field}">' in page


def test_the_way_to_another_password_is_shown_once_and_names_a_guest_as_others_do(
    client: Client, guest_client: Client
) -> None:
    assert client.get("/accounts/login/").text.count("/accounts/password/reset/") == 1
    for path in ("/accounts/password/reset/", "/accounts/password/reset/done/"):
        page = guest_client.get(path).text
        assert "You are playing as the guest" in page
        assert "guest-" not in page
        assert "contact us" not in page
