"""A designer at work on Scrapbots, in a browser without scripts."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.making import create_draft
from games.drafts.actions.sharing import share_draft
from games.drafts.editing import with_parameters
from games.drafts.models import Draft, DraftRevision
from games.talk.readers import MODERATORS


@pytest.fixture
def designer(user: User) -> Client:
    """The browser of rivet, who is signed in."""
    return browser(user)


@pytest.fixture
def draft(user: User) -> Draft:
    """A draft of Scrapbots 3.6 by rivet, without changes."""
    return create_draft(user, "scrapbots", "3.6", "Cheap drones")


@pytest.fixture
def listed(user: User, draft: Draft) -> Draft:
    """The draft with bigger hands, which everybody sees."""
    change_draft(user, draft.pk, lambda now: with_parameters(now, {"hand_size": 6}), "parameters")
    save_revision(user, draft.pk)
    DraftRevision.objects.update(stage=DraftRevision.Stage.PLAYABLE)
    return share_draft(user, draft.pk, "listed")


def browser(user: User) -> Client:
    """Return the browser of *user*, who is signed in."""
    client = Client()
    client.force_login(user)
    return client


def at(draft: Draft, rest: str = "") -> str:
    """Return an address of the draft."""
    return f"/workshop/{draft.pk}/{rest}"


def page(client: Client, address: str, status: int = 200) -> str:
    """Return the HTML of a page."""
    answer = client.get(address)
    assert answer.status_code == status
    return str(answer.content.decode())


def fields(html: str) -> dict[str, Any]:
    """Return what the form of a card would send as it stands, without the button."""
    from html.parser import HTMLParser

    found: dict[str, Any] = {}

    class Reader(HTMLParser):
        inside, select = False, ""

        def handle_starttag(self, tag: str, attrs: Any) -> None:
            has = dict(attrs)
            if tag == "form":
                self.inside = has.get("id") == "card-form"
            if not self.inside:
                return
            if tag == "input" and has.get("name"):
                kind = has.get("type", "text")
                if kind not in ("checkbox", "radio"):
                    found[has["name"]] = has.get("value", "")
                elif "checked" in has:
                    found[has["name"]] = has.get("value", "on")
            elif tag == "select":
                self.select = has["name"]
            elif tag == "option" and (self.select not in found or "selected" in has):
                found[self.select] = has["value"]

        def handle_endtag(self, tag: str) -> None:
            if tag == "form":
                self.inside = False

    Reader().feed(html)
    found.pop("csrfmiddlewaretoken", None)
    return found


@pytest.fixture
def moderator(make_user: Callable[..., User], settings: Any) -> User:
    """Somebody who moderates."""
    found = make_user("keeper")
    found.groups.add(Group.objects.get(name=MODERATORS))
    settings.SECOND_FACTOR_REQUIRED = False
    return found
