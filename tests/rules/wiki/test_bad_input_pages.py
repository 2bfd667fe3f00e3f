"""Bad texts sent by every form of the wiki: a clear answer soon, nothing stored, the words given back."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from html import escape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from rules.talk.models import Comment, Report, Thread
from rules.wiki.models import Proposal, Review, Revision
from tests.rules.bad_texts import BAD
from tests.rules.proposing import Drafting, submitted
from tests.rules.talking import ATTACK, begin, opening_of

pytestmark = pytest.mark.django_db

REFUSED = (
    *("empty", "only spaces", "10,001 characters", "10,000 opening brackets", "nested brackets"),
    *("nested quotes", "nested lists on one line", "nested emphasis", "links without end", "NUL"),
)
TAKEN = ("script", "a javascript: link", "a remote image", "hx-attributes")
Form = Callable[[Client, User, str], HttpResponse]


def new_thread(client: Client, user: User, text: str) -> HttpResponse:
    return client.post(f"{ATTACK}threads/", {"kind": "question", "revision": "1", "text": text})


def new_comment(client: Client, user: User, text: str) -> HttpResponse:
    return client.post(f"/rules/threads/{begin(user).pk}/comments/", {"text": text})


def new_comment_in_place(client: Client, user: User, text: str) -> HttpResponse:
    address = f"/rules/threads/{begin(user).pk}/comments/"
    return client.post(address, {"text": text}, headers={"HX-Request": "true"})


def changed_comment(client: Client, user: User, text: str) -> HttpResponse:
    address = f"/rules/comments/{opening_of(begin(user)).pk}/edit/"
    version = (
        client.get(address).content.decode().split('name="version"')[1].split('value="')[1].split('"')[0]
    )
    return client.post(address, {"text": text, "version": version})


def changed_paragraph(client: Client, user: User, text: str) -> HttpResponse:
    return Drafting(client).reword("attack-1", text)


def added_paragraph(client: Client, user: User, text: str) -> HttpResponse:
    return Drafting(client).add("attack-1", text)


def reviewed(client: Client, user: User, text: str) -> HttpResponse:
    return submitted(client, "attack-1", "Ready ones attack.").review(client, "comment", text)


def given_reason(client: Client, user: User, text: str) -> HttpResponse:
    draft = Drafting(client)
    draft.reword("attack-1", "Ready ones attack.")
    return draft.submit(reason=text)


def previewed(client: Client, user: User, text: str) -> HttpResponse:
    return Drafting(client).post("preview/", mode="block", key="attack-1", kind="law", text=text)


def previewed_in_place(client: Client, user: User, text: str) -> HttpResponse:
    said = {"mode": "block", "key": "attack-1", "kind": "law", "text": text}
    return Drafting(client).post("preview/", fragment=True, **said)


FORMS: tuple[Form, ...] = (
    *(new_thread, new_comment, new_comment_in_place, changed_comment),
    *(changed_paragraph, added_paragraph, reviewed, given_reason),
)
PREVIEWS: tuple[Form, ...] = (previewed, previewed_in_place)


def kept(text: str) -> bool:
    """Say whether *text* is in the database, as it was sent or rendered."""
    sources = [
        *Comment.objects.values_list("source", flat=True),
        *Review.objects.values_list("source", flat=True),
        *Proposal.objects.exclude(reason="").values_list("reason", flat=True),
        *(block[0] for blocks in Proposal.objects.values_list("blocks", flat=True) for block in blocks),
    ]
    return any(text.strip() in source if text.strip() else not source.strip() for source in sources)


def timed(form: Form, client: Client, user: User, text: str) -> HttpResponse:
    """Return the answer, which took less than a second of this process."""
    began = time.thread_time()
    response = form(client, user, text)
    assert time.thread_time() - began < 1
    return response


def each_with_one(names: Sequence[str], forms: Sequence[Form]) -> pytest.MarkDecorator:
    """Try each text in one of the forms, and the next text in the next form; the soak tries it in all."""
    pairs = [
        pytest.param(
            name,
            form,
            id=f"{name}-{form.__name__}",
            marks=[] if number % len(forms) == place else [pytest.mark.soak(seconds=0.5)],
        )
        for number, name in enumerate(names)
        for place, form in enumerate(forms)
    ]
    return pytest.mark.parametrize(("name", "form"), pairs)


@each_with_one(REFUSED, (*FORMS, *PREVIEWS))
def test_what_is_refused_is_said_clearly_and_given_back(
    user_client: Client, user: User, name: str, form: Form
) -> None:
    text, _ = BAD[name]
    if form is given_reason and not text.strip():
        pytest.skip("no reason need be given")
    response = timed(form, user_client, user, text)
    html = response.content.decode()
    assert response.status_code == (200 if form is previewed_in_place else 422)
    assert 'role="alert"' in html or 'role="status"' in html
    assert not kept(text)
    assert Revision.objects.filter(edition__rulebook__game="scrapbots").count() == 3
    assert not Report.objects.exists()
    if form is not previewed_in_place and "\0" not in text and text.strip():
        assert escape(text) in html


@each_with_one(TAKEN, FORMS)
def test_what_could_be_run_is_stored_as_words_and_shown_harmless(
    user_client: Client, user: User, name: str, form: Form
) -> None:
    text, _ = BAD[name]
    response = timed(form, user_client, user, text)
    assert response.status_code in (200, 303), response.content.decode()
    assert kept(text)
    harmless(response.content.decode())
    for page in pages():
        harmless(user_client.get(page).content.decode())


@each_with_one(TAKEN, PREVIEWS)
@pytest.mark.soak(seconds=0.2, one_in=4)
def test_a_preview_of_what_could_be_run_is_harmless_and_stores_nothing(
    user_client: Client, user: User, name: str, form: Form
) -> None:
    text, _ = BAD[name]
    response = timed(form, user_client, user, text)
    assert response.status_code == 200
    harmless(response.content.decode())
    assert not kept(text)


class Tags(HTMLParser):
    """Notes what in a page a browser would run or fetch from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the tag if it is one of those sent."""
        for name, value in attrs:
            said = value or ""
            is_fetched = name == "src" and said.startswith("https://")
            if is_fetched or said.startswith("javascript:") or (name, said) == ("hx-get", "/x"):
                self.found.append((tag, name, said))

    def handle_data(self, data: str) -> None:
        """Note a script that was sent."""
        if self.lasttag == "script" and "alert(1)" in data:
            self.found.append(("script", "", data))


def harmless(html: str) -> None:
    tags = Tags()
    tags.feed(html)
    assert tags.found == []


def pages() -> list[str]:
    """Return the pages that show what was written."""
    found: list[Any] = [f"/rules/threads/{pk}/" for pk in Thread.objects.values_list("pk", flat=True)]
    for pk in Proposal.objects.values_list("pk", flat=True):
        found += [f"/rules/proposals/{pk}/", f"/rules/proposals/{pk}/edit/?at=attack-1"]
    return [*found, ATTACK, "/rules/scrapbots/talk/", "/rules/scrapbots/comments.atom"]
