"""Getting back an account whose password is forgotten, and confirming an address: by letters with links."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from scrapsite.notifications.delivery_worker import site_mail_round
from tests.conftest import PASSWORD
from tests.site.accounts.factors import prove, sign_in

pytestmark = pytest.mark.django_db

NEW = "another-old-gearbox"
HERS = "rivet@example.org"


@pytest.fixture
def reachable(user: User) -> User:
    """An account with a confirmed address."""
    User.objects.filter(pk=user.pk).update(email=HERS)
    EmailAddress.objects.create(user=user, email=HERS, verified=True, primary=True)
    return user


def link_of(message: mail.EmailMessage) -> str:
    """Return where the letter's first link leads, without the host."""
    found = re.search(r"https?://\S+", str(message.body))
    assert found, message.body
    return urlsplit(found[0]).path


def ask_for_link(client: Client, address: str = HERS) -> mail.EmailMessage:
    client.post("/accounts/password/reset/", {"email": address})
    site_mail_round()
    return mail.outbox[-1]


def test_a_forgotten_password_is_changed_by_the_letters_link(client: Client, reachable: User) -> None:
    letter = ask_for_link(client)
    assert letter.subject == "[Scrapsite] Choose a new password"
    assert f"the account {reachable.username}" in letter.body
    page = client.get(link_of(letter), follow=True)
    assert "<h1>Choose a new password</h1>" in page.text
    answer = client.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW}, follow=True)
    assert "<h1>Your password is changed</h1>" in answer.text
    reachable.refresh_from_db()
    assert reachable.check_password(NEW)


def test_letters_name_the_sites_own_address_only(client: Client, reachable: User, settings: Any) -> None:
    """They had the name under which the site was asked, which may work for nobody else."""
    settings.SITE_URL = "https://scrapsite.example"
    body = ask_for_link(client).body
    assert "\nhttps://scrapsite.example/accounts/password/reset/key/" in body
    assert body.endswith("\nScrapsite, https://scrapsite.example/")
    assert "testserver" not in body
    client.force_login(reachable, backend="django.contrib.auth.backends.ModelBackend")
    prove(client)
    client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    site_mail_round()
    (letter,) = [message for message in mail.outbox if message.to == ["new@example.org"]]
    assert "\nhttps://scrapsite.example/accounts/confirm-email/" in letter.body


def test_the_link_works_once(client: Client, reachable: User) -> None:
    link = link_of(ask_for_link(client))
    page = client.get(link, follow=True)
    client.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    answer = client.get(link, follow=True)
    assert "This link no longer works" in answer.text
    assert 'href="/accounts/password/reset/"' in answer.text


def test_a_new_password_that_is_none_is_refused_at_its_field(client: Client, reachable: User) -> None:
    page = client.get(link_of(ask_for_link(client)), follow=True)
    answer = client.post(page.request["PATH_INFO"], {"password1": NEW, "password2": PASSWORD})
    assert "errorlist" in answer.text
    assert not User.objects.get(pk=reachable.pk).check_password(NEW)


def test_an_address_that_nobody_has_gets_no_letter(client: Client) -> None:
    client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    site_mail_round()
    assert not mail.outbox


def test_an_address_is_confirmed_by_the_letters_link(user_client: Client, user: User) -> None:
    prove(user_client)
    user_client.post("/accounts/email/", {"email": HERS, "action_add": ""})
    site_mail_round()
    (letter,) = mail.outbox
    assert user.username not in letter.body, "strangers don't put words into somebody else's mail"
    assert letter.subject == "[Scrapsite] Confirm your address"
    link = link_of(letter)
    assert "<h1>Is this address yours?</h1>" in user_client.get(link).text
    user_client.post(link)
    assert EmailAddress.objects.get(user=user).verified
    assert "This link no longer works" in user_client.get("/accounts/confirm-email/nonsense/").text


@pytest.mark.parametrize("is_known", [False, True])
def test_a_new_password_works_though_old_ones_were_guessed_too_often(
    client: Client, reachable: User, is_known: bool
) -> None:
    """Whoever had locked themselves out stayed so for minutes after choosing a new one."""
    if is_known:
        sign_in(client)
        client.post("/accounts/logout/")
    for attempt in range(12):
        answer = sign_in(client, password=f"guess-{attempt}")
    assert "Too many failed login attempts" in answer.text
    page = client.get(link_of(ask_for_link(client)), follow=True)
    client.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    sign_in(client, password=NEW)
    assert is_here(client, reachable)


class TestLinksOpenedWhereSomebodyElseIs:
    """Whoever opened a letter's link was signed out, and a guest was lost with all its matches."""

    @pytest.fixture
    def confirming(self, user: User) -> str:
        """The link that confirms a new address of rivet."""
        desk = Client()
        sign_in(desk)
        prove(desk)
        desk.post("/accounts/email/", {"email": HERS, "action_add": ""})
        site_mail_round()
        return link_of(mail.outbox[-1])

    def test_a_guest_confirms_and_stays(self, confirming: str, guest: User, guest_client: Client) -> None:
        assert "<h1>Is this address yours?</h1>" in guest_client.get(confirming).text
        guest_client.post(confirming)
        assert EmailAddress.objects.get(email=HERS).verified
        assert is_here(guest_client, guest)

    def test_another_account_confirms_and_stays(self, confirming: str, other_user: User) -> None:
        client = Client()
        sign_in(client, "gasket")
        client.get(confirming)
        client.post(confirming)
        assert EmailAddress.objects.get(email=HERS).verified
        assert is_here(client, other_user)

    def test_a_guest_chooses_the_accounts_new_password_and_stays(
        self, reachable: User, guest: User, guest_client: Client
    ) -> None:
        page = guest_client.get(link_of(ask_for_link(Client())), follow=True)
        assert is_here(guest_client, guest)
        guest_client.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
        reachable.refresh_from_db()
        assert reachable.check_password(NEW)
        assert is_here(guest_client, guest)

    def test_another_account_leaves_when_the_password_is_chosen(
        self, reachable: User, other_user: User
    ) -> None:
        client = Client()
        sign_in(client, "gasket")
        page = client.get(link_of(ask_for_link(Client())), follow=True)
        assert is_here(client, other_user)
        client.post(page.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
        reachable.refresh_from_db()
        assert reachable.check_password(NEW)
        assert not is_here(client, other_user)


def is_here(client: Client, user: User) -> bool:
    """Return whether *user* is signed in."""
    return client.get("/me/").context["user"] == user


def test_changing_the_address_asks_for_the_password_and_tells_the_old_one(
    user_client: Client, reachable: User
) -> None:
    form = {"email": "new@example.org", "action_add": ""}
    assert user_client.post("/accounts/email/", form)["Location"].startswith("/accounts/reauthenticate/")
    assert not EmailAddress.objects.filter(email="new@example.org").exists()
    prove(user_client)
    user_client.post("/accounts/email/", form)
    site_mail_round()
    user_client.post(link_of(mail.outbox[-1]))
    site_mail_round()
    told = [letter for letter in mail.outbox if letter.subject == "[Scrapsite] Your address was changed"]
    assert [letter.to for letter in told] == [[HERS]]


def test_a_new_password_is_told_to_the_address(user_client: Client, reachable: User) -> None:
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    user_client.post("/accounts/password/change/", form)
    site_mail_round()
    assert [letter.subject for letter in mail.outbox] == ["[Scrapsite] Your password was changed"]


def test_who_asks_for_another_letter_gets_it_or_reads_that_none_was_sent(
    user_client: Client, other_user: User
) -> None:
    """A second letter within three minutes was neither sent nor refused."""
    prove(user_client)
    again = {"email": HERS, "action_send": ""}
    pages = [user_client.post("/accounts/email/", {"email": HERS, "action_add": ""}, follow=True)]
    pages += [user_client.post("/accounts/email/", again, follow=True) for _ in range(6)]
    site_mail_round()
    assert len([message for message in mail.outbox if "onfirm" in message.subject]) == 5
    assert ["We have sent an e-mail" in page.text for page in pages] == [True] * 5 + [False] * 2
    assert ["No e-mail was sent" in page.text for page in pages] == [False] * 5 + [True] * 2
    other = user_client.post("/accounts/email/", {"email": "new@example.org", "action_add": ""}, follow=True)
    assert "We have sent an e-mail to new@example.org" in other.text
    back = user_client.post("/accounts/email/", {"email": HERS, "action_add": ""}, follow=True)
    assert "No e-mail was sent" in back.text
