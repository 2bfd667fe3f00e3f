"""A question that a rule answers already is settled by naming the rule, and no new law comes of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rules.document.errors import BadText, Outdated, Refused
from rules.talk.actions.threads import reopen, resolve_by_rule
from rules.talk.models import ThreadKind
from rules.talk.queries.rulings import rulings_in
from rules.talk.queries.threads import threads_at
from tests.rules.talk.test_threads import text
from tests.rules.talking import accept, begin, book, editor, ruled, say, take_out

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]


@pytest.mark.parametrize("wanted", ["4.21", "rule 4.21", " attack-2 ", "#attack-2"])
def test_a_rule_is_named_as_people_call_it(user: User, wanted: str) -> None:
    assert resolve_by_rule(user, begin(user).pk, wanted).answer_anchor == "attack-2"


def test_a_word_of_the_glossary_answers_too(user: User) -> None:
    assert resolve_by_rule(user, begin(user).pk, "lane").answer_anchor == "term-lane"


def test_a_question_that_a_rule_answers_is_settled_without_a_ruling(user: User, client: Client) -> None:
    thread = resolve_by_rule(editor(), begin(user).pk, "attack-2")
    assert (thread.answer, thread.ruled_at) == (None, None)
    assert rulings_in(book()) == {}
    (view,) = threads_at(book(), "attack-1")
    assert view.is_resolved
    page = client.get(f"/rules/threads/{thread.pk}/")
    assert "Answered by rule 4.21" in text(page)
    assert 'href="/rules/scrapbots/3.6/attack-2/"' in page.content.decode()


def test_a_rule_that_there_is_not_settles_nothing_and_the_form_says_so(
    user: User, user_client: Client
) -> None:
    thread = begin(user)
    answer = user_client.post(f"/rules/threads/{thread.pk}/resolve/", {"rule": "99.9"})
    assert answer.status_code == 422
    assert "This edition has no rule “99.9”." in text(answer)
    assert 'value="99.9"' in answer.content.decode()
    thread.refresh_from_db()
    assert thread.resolved_at is None
    with pytest.raises(BadText):
        resolve_by_rule(user, thread.pk, "  ")


def test_a_number_that_belongs_to_another_rule_by_now_settles_nothing(
    user: User, user_client: Client
) -> None:
    thread = begin(user)
    address = f"/rules/threads/{thread.pk}/"
    meant = book().by_anchor["attack-2"].number
    assert 'name="revision" value="1"' in user_client.get(address).content.decode()
    take_out("build-3")
    assert book().by_anchor["attack-2"].number != meant
    answer = user_client.post(f"{address}resolve/", {"rule": meant, "revision": "1"})
    assert answer.status_code == 409
    assert "its numbers with it. Enter the rule again." in text(answer)
    assert f'value="{meant}"' in answer.content.decode()
    assert 'name="revision" value="2"' in answer.content.decode()
    thread.refresh_from_db()
    assert thread.resolved_at is None
    user_client.post(f"{address}resolve/", {"rule": "attack-2", "revision": "1"})
    thread.refresh_from_db()
    assert thread.answer_anchor == "attack-2"


def test_the_form_is_for_whoever_asked_and_for_editors(
    user: User, other_user: User, client_of: ClientOf
) -> None:
    address = f"/rules/threads/{begin(user).pk}/"
    form = "Answer with this rule"
    assert form in text(client_of(user).get(address))
    assert form in text(client_of(editor()).get(address))
    assert form not in text(client_of(other_user).get(address))
    answer = client_of(other_user).post(f"{address}resolve/", {"rule": "attack-2"})
    assert answer.status_code == 403


def test_only_questions_are_answered_by_rules(user: User) -> None:
    with pytest.raises(Refused, match="Only a question"):
        resolve_by_rule(user, begin(user, kind=ThreadKind.PROPOSAL).pk, "attack-2")
    anvil = editor()
    with pytest.raises(Refused, match="Only a question"):
        resolve_by_rule(anvil, reopen(anvil, ruled(anvil, "So be it.").pk).pk, "attack-2")


def test_an_answer_that_is_there_stays(user: User, other_user: User) -> None:
    thread = accept(user, say(other_user, begin(user)))
    with pytest.raises(Outdated):
        resolve_by_rule(user, thread.pk, "attack-2")
    second = resolve_by_rule(user, begin(user).pk, "attack-2")
    with pytest.raises(Outdated):
        accept(user, say(other_user, second))


def test_reopening_takes_the_rule_back(user: User) -> None:
    thread = reopen(user, resolve_by_rule(user, begin(user).pk, "attack-2").pk)
    assert (thread.answer_anchor, thread.resolved_at) == ("", None)


def test_a_rule_that_goes_later_is_named_without_a_link(user: User, client: Client) -> None:
    thread = resolve_by_rule(user, begin(user).pk, "build-3")
    take_out("build-3")
    assert "Answered by the former “build-3”" in text(client.get(f"/rules/threads/{thread.pk}/"))


@pytest.mark.soak(seconds=0.5)
def test_an_editor_can_mark_an_answer_without_making_a_ruling(
    user: User, other_user: User, client_of: ClientOf
) -> None:
    comment = say(other_user, begin(user))
    client = client_of(editor())
    address = f"/rules/threads/{comment.thread_id}/"
    page = text(client.get(address))
    assert "Accept as ruling" in page
    assert "Mark as the answer" in page
    version = client.get(address).context["page"].comments[1].version
    form = {"comment": comment.pk, "version": version, "as": "answer"}
    assert client.post(f"{address}resolve/", form).status_code == 303
    assert rulings_in(book()) == {}
    assert "Accept as ruling" in text(client.get(address)), "it can still become one"
    assert "Mark as the answer" not in text(client.get(address))
