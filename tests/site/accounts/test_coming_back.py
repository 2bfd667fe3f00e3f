"""Where somebody arrives who signed in, or gave the password again, because a button asked for it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.conftest import PASSWORD
from tests.site.accounts.factors import sign_in

pytestmark = pytest.mark.django_db


def later() -> Any:
    """Go on when a password given before no longer counts."""
    return time_machine.travel(timezone.now() + timedelta(minutes=10), tick=False)


def give_password(client: Client, where: str) -> Any:
    return client.post(where, {"password": PASSWORD}, follow=True)


@pytest.mark.parametrize(
    ("path", "back"),
    [
        ("/me/news/read/", "/me/news/"),
        ("/me/alerts/feeds/", "/me/alerts/"),
        ("/me/alerts/feeds/end/", "/me/alerts/"),
        ("/me/alerts/push/end/", "/me/alerts/"),
        ("/me/data/export/", "/me/data/"),
        ("/me/data/delete/", "/me/data/"),
        ("/me/sessions/end/", "/me/sessions/"),
        ("/me/keys/void/", "/me/keys/"),
        ("/me/keys/3/void/", "/me/keys/"),
        ("/me/time-zone/", "/me/time-off/"),
        ("/me/time-off/3/end/", "/me/time-off/"),
    ],
)
def test_who_was_signed_out_comes_back_to_the_page_of_the_button(user: User, path: str, back: str) -> None:
    """The address of the POST was asked for by a GET then, and the answer was blank."""
    client = Client()
    asked = client.post(path)
    answer = client.post(asked["Location"], {"login": "rivet", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain == [(back, 302)]
    assert answer.status_code == 200


def test_who_gave_the_password_downloads_from_the_page(user: User) -> None:
    """The file was the answer to the password, whose page stayed and was a blank one at the next press."""
    client = Client()
    sign_in(client)
    with later():
        asked = client.post("/me/data/export/")
        assert "press Download once more" in client.get(asked["Location"]).text
        assert give_password(client, asked["Location"]).redirect_chain == [("/me/data/", 302)]
        assert client.post("/me/data/export/")["Content-Type"] == "application/zip"


class TestTwoTabsThatAskForThePassword:
    def test_the_tab_that_asked_last_does_what_it_asked_for(self, user: User) -> None:
        here, there = Client(), Client()
        sign_in(here), sign_in(there)
        with later():
            here.post("/me/data/delete/", {"sure": "yes"})
            ending = here.post("/me/sessions/end/", {"which": "others"})["Location"]
            assert "1 session ended." in give_password(here, ending).text

    def test_the_other_tab_shows_its_page_and_nothing_is_done(self, user: User) -> None:
        """It was a blank page."""
        here = Client()
        sign_in(here)
        with later():
            ending = here.post("/me/sessions/end/", {"which": "others"})["Location"]
            here.post("/me/data/delete/", {"sure": "yes"})
            assert give_password(here, ending).redirect_chain == [("/me/sessions/", 302)]
        assert User.objects.filter(pk=user.pk).exists()

    def test_a_download_asked_for_later_deletes_nobody(self, user: User) -> None:
        here = Client()
        sign_in(here)
        with later():
            here.post("/me/data/delete/", {"sure": "yes"})
            asked = here.post("/me/data/export/")["Location"]
            assert give_password(here, asked).redirect_chain == [("/me/data/", 302)]
        assert User.objects.filter(pk=user.pk).exists()
