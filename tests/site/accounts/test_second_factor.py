"""The second factor: setting it up, signing in with it, and who can't do without."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, User
from django.core import mail
from django.core.management import call_command
from django.test import Client

from games.talk.readers import MODERATORS as TABLE_MODERATORS
from games.talk.readers import may_moderate
from rules.document.errors import Refused
from rules.wiki.models import Appointment, Rulebook
from rules.wiki.permissions import EDITORS, may, require, rights_of
from scrapsite.notifications.delivery_worker import site_mail_round
from tests.site.accounts.factors import HOME, code_of, give_app, give_passkey, prove, sign_in

pytestmark = pytest.mark.django_db


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


class TestSettingUp:
    def test_an_app_is_set_up_with_a_key_and_a_code(self, user: User, user_client: Client) -> None:
        assert user_client.get(f"{HOME}app/")["Location"].startswith("/accounts/reauthenticate/")
        prove(user_client)
        page = user_client.get(f"{HOME}app/")
        assert "<svg" in page.text
        secret = page.context["form"].secret
        wrong = user_client.post(f"{HOME}app/", {"code": "abcdef"})
        assert "That code isn’t right" in wrong.text
        answer = user_client.post(f"{HOME}app/", {"code": code_of(secret)}, follow=True)
        assert len(re.findall(r"^.*\b\d{8}\b", answer.text, re.MULTILINE)) == 10
        again = user_client.get(f"{HOME}codes/")
        assert not re.search(r"\b\d{8}\b", again.text), "recovery codes are shown once"

    def test_its_pages_bear_the_strict_policy(self, user: User, user_client: Client) -> None:
        prove(user_client)
        for page in ("", "app/", "passkeys/", "passkeys/add/"):
            text = user_client.get(f"{HOME}{page}").text
            assert not re.search(r"\sstyle=|\son\w+=|src=.data:", text), page
            tags = re.findall(r"<script[^>]*>", text)
            assert tags, page
            for tag in tags:
                assert "src=" in tag or 'type="application/json"' in tag, page

    def test_secrets_are_stored_encrypted(self, user: User) -> None:
        secret = give_app(user)
        stored = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
        assert secret not in stored
        codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
        assert codes
        assert not any(code in stored for code in codes)

    def test_no_code_fits_a_secret_whose_key_is_gone(self, user: User, settings: Any) -> None:
        secret = give_app(user)
        settings.SECRET_KEY = "another-key"
        assert not Authenticator.objects.get(type="totp").wrap().validate_code(code_of(secret))
        settings.SECRET_KEY_FALLBACKS = ["only-for-tests-" + "x" * 50]
        assert Authenticator.objects.get(type="totp").wrap().validate_code(code_of(secret))

    def test_the_confirmed_address_hears_of_it(self, user: User, user_client: Client) -> None:
        EmailAddress.objects.create(user=user, email="rivet@example.org", verified=True, primary=True)
        give_app(user)
        prove(user_client)
        user_client.post(f"{HOME}app/remove/")
        site_mail_round()
        assert mail.outbox[-1].subject == "[Scrapsite] An app was removed"
        assert "If that wasn’t you" in mail.outbox[-1].body
        assert not Authenticator.objects.filter(user=user).exists(), "recovery codes go with the last factor"

    @pytest.mark.parametrize("change", ["add", "remove", "codes"])
    @pytest.mark.parametrize("wanted", [True, False])
    def test_a_change_ends_the_other_sessions_if_that_is_wished(
        self, user: User, change: str, wanted: bool, django_capture_on_commit_callbacks: Any, caplog: Any
    ) -> None:
        """Whoever adds a factor because somebody else got in wants them out."""
        here, there = Client(), Client()
        sign_in(here), sign_in(there)
        prove(here)
        if change != "add":
            give_app(user)
        page = HOME + {"add": "app/", "remove": "app/remove/", "codes": "codes/new/"}[change]
        shown = here.get(page)
        assert 'name="end_others"' in shown.text
        sent = {"end_others": "yes"} if wanted else {}
        if change == "add":
            sent["code"] = code_of(shown.context["form"].secret)
        with caplog.at_level("INFO"), django_capture_on_commit_callbacks(execute=True):
            here.post(page, sent)
        assert is_signed_in(here)
        assert there.get("/me/").context["user"].is_authenticated is not wanted
        assert caplog.text.count("session-ended") == wanted

    def test_a_code_that_was_wrong_ends_nothing(self, user: User) -> None:
        here, there = Client(), Client()
        sign_in(here), sign_in(there)
        prove(here)
        here.get(f"{HOME}app/")
        here.post(f"{HOME}app/", {"code": "abcdef", "end_others": "yes"})
        assert there.get("/me/").context["user"].is_authenticated

    def test_a_guest_makes_an_account_first(self, guest_client: Client) -> None:
        assert guest_client.get(HOME)["Location"].startswith("/accounts/convert/")


class TestSigningIn:
    def test_the_password_alone_opens_nothing(self, user: User, client: Client) -> None:
        secret = give_app(user)
        assert sign_in(client)["Location"] == f"{HOME}check/"
        assert not is_signed_in(client)
        client.post(f"{HOME}check/", {"code": "000000x"})
        assert not is_signed_in(client)
        assert client.post(f"{HOME}check/", {"code": code_of(secret)}).status_code == 302
        assert is_signed_in(client)

    def test_a_code_works_once(self, user: User) -> None:
        code = code_of(give_app(user))
        for wanted in (True, False):
            client = Client()
            sign_in(client)
            client.post(f"{HOME}check/", {"code": code})
            assert is_signed_in(client) is wanted

    def test_a_recovery_code_works_once(self, user: User) -> None:
        give_app(user)
        code = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[3]
        for wanted in (True, False):
            client = Client()
            sign_in(client)
            client.post(f"{HOME}check/", {"code": code})
            assert is_signed_in(client) is wanted

    @pytest.mark.parametrize("has_app, has_passkey", [(True, False), (False, True), (True, True)])
    def test_the_page_offers_what_the_account_has(
        self, user: User, client: Client, has_app: bool, has_passkey: bool
    ) -> None:
        """With an app alone one was offered a passkey, with a passkey alone asked for the app's code."""
        if has_app:
            give_app(user)
        if has_passkey:
            give_passkey(user)
        sign_in(client)
        page = client.get(f"{HOME}check/").text
        assert ("code that your app shows" in page) is has_app
        assert ("Use a passkey" in page) is has_passkey
        assert ("Passkeys need JavaScript" in page) is has_passkey
        assert "one of your recovery codes" in page

    @pytest.mark.parametrize("has_app", [True, False])
    def test_a_code_is_asked_for_again_by_its_name(
        self, user: User, user_client: Client, has_app: bool
    ) -> None:
        """The page had “Enter your password” above the field for a code."""
        (give_app if has_app else give_passkey)(user)
        page = user_client.get(f"{HOME}again/").text
        assert "<h1>Enter a code</h1>" in page
        assert "Enter your password" not in page.split("</h1>")[0]
        assert ("code that your app shows" in page) is has_app

    def test_guessing_codes_soon_ends(self, user: User, client: Client) -> None:
        secret = give_app(user)
        sign_in(client)
        for _ in range(6):
            client.post(f"{HOME}check/", {"code": "1234567"})
        client.post(f"{HOME}check/", {"code": code_of(secret)})
        assert not is_signed_in(client)

    def test_the_operator_can_remove_factors_that_are_lost(
        self, user: User, client: Client, capsys: pytest.CaptureFixture[str]
    ) -> None:
        give_app(user)
        call_command("remove_second_factor", "rivet")
        said = "Removed 2 second factors of rivet. Recovery codes count as one.\n"
        assert capsys.readouterr().out == said
        sign_in(client)
        assert is_signed_in(client)


@pytest.fixture
def required(settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = True


@pytest.mark.usefixtures("required")
class TestRequired:
    """Powers wait for a second factor."""

    def test_staff_are_led_to_setting_it_up(self, user: User, user_client: Client) -> None:
        User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
        assert user_client.get("/admin/")["Location"] == HOME
        assert user_client.get("/admin/auth/user/")["Location"] == HOME
        assert "once you have set up" in user_client.get("/me/").text
        give_app(user)
        assert user_client.get("/admin/").status_code == 200
        assert "once you have set up" not in user_client.get("/me/").text

    def test_signing_in_leads_there(self, user: User, client: Client) -> None:
        User.objects.filter(pk=user.pk).update(is_staff=True)
        assert sign_in(client)["Location"] == HOME

    def test_others_need_none(self, user: User, client: Client) -> None:
        assert sign_in(client)["Location"] == "/me/"
        assert "once you have set up" not in client.get("/me/").text

    @pytest.mark.parametrize("how", ["group", "appointment", "superuser"])
    def test_an_editor_without_one_only_discusses(self, user: User, user_client: Client, how: str) -> None:
        book = Rulebook.objects.get(game="scrapbots")
        editors = Group.objects.get(name=EDITORS)
        if how == "group":
            user.groups.add(editors)
        elif how == "appointment":
            Appointment.objects.create(user=user, rulebook=book, group=editors)
        else:
            User.objects.filter(pk=user.pk).update(is_superuser=True)
        user = User.objects.get(pk=user.pk)
        assert may(user, "discuss", book)
        assert not may(user, "edit", book)
        assert rights_of(user, "scrapbots") == {"discuss"}
        with pytest.raises(Refused, match="two-step sign-in"):
            require(user, "edit", book)
        assert "once you have set up" in user_client.get("/me/").text
        give_app(user)
        assert may(user, "edit", book)
        assert "edit" in rights_of(user, "scrapbots")

    def test_a_moderator_of_tables_without_one_moderates_nothing(self, user: User) -> None:
        user.groups.add(Group.objects.get(name=TABLE_MODERATORS))
        assert not may_moderate(user)
        give_app(user)
        assert may_moderate(User.objects.get(pk=user.pk))
