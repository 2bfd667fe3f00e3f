"""A visitor’s form that is sent again, as no answer came, makes one guest, and nothing twice."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.drafts.models import Draft
from games.matches.models import Match
from tests.games.workshop.conftest import at, page
from tests.playing import send_form

pytestmark = pytest.mark.django_db

NEW = {"edition": "scrapbots/3.6", "name": "Dear drones", "request_id": "again"}
COPY = {"revision": "1", "name": "Mine", "request_id": "again"}
PLAY = {"revision": "1", "opponent": "casual", "request_id": "again"}


@pytest.mark.parametrize(
    ("rest", "form", "made"),
    [("", NEW, (2, 0)), ("copy/", COPY, (2, 0)), ("play/", PLAY, (1, 1))],
)
def test_second_press_makes_nothing_more(
    listed: Draft, rest: str, form: dict[str, Any], made: tuple[int, int]
) -> None:
    browser, address, people = Client(), at(listed, rest) if rest else "/workshop/new/", User.objects.count()
    first = browser.post(address, form)
    assert (first.status_code, Draft.objects.count(), Match.objects.count()) == (307, 1, 0)
    lost, again = browser.post(first["Location"], form), send_form(browser, address, form)
    assert (lost.status_code, lost["Location"]) == (303, again["Location"])
    assert (Draft.objects.count(), Match.objects.count()) == made
    assert User.objects.count() == people + 1


def test_form_is_sent_again_with_the_token_it_has() -> None:
    """Signing in makes a new token, which that form can't know."""
    browser = Client(enforce_csrf_checks=True)
    page(browser, "/workshop/new/")
    form = NEW | {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    assert send_form(browser, "/workshop/new/", form).status_code == 303
