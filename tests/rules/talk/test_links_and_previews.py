"""A link to a card or rule that there isn't is told at once: before a comment is sent, and when it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from rules.document.errors import BadText
from rules.talk.actions.comments import edit_comment
from rules.talk.models import Comment, Thread
from rules.talk.queries.thread_pages import version_of
from rules.wiki.models import Review
from tests.rules.proposing import Drafting, makes_editor, submitted
from tests.rules.talk.test_threads import QUESTION, text
from tests.rules.talking import ATTACK, begin, say, take_out

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]

WRONG = [
    ("[[card:scoot]]", "There is no card “scoot” in any edition of this game. Did you mean [[card:scout]]?"),
    ("[[card:zzzzzzzz]]", "There is no card “zzzzzzzz” in any edition of this game."),
    ("[[card:Sentry Gun]]", "“[[card:Sentry Gun]]” isn’t a link. Did you mean [[card:sentry-gun]]?"),
    ("[[rule:atack-1]]", "This edition has no rule “atack-1”. Did you mean [[rule:attack-1]]?"),
]


@pytest.mark.parametrize(("words", "problem"), WRONG)
class TestADeadLink:
    @pytest.mark.soak(seconds=0.2, one_in=4)
    def test_is_refused_when_a_comment_is_sent(
        self, user: User, user_client: Client, words: str, problem: str
    ) -> None:
        thread = begin(user)
        answer = user_client.post(f"/rules/threads/{thread.pk}/comments/", {"text": f"See {words}."})
        assert answer.status_code == 422
        assert problem in text(answer)
        assert f"See {words}." in answer.content.decode(), "the words come back"
        assert thread.comments.count() == 1

    @pytest.mark.soak(seconds=0.2, one_in=4)
    def test_is_told_in_the_preview(self, user: User, user_client: Client, words: str, problem: str) -> None:
        form = {"text": f"See {words}.", "preview": "yes"}
        answer = user_client.post(f"/rules/threads/{begin(user).pk}/comments/", form)
        assert answer.status_code == 422
        assert problem in text(answer)

    @pytest.mark.soak(seconds=0.2, one_in=4)
    def test_is_refused_in_a_new_thread(self, user_client: Client, words: str, problem: str) -> None:
        answer = user_client.post(f"{ATTACK}threads/", QUESTION | {"text": words})
        assert answer.status_code == 422
        assert problem in text(answer)

    @pytest.mark.soak(seconds=0.5, one_in=4)
    def test_is_refused_in_a_review(
        self, user_client: Client, other_user: User, client_of: ClientOf, words: str, problem: str
    ) -> None:
        proposal = submitted(user_client, "attack-1", "Ready ones attack.")
        answer = proposal.review(client_of(makes_editor(other_user)), "comment", words)
        assert answer.status_code == 422
        assert problem in text(answer)
        assert not Review.objects.exists()


@pytest.mark.parametrize(("words", "problem"), WRONG[:3])
@pytest.mark.soak(seconds=0.2, one_in=3)
def test_a_draft_is_told_of_a_dead_link_in_the_preview_and_when_it_is_saved(
    user_client: Client, words: str, problem: str
) -> None:
    draft = Drafting(user_client)
    form = {"text": f"See {words}.", "mode": "block", "key": "attack-1", "kind": "law"}
    assert problem in text(draft.post("preview/", fragment=True, **form))
    answer = draft.reword("attack-1", f"See {words}.")
    assert answer.status_code == 422
    assert problem in text(answer)


def test_how_links_are_written_can_be_shown_as_code(user: User) -> None:
    assert begin(user, "Write `[[card:Your Card]]`, please.").pk


def test_a_link_that_died_since_does_not_stop_an_edit(user: User) -> None:
    comment = say(user, begin(user), "See [[rule:build-3]].")
    take_out("build-3")
    edit_comment(user, comment.pk, "See [[rule:build-3]], please.", version_of(comment))
    comment.refresh_from_db()
    with pytest.raises(BadText):
        edit_comment(user, comment.pk, "See [[rule:build-33]].", version_of(comment))


class TestAPreview:
    def test_shows_how_a_comment_would_read_and_sends_nothing(
        self, user: User, other_user: User, user_client: Client
    ) -> None:
        thread = begin(user)
        form = {"text": "**No**, see [[rule:attack-2]], @gasket.", "preview": "yes"}
        answer = user_client.post(f"/rules/threads/{thread.pk}/comments/", form)
        assert answer.status_code == 200
        assert "<strong>No</strong>, see <a" in answer.content.decode()
        assert "Mentions gasket" in text(answer)
        assert "**No**, see" in answer.content.decode(), "the words stay in the form"
        assert thread.comments.count() == 1

    def test_of_a_thread_sends_nothing_and_keeps_the_form(self, user_client: Client) -> None:
        form = QUESTION | {"title": "Twice", "text": "*Twice?*", "preview": "yes", "whole": "yes"}
        answer = user_client.post(f"{ATTACK}threads/", form)
        assert "<em>Twice?</em>" in answer.content.decode()
        assert 'value="Twice"' in answer.content.decode()
        assert not Thread.objects.exists()

    def test_of_an_edit_sends_nothing(self, user: User, user_client: Client) -> None:
        comment = begin(user).comments.get()
        form = {"text": "*Other*", "version": version_of(comment), "preview": "yes"}
        answer = user_client.post(f"/rules/comments/{comment.pk}/edit/", form)
        assert "<em>Other</em>" in answer.content.decode()
        assert Comment.objects.get().source == "May it strike twice?"

    def test_of_a_review_decides_nothing(
        self, user_client: Client, other_user: User, client_of: ClientOf
    ) -> None:
        proposal = submitted(user_client, "attack-1", "Ready ones attack.")
        answer = proposal.review(client_of(makes_editor(other_user)), "accept", "*Good*", preview="yes")
        assert answer.status_code == 200
        assert "<em>Good</em>" in answer.content.decode()
        assert proposal.proposal.status == "open"
        assert not Review.objects.exists()

    def test_comes_back_alone_for_htmx(self, user: User, user_client: Client) -> None:
        answer = user_client.post(
            f"/rules/threads/{begin(user).pk}/comments/",
            {"text": "*No*", "preview": "yes"},
            headers={"HX-Request": "true"},
        )
        assert "<html" not in answer.content.decode()
        assert "<em>No</em>" in answer.content.decode()
