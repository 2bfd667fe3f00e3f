"""Who sends texts that take too long has to wait before the next; others needn't."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rules.talk.models import Comment, Thread
from rules.wiki import rendering
from scrapsite.common import limits
from tests.rules.document.test_rendering import SLOW
from tests.rules.text import edition, head_of

pytestmark = pytest.mark.django_db
ClientOf = Callable[[User], Client]


@pytest.fixture
def address(user: User) -> str:
    """Where one answers in a thread."""
    found = edition()
    thread = Thread.objects.create(
        edition=found, anchor="attack-1", revision=head_of(found), kind="question", author=user
    )
    Comment.objects.create(thread=thread, author=user, source="Why?", html="<p>Why?</p>")
    return f"/rules/threads/{thread.pk}/comments/"


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing refuses a text before it is found to take too long."""
    monkeypatch.setattr(rendering, "check_text", lambda *_: None)
    monkeypatch.setattr(rendering, "SECONDS", 30)


def send(client: Client, address: str, text: str = SLOW) -> int:
    return client.post(address, {"text": text}).status_code


@pytest.mark.soak(seconds=4)
@pytest.mark.usefixtures("slow")
def test_after_three_slow_texts_one_waits_and_reads_on(user_client: Client, address: str) -> None:
    most, _ = limits.LIMITS["slow-texts"]
    assert [send(user_client, address) for _ in range(most)] == [422] * most
    response = user_client.post(address, {"text": "Because."})
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 60
    assert "Because." in response.content.decode()
    assert user_client.get("/rules/scrapbots/3.6/").status_code == 200


@pytest.mark.usefixtures("slow")
@pytest.mark.soak(seconds=3)
def test_one_is_told_what_to_do_and_keeps_the_words(user_client: Client, address: str) -> None:
    html = user_client.post(address, {"text": f"Because {SLOW}"}).content.decode()
    assert "takes too long" in html
    assert "Because [" in html


@pytest.mark.soak(seconds=2)
def test_others_and_quick_texts_are_not_counted(
    user: User, other_user: User, client_of: ClientOf, address: str, slow: None
) -> None:
    for _ in range(3):
        send(client_of(user), address)
    assert send(client_of(user), address) == 429
    assert [send(client_of(other_user), address, f"Because {number}.") for number in range(5)] == [303] * 5
