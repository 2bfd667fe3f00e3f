"""Push messages end with the session in which a browser asked for them.

They went on on a lost phone, on its locked screen, after its session was ended from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from scrapsite.notifications.delivery_worker import site_mail_round
from scrapsite.notifications.models import PushSubscription
from tests.conftest import PASSWORD
from tests.site.accounts.factors import HOME, code_of, prove, sign_in

pytestmark = pytest.mark.django_db

NEW = "another-old-gearbox"
FIRST = "https://fcm.googleapis.com/fcm/send/"
Ask = Callable[..., Client]


@pytest.fixture
def ask(rivet: User, gasket: User, can_push: None) -> Ask:
    """Sign in a browser of somebody, and ask for messages there."""

    def asking(browser: str, name: str = "rivet") -> Client:
        client = Client()
        sign_in(client, name)
        given = {"endpoint": FIRST + browser, "p256dh": "B" * 87, "auth": "c" * 22}
        assert client.post("/me/alerts/push/", given).status_code == 204
        return client

    return asking


def showing() -> list[str]:
    """Return the browsers that show messages."""
    return sorted(row.endpoint.removeprefix(FIRST) for row in PushSubscription.objects.all())


def end(client: Client, which: object) -> str:
    prove(client)
    return client.post("/me/sessions/end/", {"which": which}, follow=True).text


def session_of(client: Client) -> int:
    return UserSession.objects.get(session_key=client.session.session_key).pk


def test_one_session_takes_the_messages_of_its_browser_along(ask: Ask) -> None:
    here, phone = ask("here"), ask("phone")
    ask("elsewhere"), ask("theirs", "gasket")
    said = end(here, session_of(phone))
    assert "Push messages are turned off in 1 browser. You can turn them on again in each" in said
    assert showing() == ["elsewhere", "here", "theirs"]


def test_nothing_is_said_where_no_browser_showed_any(ask: Ask) -> None:
    here, there = ask("here"), Client()
    sign_in(there)
    assert "Push messages" not in end(here, session_of(there))
    assert showing() == ["here"]


def test_browsers_that_asked_before_sessions_were_noted_end_with_any(ask: Ask) -> None:
    here, there = ask("here"), Client()
    sign_in(there)
    ask("phone")
    PushSubscription.objects.filter(endpoint=f"{FIRST}phone").update(session_key="")
    end(here, session_of(there))
    assert showing() == ["here"]


def test_signing_out_everywhere_leaves_none(ask: Ask) -> None:
    here = ask("here")
    ask("phone"), ask("elsewhere"), ask("theirs", "gasket")
    assert "Push messages are turned off in 2 browsers." in end(here, "all")
    assert showing() == ["theirs"]


def test_a_new_factor_takes_those_of_the_other_sessions_along(
    ask: Ask, rivet: User, django_capture_on_commit_callbacks: Any
) -> None:
    rivet.emailaddress_set.all().delete()  # Nobody writes about it outside the request.
    here = ask("here")
    ask("phone")
    prove(here)
    page = f"{HOME}app/"
    secret = here.get(page).context["form"].secret
    with django_capture_on_commit_callbacks(execute=True):
        here.post(page, {"code": code_of(secret), "end_others": "yes"})
    assert showing() == ["here"]


def test_signing_out_here_leaves_the_others(ask: Ask) -> None:
    here = ask("here")
    ask("phone")
    here.post("/accounts/logout/")
    assert showing() == ["phone"]


def test_a_new_password_leaves_none(ask: Ask) -> None:
    here = ask("here")
    ask("phone"), ask("theirs", "gasket")
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    said = here.post("/accounts/password/change/", form, follow=True).text
    assert "Push messages are turned off in 2 browsers." in said
    assert showing() == ["theirs"]


def test_a_forgotten_password_leaves_none(ask: Ask, rivet: User) -> None:
    ask("phone")
    client = Client()
    client.post("/accounts/password/reset/", {"email": "rivet@example.org"})
    site_mail_round()
    link = re.search(r"/accounts/password/reset/key/\S+", str(mail.outbox[-1].body))
    assert link
    form = client.get(link[0])["Location"]
    client.post(form, {"password1": NEW, "password2": NEW})
    rivet.refresh_from_db()
    assert rivet.check_password(NEW)
    assert showing() == []


def test_a_phone_whose_session_has_run_out_meanwhile_shows_none_either(ask: Ask) -> None:
    """“You were signed out there already.” was all that happened."""
    here, phone = ask("here"), ask("phone")
    row = session_of(phone)
    phone.session.flush()
    assert "You were signed out there already." in end(here, row)
    assert showing() == ["here"]


def test_a_guest_who_makes_an_account_keeps_them_until_this_session_ends(
    guest_client: Client, can_push: None
) -> None:
    """The session gets another key then, and the messages ended with any other session."""
    given = {"endpoint": f"{FIRST}here", "p256dh": "B" * 87, "auth": "c" * 22}
    assert guest_client.post("/me/alerts/push/", given).status_code == 204
    form = {"username": "tinker", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    assert guest_client.post("/accounts/convert/", form).status_code == 302
    assert PushSubscription.objects.get().session_key == guest_client.session.session_key
    guest_client.post("/accounts/logout/")
    assert showing() == []


def test_a_password_that_staff_set_leaves_none(ask: Ask, rivet: User, gasket: User) -> None:
    ask("phone"), ask("theirs", "gasket")
    User.objects.filter(pk=gasket.pk).update(is_staff=True, is_superuser=True)
    staff = Client()
    staff.force_login(gasket, backend="django.contrib.auth.backends.ModelBackend")
    PushSubscription.objects.filter(user=gasket).update(session_key=staff.session.session_key)
    address = f"/admin/auth/user/{rivet.pk}/password/"
    for password, left in (("other", ["phone", "theirs"]), (NEW, ["theirs"])):
        staff.post(address, {"password1": NEW, "password2": password, "usable_password": "true"})
        assert showing() == left
    assert PushSubscription.objects.get().session_key == staff.session.session_key
